/** Examples of fixes in OpenChatML 0.1. */
import type { Row } from './row.ts';

const call01 = '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}<|im_end|>\n';

export const chatml: readonly Row[] = [
  ...[
    '<\\|im_start\\|>user\nHi\n<\\|im_end\\|>',
    '＜｜im_start｜＞user\nHi\n＜｜im_end｜＞',
    '<|IM_START|>user\nHi\n<|IM_END|>',
  ].flatMap((pasted): readonly Row[] => {
    const whole = '<|im_start|>user\nHi\n<|im_end|>';
    const before = '<|im_start|>user\nOh<|im_end|>\n';
    return [
      ['token-misspelled', pasted, whole],
      ['token-misspelled', before + pasted, before + whole],
    ];
  }),
  ['E-PARSE-HEADER', '<|im_start|> User\nHi<|im_end|>', '<|im_start|>user\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>developer\nHi<|im_end|>', '<|im_start|>system\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>name=Ada\nHi<|im_end|>', '<|im_start|>system name=Ada\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>name=Ada user\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user [name=Ada]\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  [
    'E-PARSE-HEADER',
    '<|im_start|>user name="Ada Byron"\nHi<|im_end|>',
    '<|im_start|>user name=Ada_Byron\nHi<|im_end|>',
  ],
  ['E-PARSE-HEADER', '<|im_start|>user name=Ada Byron\nHi<|im_end|>', '<|im_start|>user name=Ada_Byron\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user name=Ada name=Bo\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user Hi there\nyou<|im_end|>', '<|im_start|>user\nHi there\nyou<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user Hi there<|im_end|>', '<|im_start|>user\nHi there<|im_end|>'],
  ['E-PARSE-HEADER', '<|im_start|>user<|im_end|>', '<|im_start|>user\n<|im_end|>'],
  [
    'E-PARSE-HEADER',
    '<|im_start|>user Hi\t<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi\t<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['attribute-unknown', '<|im_start|>user nme=Ada\nHi<|im_end|>', '<|im_start|>user name=Ada\nHi<|im_end|>'],
  ['header-space', '<|im_start|>user  name=Ada \nHi<|im_end|>', '<|im_start|>user name=Ada \nHi<|im_end|>'],
  [
    'end-missing',
    '<|im_start|>user\nHi\n<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['start-missing', '<|im_strat|>user\nHi<|im_end|>\n', '<|im_start|>user\nHi<|im_end|>\n'],
  [
    'start-missing',
    '<|im_start|>user\nHi<|im_end|>\n<|im-start|>assistant\nOh<|im_end|>\n',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nOh<|im_end|>\n',
  ],
  ['E-STREAM-TRUNCATED', '<|im_start|>user\nHi', '<|im_start|>user\nHi<|im_end|>'],
  ['E-STREAM-TRUNCATED', '<s>\n<|im_start|>user\nHi', '<s>\n<|im_start|>user\nHi<|im_end|>\n</s>'],
  ['E-STREAM-TRUNCATED', '[BOS]<|im_start|>user\nHi\n[EOS]', '[BOS]<|im_start|>user\nHi\n<|im_end|>[EOS]'],
  ['E-STREAM-TRUNCATED', '<|im_start|>user\nHi<|im_e', '<|im_start|>user\nHi<|im_end|>'],
  ['start-missing', '<|im_start|>user\nHi<|im_end|>\n<|im_end|>', '<|im_start|>user\nHi<|im_end|>'],
  [
    'start-missing',
    '<|im_start|>user\nHi<|im_end|>\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['stray-text', '<|im_start|>user\nHi<|im_end|>\nand so on\n', '<|im_start|>user\nHi<|im_end|>\n\n'],
  ['token-misspelled', '<|im_start|>user\nHi<|IM_END|>', '<|im_start|>user\nHi<|im_end|>'],
  ['token-misspelled', '<|im_start|>user\nHi<|im_ed|>', '<|im_start|>user\nHi<|im_end|>'],
  [
    'token-misspelled',
    '<|im_start|>user\nHi<|im_ed|>\n<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  [
    'token-misspelled',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|End_Reason|>\nYes.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>\nYes.<|im_end|>',
  ],
  [
    'token-misspelled',
    '<|im_start|>user\nHi<|im_end|>\n<|IM_START|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['token-misspelled', '<|im_start|>user\nHi<|im_ende|>', '<|im_start|>user\nHi<|im_end|>'],
  [
    'token-in-body',
    '<|im_start|>user\nWhat is <|fim_prefix|>?<|im_end|>',
    '<|im_start|>user\nWhat is `<|fim_prefix|>`?<|im_end|>',
  ],
  [
    'dialect-mixed',
    '<|im_start|>user\nHi<|end|>\n<|im_start|>assistant\nHo<|im_end|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  [
    'dialect-mixed',
    '<|im_start|>user\nHi<|im_end|>\n<|start|>assistant<|channel|>final<|message|>Ho<|return|>',
    '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\nHo<|im_end|>',
  ],
  ['dialect-mixed', '<|im_start|>user\nWhat is <|end|>?<|im_end|>', '<|im_start|>user\nWhat is `<|end|>`?<|im_end|>'],
  ['sequence-unbalanced', '<s>\n<|im_start|>user\nHi<|im_end|>\n', '<s>\n<|im_start|>user\nHi<|im_end|>\n</s>'],
  ['sequence-unbalanced', '<|im_start|>user\nHi<|im_end|>[EOS]', '[BOS]<|im_start|>user\nHi<|im_end|>[EOS]'],
  ['sequence-unbalanced', '[BOS]<|im_start|>user\nHi<|im_end|></s>', '[BOS]<|im_start|>user\nHi<|im_end|>[EOS]'],
  ['fim-incomplete', '<|fim_prefix|>a<|fim_suffix|>b', '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b'],
  ['fim-incomplete', 'a<|fim_middle|>b', '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b'],
  ['fim-order', '<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>c\n', '<|fim_prefix|>a<|fim_middle|>c<|fim_suffix|>b\n'],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<think>\nHm.\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<think>\nHm.\n</think>\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<think>Hm.\n\nHi.<|im_end|>\n',
    '<|im_start|>assistant\n<think>Hm.\n\nHi.</think><|im_end|>\n',
  ],
  [
    'tool-undeclared',
    '<|im_start|>system\n<tools>\n{"type": "function", "function": {"name": "get_weather", "description": "", "parameters": {}}}\n</tools><|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "get_wether", "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>system\n<tools>\n{"type": "function", "function": {"name": "get_weather", "description": "", "parameters": {}}}\n</tools><|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "get_weather", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'tool-undeclared',
    '<|im_start|>system\n<tools>\n{"type": "function", "function": {"name": "get_weather", "description": "", "parameters": {}}}\n</tools><|im_end|>\n<|im_start|>assistant\n<tool_call>\n<function=getweather>\n</function>\n</tool_call><|im_end|>\n',
    '<|im_start|>system\n<tools>\n{"type": "function", "function": {"name": "get_weather", "description": "", "parameters": {}}}\n</tools><|im_end|>\n<|im_start|>assistant\n<tool_call>\n<function=get_weather>\n</function>\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<toolcall>{"name": "f", "arguments": {}}</toolcall><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>{"name": "f", "arguments": {}}</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n<function=f\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call<|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n<|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n<|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n<tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>{"name": "f", "arguments": {}} Done.<|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>{"name": "f", "arguments": {}}</tool_call> Done.<|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n</function>\n<|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n</function>\n</tool_call>\n<|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\nLook:\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\nLook:\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  ['function-json', '<|im_start|>assistant\nHi.</tool_call><|im_end|>\n', '<|im_start|>assistant\nHi.<|im_end|>\n'],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f" "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    "<|im_start|>assistant\n<tool_call>\n{'name': 'f', 'arguments': {'a': True, 'b': None}}\n</tool_call><|im_end|>\n",
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": true, "b": null}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}\n</tool_call><|im_end|>\n',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call><|im_end|>\n',
  ],
  [
    'function-output',
    '<|im_start|>user\n<tool_response>\n12\n<|im_end|>\n',
    '<|im_start|>user\n<tool_response>\n12\n</tool_response>\n<|im_end|>\n',
  ],
  [
    'function-output',
    '<|im_start|>tool\n12\n</tool_response><|im_end|>\n',
    '<|im_start|>tool\n<tool_response>\n12\n</tool_response><|im_end|>\n',
  ],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|><|im_end|>',
  ],
  [
    'thought-unclosed',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reflect|>Yes.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>Yes.<|im_end|>',
  ],
  [
    'thought-unmatched',
    '<|im_start|>assistant\nHm.<|end_reason|>Yes.<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>Yes.<|im_end|>',
  ],
  [
    'thought-nesting',
    '<|im_start|>assistant\n<|start_reason|>a<|start_reflect|>b<|end_reason|>c<|end_reflect|>d<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>a<|end_reason|><|start_reflect|>bc<|end_reflect|>d<|im_end|>',
  ],
  [
    'thought-nesting',
    '<|im_start|>assistant\n<|start_reason|>a<|start_reflect|>b<|end_reflect|>c<|end_reason|>d<|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>ac<|end_reason|><|start_reflect|>b<|end_reflect|>d<|im_end|>',
  ],
  [
    'thought-role',
    '<|im_start|>user\nIs <|start_reason|>a<|end_reason|> right?<|im_end|>',
    '<|im_start|>user\nIs `<|start_reason|>`a`<|end_reason|>` right?<|im_end|>',
  ],
  [
    'thought-role',
    '<|im_start|>user\nIs<|start_reason|>a<|end_reason|>right?<|im_end|>',
    '<|im_start|>user\nIs`<|start_reason|>`a`<|end_reason|>`right?<|im_end|>',
  ],
  [
    'thought-flag-role',
    '<|im_start|>system\nThink.<|im_end|>\n<|im_start|>user\nHi<|reason|><|im_end|>',
    '<|im_start|>system\nThink.<|reason|><|im_end|>\n<|im_start|>user\nHi<|im_end|>',
  ],
  [
    'thought-unflagged',
    '<|im_start|>system\nThink.<|im_end|>\n<|im_start|>assistant\n<|start_reason|>a<|end_reason|>b<|im_end|>',
    '<|im_start|>system\nThink.<|reason|><|im_end|>\n<|im_start|>assistant\n<|start_reason|>a<|end_reason|>b<|im_end|>',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<|function_call|>\n{\'name\': “f”, "arguments": {},}\n<|im_end|>',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n<|im_end|>',
  ],
  [
    'function-signature',
    '<|im_start|>system\n<|function_list|>\n{"name": "f", "description": "d", "parameters": {}}<|im_end|>',
    '<|im_start|>system\n<|function_list|>\n{"type": "function", "function": {"name": "f", "description": "d", "parameters": {}}}<|im_end|>',
  ],
  [
    'function-signature',
    '<|im_start|>system\n<|function_list|>\n{"function": {"name": "f", "description": "d", "parameters": {}}}<|im_end|>',
    '<|im_start|>system\n<|function_list|>\n{"type": "function", "function": {"name": "f", "description": "d", "parameters": {}}}<|im_end|>',
  ],
  [
    'function-output',
    `${call01}<|im_start|>tool\n<|function_output|>\n42<|im_end|>`,
    `${call01}<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
  ],
  [
    'function-output',
    `${call01}<|im_start|>tool\n<|function_output|>\n{"content": 42}<|im_end|>`,
    `${call01}<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
  ],
  [
    'function-role',
    `${call01}<|im_start|>user\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
    `${call01}<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 42}<|im_end|>`,
  ],
  [
    'function-order',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "g", "content": 1}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 2}<|im_end|>',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 2}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "g", "content": 1}<|im_end|>',
  ],
  ['E-CALL-SCHEMA', call01.replace('{}', '"{\\"a\\": 1}"'), call01.replace('{}', '{"a": 1}')],
  ['E-CALL-SCHEMA', call01.replace('arguments', 'parameters'), call01],
  [
    'E-CALL-SCHEMA',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": "{\\"a\\": 1}"}\n</tool_call><|im_end|>',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call><|im_end|>',
  ],
  ['E-CALL-SCHEMA', call01.replace('name', 'tool_name'), call01],
  [
    'E-CALL-SCHEMA',
    call01.replace('{"name": "f", "arguments": {}}', '{"call": {"name": "f", "arguments": {}}}'),
    call01,
  ],
  [
    'E-CALL-SCHEMA',
    '<|im_start|>assistant\n<tool_call>\n{"tool_call": {"name": "f", "arguments": {}}}\n</tool_call><|im_end|>',
    '<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>',
  ],
  [
    'function-json',
    '<|im_start|>assistant\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>',
    '<|im_start|>assistant\n<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call><|im_end|>',
  ],
  [
    'sequence-doubled',
    '<|begin_of_text|><|begin_of_text|><|im_start|>user\nHi<|im_end|>',
    '<|begin_of_text|><|im_start|>user\nHi<|im_end|>',
  ],
];
