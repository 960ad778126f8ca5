/** Documents of every dialect. Each word in them is in a position where any word is allowed. */
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';

export interface Sample {
  readonly dialect: AnyDialectId;
  readonly text: string;
}

const of = (dialect: AnyDialectId, texts: readonly string[]): Sample[] => texts.map((text) => ({ dialect, text }));
const json = (dialect: AnyDialectId, values: readonly unknown[]): Sample[] =>
  of(
    dialect,
    values.map((value) => JSON.stringify(value)),
  );

const declared = (type: string) =>
  `<|start|>developer<|message|># Tools\n## functions\nnamespace functions {\n// Finds.\ntype find = (_: ${type}) => any;\n}<|end|>`;
const called = (given: string) =>
  `<|start|>assistant to=functions.find call_id=one<|channel|>commentary<|constrain|>json<|message|>${given}<|call|>`;

const signature = {
  type: 'function',
  function: {
    name: 'find',
    description: 'Finds.',
    parameters: {
      type: 'object',
      properties: { place: { type: 'string', enum: ['north'] }, more: { $ref: '#/$defs/more' } },
      required: ['place', 'days'],
      additionalProperties: false,
      $defs: { more: { type: 'object', properties: { days: { type: 'number', minimum: 1 } } } },
    },
  },
};
const args = { place: 'south', more: { days: 'two' }, other: 1 };
const apiCall = { id: 'one', type: 'function', function: { name: 'find', arguments: JSON.stringify(args) } };
const toolCall = { id: 'one', recipient: 'functions.find', content_type: 'json', arguments: '{"other": 2}' };

/** The documents are short because each word in each of them is replaced. `<i>` in a body shows whether markup takes effect. */
export const samples: readonly Sample[] = [
  ...of('openchatml-2.2', [
    `version: 2.2
model: small
generation_settings:
  reasoning_effort: low
  builtin_tools: [browser]
further: {deep: {er: word}}
<|start|>user<|message|>Hi<i><|end|>`,
    `version: 2.2
capabilities:
  roles: [user]
  tokens: ["<|start|>"]
profiles:
  harmony: {enabled: false}
lint:
  stray-text: warning
<|start|>user<|message|>Hi<i><|end|>`,
    '<|start|>user name=mira content_type=text extra=word<|message|>Hi<i><|end|>',
    '<|start|>assistant intent=preamble<|channel|>commentary<|constrain|>markdown<|message|>Hi<i><|end|>',
    '<|start|>assistant<|channel|>final word<|message|>Hi<i> <|word|> <|literal|><|end|><|endliteral|><|return|>',
    `${declared('{\n// Where.\nplace: "north" | word,\ndays?: number, // default: two\n}')}${called('{"place": "south", "other": 1}')}`,
    `<|start|>tool name=functions.find call_id=one to=assistant<|channel|>commentary<|message|>{"ok": false, "content": {"copies": 2}, "error": "E-TOOL-TIMEOUT"}<|end|>`,
    '<|start|>browser.search to=assistant<|channel|>commentary<|message|>{"result": "none"}<|end|>',
  ]),
  ...of('harmony', [
    `<|start|>system<|message|>Reasoning: low
# Valid channels: analysis, final. Channel must be included for every message.<|end|>`,
    `${declared('{ place: string }')}<|start|>assistant<|channel|>commentary to=functions.find <|constrain|>json<|message|>{"place": 1}<|call|>`,
    '<|start|>functions.find to=assistant<|channel|>commentary<|message|>"none"<|end|>',
    '<|start|>assistant<|channel|>final json<|message|>Hi<i><|return|>',
  ]),
  ...of('openchatml-0.1', [
    '<|im_start|>system name=rules\nBe brief. <|reason|><|im_end|>',
    `<|im_start|>system\n<|function_list|>\n${JSON.stringify(signature)}<|im_end|>\n<|im_start|>assistant\n<|function_call|>\n{"name": "find", "arguments": ${JSON.stringify(args)}}<|im_end|>`,
    '<|im_start|>user name=mira extra=word\nHi<i><|im_end|>',
    '<|im_start|>assistant\n<|start_reason|>Think.<|end_reason|>Hi<i><|im_end|>',
    '<|im_start|>tool\n<|function_output|>\n{"name": "find", "content": {"copies": 2}}<|im_end|>',
    '<|im_start|>user\n<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>c<|im_end|>',
  ]),
  ...json('chatml-wire', [
    [{ token: '<|start|>' }, 'system:example_user', { token: '<|message|>' }, 'Hi<i>', { token: '<|end_message|>' }],
    [{ token: '<|start|>' }, 'user', { token: '<|message|>' }, 'Hi<i> <|word|>', { token: '<|end_message|>' }],
  ]),
  ...json('openchatml-json', [
    [{ role: 'user', name: 'mira', content_type: 'text', content: 'Hi<i>', extra: { word: 'more' } }],
    [
      { role: 'developer', content: 'namespace functions {\ntype find = (_: { place: string }) => any;\n}' },
      { role: 'assistant', channel: 'commentary', tool_call: toolCall },
    ],
    [{ role: 'tool', name: 'functions.find', call_id: 'one', to: 'assistant', content: '{"ok": false, "error": 1}' }],
    [{ role: 'assistant', channel: 'commentary', intent: 'preamble', content_type: 'markdown', content: 'Hi<i>' }],
    [{ role: 'assistant', channel: 'final', thinking: 'Think.', content: 'Hi<i>' }],
  ]),
  ...json('messages', [
    { name: 'chatml', add_generation_prompt: false, messages: [{ role: 'user', content: 'Hi<i>' }] },
    [{ role: 'user', name: 'mira', content: [{ type: 'text', text: 'Hi<i>' }] }],
    { tools: [signature], messages: [{ role: 'assistant', content: null, tool_calls: [apiCall] }] },
    [{ role: 'assistant', content: null, function_call: apiCall.function }],
    [
      { role: 'tool', tool_call_id: 'one', content: 'none' },
      { role: 'assistant', reasoning_content: 'Think.', content: 'Hi<i>', channel: 'final', recipient: 'all' },
    ],
  ]),
  ...of('stream-event', [
    `{"event": "response.delta", "message_id": "m", "channel": "final", "delta": "Hi<i>"}
{"event": "tool.cancel", "call_id": "one", "reason": "slow", "extra": "word"}`,
  ]),
];
