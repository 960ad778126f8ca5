/** Complete documents of every dialect, in which each word stands for any that could stand in its place. */
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';

export interface Sample {
  readonly dialect: AnyDialectId;
  readonly text: string;
}

const json = (dialect: AnyDialectId, value: unknown): Sample => ({
  dialect,
  text: JSON.stringify(value, undefined, 1),
});

const declared = (name: string, type: string) =>
  `<|start|>developer<|message|># Tools\n## functions\nnamespace functions {\n// Finds.\ntype ${name} = ${type};\n}<|end|>\n`;

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

/** Those in which `<i>` stands as text show whether markup of a body goes live. */
export const samples: readonly Sample[] = [
  {
    dialect: 'openchatml-2.2',
    text: `version: 2.2
model: small
generation_settings:
  reasoning_effort: low
  builtin_tools: [browser]
capabilities:
  roles: [user]
  tokens: ["<|start|>"]
profiles:
  harmony: {enabled: false}
lint:
  stray-text: warning
further: {deep: {er: word}}
<|start|>user name=mira<|message|>Hi<i><|end|>
`,
  },
  {
    dialect: 'openchatml-2.2',
    text: `<|start|>user name=mira content_type=text extra=word<|message|>Hi<i><|end|>
<|start|>assistant intent=preamble<|channel|>commentary<|constrain|>markdown<|message|>Hi<i><|end|>
<|start|>assistant<|channel|>final word<|message|>Hi<i> <|word|> <|literal|><|end|><|endliteral|><|return|>`,
  },
  {
    dialect: 'openchatml-2.2',
    text: `${declared('find', '(_: {\n// Where.\nplace: "north" | word,\ndays?: number, // default: two\n}) => any')}<|start|>assistant to=functions.find call_id=one<|channel|>commentary<|constrain|>json<|message|>{"place": "south", "days": "two", "other": 1}<|call|>
<|start|>tool name=functions.find call_id=one to=assistant<|channel|>commentary<|message|>{"ok": false, "content": {"copies": 2}, "error": "E-TOOL-TIMEOUT"}<|end|>
<|start|>browser.search to=assistant<|channel|>commentary<|message|>{"result": "none"}<|end|>`,
  },
  {
    dialect: 'harmony',
    text: `<|start|>system<|message|>Reasoning: low
# Valid channels: analysis, final. Channel must be included for every message.<|end|>${declared('find', '(_: { place: string }) => any').trim()}<|start|>assistant<|channel|>commentary to=functions.find <|constrain|>json<|message|>{"place": 1}<|call|><|start|>functions.find to=assistant<|channel|>commentary<|message|>"none"<|end|><|start|>assistant<|channel|>final json<|message|>Hi<i><|return|>`,
  },
  {
    dialect: 'openchatml-0.1',
    text: `<|im_start|>system name=rules
Be brief. <|reason|>
<|function_list|>
${JSON.stringify(signature)}
<|im_end|>
<|im_start|>user name=mira extra=word
Hi<i><|im_end|>
<|im_start|>assistant
<|start_reason|>Think.<|end_reason|>Hi<i>
<|function_call|>
{"name": "find", "arguments": ${JSON.stringify(args)}}
<|im_end|>
<|im_start|>tool
<|function_output|>
{"name": "find", "content": {"copies": 2}}
<|im_end|>
<|im_start|>user
<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>c<|im_end|>`,
  },
  json('chatml-wire', [
    { token: '<|start|>' },
    'system:example_user',
    { token: '<|message|>' },
    'Hi<i>',
    { token: '<|end_message|>' },
    { token: '<|start|>' },
    'user',
    { token: '<|message|>' },
    'Hi<i> <|word|>',
    { token: '<|end_message|>' },
  ]),
  json('openchatml-json', [
    { role: 'developer', content: 'namespace functions {\ntype find = (_: { place: string }) => any;\n}' },
    { role: 'user', name: 'mira', content_type: 'text', content: 'Hi<i>', extra: { word: 'more' } },
    {
      role: 'assistant',
      channel: 'commentary',
      thinking: 'Think.',
      tool_call: {
        id: 'one',
        recipient: 'functions.find',
        content_type: 'json',
        arguments: '{"place": 1, "other": 2}',
      },
    },
    {
      role: 'tool',
      name: 'functions.find',
      call_id: 'one',
      to: 'assistant',
      content: '{"ok": false, "error": "none"}',
    },
    { role: 'assistant', channel: 'commentary', intent: 'preamble', content_type: 'markdown', content: 'Hi<i>' },
    { role: 'assistant', channel: 'final', content: 'Hi<i>' },
  ]),
  json('messages', {
    name: 'chatml',
    add_generation_prompt: false,
    tools: [signature],
    messages: [
      { role: 'user', name: 'mira', content: [{ type: 'text', text: 'Hi<i>' }] },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Think.',
        tool_calls: [{ id: 'one', type: 'function', function: { name: 'find', arguments: JSON.stringify(args) } }],
      },
      { role: 'tool', tool_call_id: 'one', content: 'none' },
      { role: 'assistant', content: 'Hi<i>', channel: 'final', recipient: 'all' },
    ],
  }),
  {
    dialect: 'stream-event',
    text: `{"event": "response.delta", "message_id": "m", "channel": "final", "delta": "Hi<i>"}
{"event": "tool.cancel", "call_id": "one", "reason": "slow", "extra": "word"}`,
  },
];
