/**
 * Outputs of models for the parsers of vLLM, in words of our own: forms and faults that follow from the sources of the parsers, some of
 * which public threads report (`docs/explain.md` names them). `$0` is where the parser gives up; a text without it is accepted.
 */
export interface ModelDocument {
  readonly text: string;
  readonly kind?: string;
  /** The output once it is repaired; false if no fix helps, and undefined if any does. */
  readonly repaired?: string | false;
}

const valid = (...texts: readonly string[]): ModelDocument[] => texts.map((text) => ({ text }));
const faulty = (kind: string, text: string, repaired?: string | false): ModelDocument => ({
  ...{ text, kind },
  ...(repaired !== undefined && { repaired }),
});

const deepseekCall = (args: string, type = 'function', name = 'get_weather') =>
  `<｜tool▁call▁begin｜>${type}<｜tool▁sep｜>${name}\n\`\`\`json\n${args}\n\`\`\`<｜tool▁call▁end｜>`;
const [deepseekBegin, deepseekEnd] = ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'];

const kimiCall = (args: string, id = 'functions.get_weather:0') =>
  `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${args}<|tool_call_end|>`;
const [kimiBegin, kimiEnd] = ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'];

const pair = (key: string, value: string) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`;
const weather = '{"name": "get_weather", "arguments": {"city": "Lima"}}';
const time = '{"name": "get_time", "arguments": {"zone": "CET", "days": [1, 2]}}';

export const modelDocuments: Readonly<Record<string, readonly ModelDocument[]>> = {
  mistral: [
    ...valid(
      `[TOOL_CALLS][${weather}]`,
      `[TOOL_CALLS] [${weather}, ${time}]</s>`,
      `I look.[TOOL_CALLS][${weather}]`,
      '[TOOL_CALLS]get_weather{"city": "Lima"}</s>',
      '[TOOL_CALLS]get_weather[ARGS]{"city": "Lima"}[TOOL_CALLS]get_time[ARGS]{}',
      `[TOOL_CALLS][${weather}] I hope this helps.`,
      '[TOOL_CALLS][{"name": "get_weather"}]',
      '[TOOL_CALLS]f[ARGS]{"a": {"b": {}}, "c": "}"}',
      '[THINK]Look it up.[/THINK][TOOL_CALLS]get_weather[ARGS]{"city": "Lima"}',
      'It is sunny in Lima, see [1] and {"this": "example"}.',
      'The token for calls is described in the manual.',
    ),
    faulty('model-section-missing', `$0[${weather}]`, `[TOOL_CALLS][${weather}]`),
    faulty(
      'model-section-missing',
      '$0get_weather[ARGS]{"city": "Lima"}',
      '[TOOL_CALLS]get_weather[ARGS]{"city": "Lima"}',
    ),
    faulty(
      'model-call-json',
      '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Lima"}$0]',
      `[TOOL_CALLS][${weather}]`,
    ),
    faulty(
      'model-arguments',
      '[TOOL_CALLS]get_weather[ARGS]{"city": "Lima"$0',
      '[TOOL_CALLS]get_weather[ARGS]{"city": "Lima"}',
    ),
    faulty('model-call-json', '[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": $0"Li'),
    faulty('model-id-in-name', '[TOOL_CALLS]get_weather$0[CALL_ID]abcdefghi[ARGS]{"city": "Lima"}', false),
    faulty('model-token-twice', `[TOOL_CALLS][${weather}]$0[TOOL_CALLS][${time}]`, false),
    faulty('model-call-json', "[TOOL_CALLS][{$0'name': 'get_weather', 'arguments': {'city': 'Lima'}}]"),
    faulty('model-call-misshapen', `[TOOL_CALLS]$0${weather}`, `[TOOL_CALLS][${weather}]`),
    faulty('model-call-misshapen', '[TOOL_CALLS]$0[{"function": "get_weather"}]', false),
    faulty('model-call-lost', '[TOOL_CALLS]$0get_weather(city="Lima")', false),
    faulty('model-call-misshapen', '[TOOL_CALLS]$0["get_weather"]', false),
  ],
  deepseek_v3: [
    ...valid(
      `${deepseekBegin}${deepseekCall('{"city": "Lima"}')}${deepseekEnd}<｜end▁of▁sentence｜>`,
      `I look.${deepseekBegin}${deepseekCall('{"city": "Lima"}')}${deepseekEnd}`,
      `${deepseekBegin}${deepseekCall('{"city": "Lima"}')}\n${deepseekCall('{"city": "Rome"}')}${deepseekEnd}`,
      `<think>\nLook it up.\n</think>\n\n${deepseekBegin}${deepseekCall('{"city": "Lima"}')}${deepseekEnd}`,
      `${deepseekBegin}${deepseekCall('{}', 'function', 'now')}${deepseekEnd}`,
      `${deepseekBegin}${deepseekCall('{"a": "x < y"}')}`,
      'It is sunny.<｜end▁of▁sentence｜>',
      '<think>Hm.</think>It is sunny.',
    ),
    faulty(
      'model-arguments-lines',
      `${deepseekBegin}$0${deepseekCall('{\n  "city": "Lima"\n}')}${deepseekEnd}`,
      `${deepseekBegin}${deepseekCall('{ "city": "Lima" }')}${deepseekEnd}`,
    ),
    faulty(
      'model-arguments-lines',
      `${deepseekBegin}${deepseekCall('{}')}$0${deepseekCall('{\n"a": 1}')}${deepseekEnd}`,
    ),
    faulty('model-arguments-lines', `${deepseekBegin}$0${deepseekCall('{\n"a": "x\n')}${deepseekEnd}`, false),
    faulty(
      'model-section-missing',
      `$0${deepseekCall('{"city": "Lima"}')}${deepseekEnd}`,
      `${deepseekBegin}${deepseekCall('{"city": "Lima"}')}${deepseekEnd}`,
    ),
    faulty('model-section-missing', `I look.\n$0${deepseekCall('{"city": "Lima"}')}`),
    faulty(
      'model-deepseek-v31',
      `${deepseekBegin}$0<｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima"}<｜tool▁call▁end｜>${deepseekEnd}`,
      false,
    ),
    faulty(
      'model-call-open',
      `${deepseekBegin}$0${deepseekCall('{"a": 1}').replace('<｜tool▁call▁end｜>', '')}${deepseekEnd}`,
      `${deepseekBegin}${deepseekCall('{"a": 1}')}${deepseekEnd}`,
    ),
    faulty('model-call-open', `${deepseekBegin}$0<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_we`),
    faulty(
      'model-call-lost',
      `${deepseekBegin}$0<｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather {"city": "Lima"}<｜tool▁call▁end｜>${deepseekEnd}`,
      false,
    ),
    faulty('model-call-lost', `$0${deepseekBegin}${deepseekEnd}`, false),
    faulty(
      'model-arguments',
      `${deepseekBegin}${deepseekCall('{"city": "Lima"$0')}${deepseekEnd}`,
      `${deepseekBegin}${deepseekCall('{"city": "Lima"}')}${deepseekEnd}`,
    ),
    faulty('model-arguments', `${deepseekBegin}${deepseekCall('$0city: Lima')}${deepseekEnd}`),
  ],
  kimi_k2: [
    ...valid(
      `${kimiBegin}${kimiCall('{"city": "Lima"}')}${kimiEnd}<|im_end|>`,
      `I look.${kimiBegin}${kimiCall('{"city": "Lima"}')}${kimiEnd}`,
      `${kimiBegin}${kimiCall('{"city": "Lima"}')}${kimiCall('{}', 'functions.now:1')}${kimiEnd}`,
      `${kimiBegin}${kimiCall('{\n "city": "Lima"\n}')}${kimiEnd}`,
      `${kimiBegin}${kimiCall('{}', 'get_weather:12')}${kimiEnd}`,
      `<think>Hm.</think>${kimiBegin}${kimiCall('{}')}${kimiEnd}`,
      `${kimiBegin}\n${kimiCall(' {"a": 1} ', ' functions.f:3 ')}\n${kimiEnd}`,
      'It is sunny.<|im_end|>',
    ),
    faulty('model-section-missing', `$0${kimiCall('{}')}${kimiEnd}`, `${kimiBegin}${kimiCall('{}')}${kimiEnd}`),
    faulty('model-section-missing', `I look. $0${kimiCall('{}')}`),
    faulty('model-id-number', `${kimiBegin}$0${kimiCall('{}', 'get_weather')}${kimiEnd}`, false),
    faulty('model-id-number', `${kimiBegin}${kimiCall('{}')}$0${kimiCall('{}', 'call_7f2a')}${kimiEnd}`, false),
    faulty(
      'model-call-open',
      `${kimiBegin}$0<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": 1}${kimiEnd}`,
      `${kimiBegin}${kimiCall('{"a": 1}', 'functions.f:0')}${kimiEnd}`,
    ),
    faulty(
      'model-call-open',
      `${kimiBegin}$0<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": 1}${kimiCall('{}')}${kimiEnd}`,
    ),
    faulty('model-call-open', `${kimiBegin}$0<|tool_call_begin|>functions.f:0`),
    faulty(
      'model-call-lost',
      `${kimiBegin}$0<|tool_call_begin|>functions.f:0{"a": 1}<|tool_call_end|>${kimiEnd}`,
      false,
    ),
    faulty('model-call-lost', `$0${kimiBegin}{"name": "f"}${kimiEnd}`, false),
    faulty(
      'model-arguments',
      `${kimiBegin}${kimiCall('{"city": "Lima"$0')}${kimiEnd}`,
      `${kimiBegin}${kimiCall('{"city": "Lima"}')}${kimiEnd}`,
    ),
    faulty('model-arguments', `${kimiBegin}${kimiCall('{"city": $0Lima}')}${kimiEnd}`),
    faulty('model-arguments', `${kimiBegin}${kimiCall('$0')}${kimiEnd}`),
  ],
  glm45: [
    ...valid(
      `<tool_call>get_weather\n${pair('city', 'Lima')}</tool_call>`,
      `<think>Hm.</think>\n<tool_call>get_weather\n${pair('city', 'Lima')}${pair('days', '3')}</tool_call><|observation|>`,
      `I look.\n<tool_call>get_weather\n${pair('city', 'Lima')}</tool_call>\n<tool_call>now\n</tool_call>`,
      '<tool_call>now\n</tool_call>',
      '<tool_call>f\n<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>',
      `<tool_call>f\n${pair('code', 'if a < b:\n  print("</b>")')}</tool_call>`,
      `<tool_call>f\n${pair('list', '[1, {"a": 2}]')}</tool_call>`,
      'It is sunny.<|user|>',
    ),
    faulty(
      'model-section-missing',
      `$0get_weather\n${pair('city', 'Lima')}</tool_call>`,
      `<tool_call>get_weather\n${pair('city', 'Lima')}</tool_call>`,
    ),
    faulty(
      'model-call-open',
      `$0<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>`,
      '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Lima</arg_value>\n</tool_call>',
    ),
    faulty('model-call-open', `$0<tool_call>f\n${pair('a', '1')}<tool_call>g\n</tool_call>`),
    faulty('model-call-open', '$0<tool_call>get_wea'),
    faulty(
      'model-line-missing',
      '<tool_call>f$0<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>',
      '<tool_call>f\n<arg_key>a</arg_key><arg_value>1</arg_value></tool_call>',
    ),
    faulty('model-line-missing', '<tool_call>now$0</tool_call>', '<tool_call>now\n</tool_call>'),
    faulty('model-json-for-tags', '<tool_call>$0{"name": "f",\n"arguments": {}}\n</tool_call>', false),
    faulty('model-argument-lost', '<tool_call>f\n$0<arg_key>a</arg_key>\n<arg_value>1</tool_call>', false),
    faulty('model-argument-lost', `<tool_call>f\n${pair('a', '1')}$0<arg_key>b</arg_key>\n</tool_call>`, false),
    faulty('model-argument-lost', '<tool_call>f\n$0<arg_key>a</arg_key>\n<arg_value1</arg_value>\n</tool_call>', false),
    faulty('model-argument-lost', '<tool_call>f\na$0</arg_key>\n<arg_value>1</arg_value>\n</tool_call>', false),
    faulty('model-argument-lost', '<tool_call>f\n$0<arg_value>1</arg_value>\n</tool_call>', false),
  ],
  granite: [
    ...valid(
      `<|tool_call|>[${weather}]`,
      `<|tool_call|> [${weather}, ${time}]<|end_of_text|>`,
      `<tool_call>[${weather}]`,
      `[${weather}]`,
      `\n<|tool_call|>\n[${weather}]`,
      '<|tool_call|>[]',
      `<think>Hm.</think><|tool_call|>[${weather}]`,
      'It is sunny.',
      'See {"this": 1} and [that].',
    ),
    faulty('model-text-before', `I look. $0<|tool_call|>[${weather}]`, false),
    faulty('model-text-before', `Sure:\n\n$0<tool_call>[${weather}]`, false),
    faulty('model-call-misshapen', `$0<|tool_call|>${weather}`, false),
    faulty('model-call-misshapen', '<|tool_call|>$0[{"name": "f", "parameters": {}}]', false),
    faulty('model-call-misshapen', '<|tool_call|>$0[{"arguments": {}}]', false),
    faulty('model-call-misshapen', '<|tool_call|>$0["f"]', false),
    faulty('model-call-json', `<|tool_call|>[${weather}$0`, `<|tool_call|>[${weather}]`),
    faulty('model-call-json', `<|tool_call|>[${weather}$0]]`.replace('$0]]', ']$0]'), `<|tool_call|>[${weather}]`),
    faulty('model-call-json', `<|tool_call|>[${weather}] $0I wait for the result.`),
    faulty('model-call-json', '<|tool_call|>[{"name": "f", "arguments": {"a": $0True}}]'),
    faulty('model-call-json', '$0[1] says that it is sunny.'.replace('$0[1] ', '[1] $0')),
  ],
  phi4_mini_json: [
    ...valid(
      `functools[${weather}]`,
      'functools[{"name": "f", "parameters": {"a": 1}}]<|end|>',
      `functools[${weather}, {"name": "g", "arguments": {}}]`,
      `I look. functools[${weather}]`,
      `functools[${weather}] and more`,
      'functools[]',
      'It is sunny.<|end|>',
      'In Python, functools has `reduce`.',
    ),
    faulty('model-other-form', `$0<|tool_call|>[${weather}]<|/tool_call|>`),
    faulty('model-other-form', `I look.\n$0<|tool_call|>[${weather}]`),
    faulty('model-list-inside', 'functools[{"name": "f", "arguments": {"days": [1, 2$0]}}]', false),
    faulty('model-list-inside', 'functools[{"name": "f", "arguments": {"text": "a [1$0] b"}}]', false),
    faulty('model-call-open', `$0functools[${weather}`, `functools[${weather}]`),
    faulty('model-call-open', '$0functools[{"name": "f", "argu'),
    faulty(
      'model-call-dropped',
      'functools[{"name": "f", "arguments": {"a": 1}$0]',
      'functools[{"name": "f", "arguments": {"a": 1}}]',
    ),
    faulty('model-call-dropped', 'functools[{"name": "f", "arguments": {"a": $0Lima}}]'),
    faulty('model-call-dropped', "functools[{$0'name': 'f', 'arguments': {}}]"),
    faulty('model-call-misshapen', 'functools$0[{"name": "f"}]', false),
    faulty('model-call-misshapen', 'functools$0[{"function": "f", "arguments": {}}]', false),
    faulty('model-call-misshapen', 'functools$0["f"]', false),
  ],
  llama3_json: [
    ...valid(
      '{"name": "get_weather", "parameters": {"city": "Lima"}}',
      '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Lima"}}<|eom_id|>',
      `${weather}<|eot_id|>`,
      '{"name": "f", "parameters": {}}; {"name": "g", "parameters": {}}',
      '{"name": "f", "parameters": {"a": {"b": {"c": 1}}}}',
      '{"name": "f", "parameters": {"code": "if (a) { b; }"}}',
      'It is sunny.<|eot_id|>',
      'Use {curly} braces, as in {"a": 1}.',
      '{"answer": 42}',
      '{"name": "f", "parameters": {}} {"name": "g", "parameters": {}}',
      '{"name": "f", "parameters": {}}\n{"name": "g", "parameters": {"a": "; {"}}',
      'I look. {"name": "f", "parameters": {}}',
    ),
    faulty('model-call-json', '{"name": "f", "parameters": {"a": 1}$0', '{"name": "f", "parameters": {"a": 1}}'),
    faulty('model-call-json', '{"name": "f", "parameters": {"a": $0True}}'),
    faulty('model-call-json', "{$0'name': 'f', 'parameters': {}}"),
    faulty('model-call-json', '{"name": "f", $0parameters: {}}'),
    faulty('model-call-json', '<|python_tag|>{"name": "f", "parameters": {"a": $0"Li'),
    faulty('model-call-misshapen', '$0{"name": "f"}', false),
    faulty('model-call-misshapen', '$0{"name": "f", "args": {}}', false),
    faulty('model-call-misshapen', '<|python_tag|>$0{"function": "f", "parameters": {}}', false),
    faulty(
      'model-calls-unseparated',
      '{"name": "f", "parameters": {}}$0{"name": "g", "parameters": {}}',
      '{"name": "f", "parameters": {}}; {"name": "g", "parameters": {}}',
    ),
    faulty('model-braces', '{"name": "f", "parameters": {}} as in ${"a": 1}'.replace('${', '$0{'), false),
    faulty('model-braces', '{"name": "f", "parameters": {}} puts it into $0{braces}', false),
    faulty('model-call-code', '$0<|python_tag|>print(1)', false),
  ],
  pythonic: [
    ...valid(
      '[get_weather(city="Lima")]',
      "[get_weather(city='Lima', days=3), now()]<|eot_id|>",
      '[f(a=True, b=None, c=[1, 2.5, 3], d={"k": "v", "l": [1]})]',
      '[f(a="it\\"s ), ] fine")]',
      '<|python_start|>[f(a=1)]<|python_end|>',
      '[now()]\n',
      'It is sunny.',
      'See [1] and [f(x) for x in y] in the text.',
      '[1] Sunny.',
    ),
    faulty('model-text-before', 'I look. $0[get_weather(city="Lima")]', false),
    faulty('model-text-after', '[get_weather(city="Lima")]\n$0I wait.', false),
    faulty('model-not-literal', '[f(a=$0true)]', '[f(a=True)]'),
    faulty('model-not-literal', '[f(a=[1, $0null])]', '[f(a=[1, None])]'),
    faulty('model-not-literal', '[f(city=$0Lima)]', false),
    faulty('model-not-literal', '[f(degrees=$0-3)]', false),
    faulty('model-not-literal', '[f(at=$0(1, 2))]', false),
    faulty('model-name-dotted', '[$0weather.get(city="Lima")]', false),
    faulty('model-argument-unnamed', '[f($0"Lima")]', false),
    faulty('model-argument-unnamed', '[f(a=1, $0"Lima")]', false),
    faulty('model-call-open', '[f(a="Lima")$0', '[f(a="Lima")]'),
    faulty('model-call-open', '[f(a=1$0]'.replace('$0]', '$0'), '[f(a=1)]'),
    faulty('model-python', '[f(a=$0"Lima)]', false),
    faulty('model-python', '[f(a=1) $0g(b=2)]', false),
  ],
};
