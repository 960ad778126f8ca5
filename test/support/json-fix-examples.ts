/** Examples of fixes in JSON documents: a text before and after the first fix for a code. */
import type { JsonDialectId } from '../../server/src/grammar/index.ts';

export interface JsonExample {
  readonly dialect: JsonDialectId;
  readonly code: string;
  readonly before: string;
  readonly after: string;
  /** The list that has the example, as failures name it. */
  readonly list: string;
}

type Rows = readonly (readonly [code: string, before: string, after: string])[];

const S = '{"token": "<|start|>"}';
const M = '{"token": "<|message|>"}';
const E = '{"token": "<|end_message|>"}';
const done = `${S}, "user", ${M}, "Hi", ${E}`;

const wire: Rows = [
  ['wire-smart-quote', `[${S}, “user”, ${M}]`, `[${S}, "user", ${M}]`],
  ['wire-smart-quote', `[${S}, "user", {"token": "<|message|>”}, "Hi"]`, `[${S}, "user", ${M}, "Hi"]`],
  ['wire-smart-quote', `[${S}, "user", ${M}, “say "hi" now”]`, `[${S}, "user", ${M}, "say \\"hi\\" now"]`],
  ['wire-raw-newline', `[${S}, "user", ${M}, "a\nb\nc"]`, `[${S}, "user", ${M}, "a\\nb\\nc"]`],
  ['wire-raw-newline', `[${S}, "user", ${M}, "a\r\nb"]`, `[${S}, "user", ${M}, "a\\r\\nb"]`],
  ['wire-trailing-comma', `[${S}, "user", ${M},]`, `[${S}, "user", ${M}]`],
  ['wire-json', `[${S}, 'user', ${M}, 'it\\'s "so"']`, `[${S}, "user", ${M}, "it's \\"so\\""]`],
  ['wire-json', `[${S}, "user" ${M}, "Hi"`, `[${S}, "user", ${M}, "Hi"]`],
  ['wire-header-close', `[${S}, "user", ${E}, "Hi", ${E}]`, `[${done}]`],
  ['wire-header-close', `[${S}, "user", ${E}, ${done}]`, `[${S}, "user", ${M}, ${E}, ${done}]`],
  ['wire-token-unknown', `[{"token":"<|im_start|>"},"user",${M}]`, `[{"token":"<|start|>"},"user",${M}]`],
  ['wire-token-unknown', `[${S}, "user", {"token": "<|mesage|>"}]`, `[${S}, "user", ${M}]`],
  ['wire-token-unknown', `[${S}, "user", {"token": "<|msg|>"}, "Hi"]`, `[${S}, "user", ${M}, "Hi"]`],
  ['wire-sequence', `[${S}, "user", "Hi", ${E}]`, `[${done}]`],
  ['wire-sequence', `[${S}, "user"]`, `[${S}, "user", ${M}]`],
  ['wire-sequence', `[${done}, ${E}]`, `[${done}]`],
  ['wire-footer-missing', `[${S}, "user", ${M}, "Hi", ${done}]`, `[${done}, ${done}]`],
  ['wire-footer-missing', `[\n ${S}, "user",\n ${done}\n]`, `[\n ${S}, "user", ${M}, ${E},\n ${done}\n]`],
  ['wire-role-unknown', `[${S}, "Assistant"]`, `[${S}, "assistant"]`],
  ['wire-role-unknown', `[${S}, "assistant:example_user", ${M}]`, `[${S}, "system:example_assistant", ${M}]`],
  ['wire-split-text', `[${S}, "user", ${M}, "a", "b"]`, `[${S}, "user", ${M}, "ab"]`],
  ['wire-not-request', `[${done}]`, `[${done}, ${S}, "assistant", ${M}]`],
  ['wire-not-request', '[]', `[${S}, "assistant", ${M}]`],
];

const apiReply = (id: string) =>
  `[{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "${id}", "content": "4"}]`;

const asks =
  '{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}';
const asksOlder = '{"role": "assistant", "content": null, "function_call": {"name": "f", "arguments": "{}"}}';
const asksInBlock =
  '{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}';
const asksInItem = '{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}';
const goesOn = '{"role": "user", "content": "Hi"}';

const inContent = (call: string) =>
  JSON.stringify({
    conversations: [
      { from: 'human', value: 'Hi' },
      { from: 'function_call', value: call },
    ],
  });

const messages: Rows = [
  [
    'template-content-type',
    `[{"role": "assistant", "content": null, "tool_calls": "[{\\"id\\": \\"a\\", \\"function\\": {\\"name\\": \\"f\\", \\"arguments\\": \\"{}\\"}}]"}]`,
    '[{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}]',
  ],
  [
    'template-content-type',
    '{"model": "m", "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}]}',
    '{"model": "m", "messages": [{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]}',
  ],
  ['template-role-unknown', '[{"role": "human", "content": "Hi"}]', '[{"role": "user", "content": "Hi"}]'],
  ['template-key-missing', '[{"role": "user", "contents": "Hi"}]', '[{"role": "user", "content": "Hi"}]'],
  [
    'template-special-in-content',
    '[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello.</s>"}]',
    '[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]',
  ],
  ['template-special-in-content', '[{"role": "user", "content": "[INST] Hi"}]', '[{"role": "user", "content": "Hi"}]'],
  ['wire-json', '[{role: "user", "content": "Hi", "n": None}]', '[{"role": "user", "content": "Hi", "n": null}]'],
  ['wire-json', '[{"role": "user", "content": "C:\\dir\tx"}]', '[{"role": "user", "content": "C:\\\\dir\\tx"}]'],
  ['wire-json', '[{"role": "user", // who\n "content": "Hi"}]', '[{"role": "user", \n "content": "Hi"}]'],
  ['wire-json', '[{"role": "assistant", "content": "Hi"}],', '[{"role": "assistant", "content": "Hi"}]'],
  ['template-shape', '{"role": "user", "content": "Hi"}', '[{"role": "user", "content": "Hi"}]'],
  [
    'template-shape',
    '{"messages": {"role": "user", "content": "Hi"}}',
    '{"messages": [{"role": "user", "content": "Hi"}]}',
  ],
  ['template-key-missing', '[{"role": "user", "contnet": "Hi"}]', '[{"role": "user", "content": "Hi"}]'],
  [
    'template-key-missing',
    '[{"role": "assistant", "content": "x", "tool_call": {"id": "a", "function": {"name": "f", "arguments": "{}"}}}]',
    '[{"role": "assistant", "content": "x", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}]',
  ],
  ['template-key-missing', '[{"role":"user"}]', '[{"role":"user", "content":""}]'],
  ['template-content-type', '[{"role": "user", "content": 7}]', '[{"role": "user", "content": "7"}]'],
  [
    'template-content-type',
    '[{"role": "user", "content": [{"text": "Hi"}]}]',
    '[{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]',
  ],
  [
    'template-content-type',
    '[{"role": "user", "content": ["Hi"]}]',
    '[{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]',
  ],
  [
    'template-key-missing',
    '[{"role": "assistant", "content": null, "tool_call": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}]',
    '[{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}]',
  ],
  ['template-role-unknown', '[{"role": "usr", "content": "Hi"}]', '[{"role": "user", "content": "Hi"}]'],
  ['call-id-unmatched', apiReply('b'), apiReply('a')],
  ['call-unanswered', `[${asks}, ${goesOn}]`, `[${asks}, {"role":"tool","tool_call_id":"a","content":""}, ${goesOn}]`],
  [
    'call-unanswered',
    `[${asksOlder}, ${goesOn}]`,
    `[${asksOlder}, {"role":"function","name":"f","content":""}, ${goesOn}]`,
  ],
  [
    'call-unanswered',
    `{"messages": [${asksInBlock}, {"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}`,
    `{"messages": [${asksInBlock}, {"role": "user", "content": [{"type":"tool_result","tool_use_id":"a","content":""}, {"type": "text", "text": "Hi"}]}]}`,
  ],
  [
    'call-unanswered',
    `{"messages": [${asksInBlock}, ${goesOn}]}`,
    `{"messages": [${asksInBlock}, {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":""}]}, ${goesOn}]}`,
  ],
  [
    'call-unanswered',
    `{"input": [${asksInItem}, ${goesOn}]}`,
    `{"input": [${asksInItem}, {"type":"function_call_output","call_id":"a","output":""}, ${goesOn}]}`,
  ],
  ['E-CALL-SCHEMA', apiReply('a').replace('"{}"', '""'), apiReply('a')],
  ['E-CALL-SCHEMA', apiReply('a').replace('"{}"', 'null'), apiReply('a')],
  ['E-CALL-SCHEMA', apiReply('a').replace('"{}"', '{"a": 1}'), apiReply('a').replace('"{}"', '"{\\"a\\": 1}"')],
  ['E-CALL-SCHEMA', apiReply('a').replace('"{}"', '"{\\"a\\": 1,}"'), apiReply('a').replace('"{}"', '"{\\"a\\": 1}"')],
  [
    'E-CALL-SCHEMA',
    apiReply('a').replace('"{}"', '"{\\"a\\": \'\\u00e9\'}"'),
    apiReply('a').replace('"{}"', '"{\\"a\\": \\"\\u00e9\\"}"'),
  ],
  ['E-CALL-SCHEMA', inContent('{"name": "f"}'), inContent('{"name": "f", "arguments": {}}')],
  ['E-CALL-SCHEMA', inContent('{"name": "f", "arguments": null}'), inContent('{"name": "f", "arguments": {}}')],
  [
    'row-key-misspelled',
    '{"instruction": "Translate.", "inptu": "good night", "output": "nos da"}',
    '{"instruction": "Translate.", "input": "good night", "output": "nos da"}',
  ],
  ['template-unknown', '{"name": "lama"}', '{"name": "llama"}'],
  [
    'template-generation-last',
    '[{"role": "assistant_generation", "content": "a"}, {"role": "user", "content": "b"}]',
    '[{"role": "assistant", "content": "a"}, {"role": "user", "content": "b"}]',
  ],
  [
    'template-generation-after-assistant',
    '{"add_generation_prompt": true, "messages": [{"role": "assistant", "content": "Hi"}]}',
    '{"add_generation_prompt": false, "messages": [{"role": "assistant", "content": "Hi"}]}',
  ],
];

const call = (more: string) => `{"role": "assistant", "channel": "commentary", "tool_call": {${more}}}`;
const reply = (more: string) => `{"role": "tool", ${more}, "content": "4"}`;
const whole = call('"id": "c1", "recipient": "functions.f", "arguments": "{}"');
const answer = reply('"name": "functions.f", "call_id": "c1"');

const projection: Rows = [
  ['E-PARSE-HEADER', '{"role": "Assistant", "content": "Hi"}', '{"role": "assistant", "content": "Hi"}'],
  [
    'E-PARSE-HEADER',
    '{"role": "user", "channel": "finl", "content": "Hi"}',
    '{"role": "user", "channel": "final", "content": "Hi"}',
  ],
  [
    'json-state-invented',
    '{"role": "assistant", "chanel": "analysis", "content": "Hm"}',
    '{"role": "assistant", "channel": "analysis", "content": "Hm"}',
  ],
  [
    'json-state-invented',
    '{"role": "user", "name": "Ann Lee", "content": "Hi"}',
    '{"role": "user", "name": "Ann_Lee", "content": "Hi"}',
  ],
  ['json-state-invented', '{"role": "user", "content": 7}', '{"role": "user", "content": "7"}'],
  [
    'json-state-invented',
    call('"id": "c1", "recipient": "functions.f", "arguments": {"a": "b"}'),
    call('"id": "c1", "recipient": "functions.f", "arguments": "{\\"a\\": \\"b\\"}"'),
  ],
  ['json-state-invented', '{"role": "user", "role": "user", "content": "Hi"}', '{"role": "user", "content": "Hi"}'],
  ['E-CALL-SCHEMA', whole.replace('{}', '{\\"a\\": [1,],}'), whole.replace('{}', '{\\"a\\": [1]}')],
  [
    'E-BODY-CONSTRAINT-VIOLATION',
    call('"id": "c1", "recipient": "functions.f", "content_type": "json", "arguments": "{\\"a\\": 1,}"'),
    call('"id": "c1", "recipient": "functions.f", "content_type": "json", "arguments": "{\\"a\\": 1}"'),
  ],
  ['json-state-invented', whole.replace('"tool', '"content": "", "tool'), whole],
  [
    'call-id-missing',
    call('"recipient": "functions.f", "arguments": "{}"'),
    call('"recipient": "functions.f", "arguments": "{}", "id": "c1"'),
  ],
  [
    'call-id-missing',
    `[${whole}, ${reply('"name": "functions.f"')}]`,
    `[${whole}, ${reply('"name": "functions.f"').replace('}', ', "call_id": "c1"}')}]`,
  ],
  [
    'call-no-recipient',
    `[${call('"id": "c1", "arguments": "{}"')}, ${answer}]`,
    `[${call('"id": "c1", "arguments": "{}", "recipient": "functions.f"')}, ${answer}]`,
  ],
  ['call-id-unmatched', `[${whole}, ${answer.replace('c1', 'x')}]`, `[${whole}, ${answer}]`],
  [
    'tool-name-missing',
    `[${whole}, ${reply('"call_id": "c1"')}]`,
    `[${whole}, ${reply('"call_id": "c1"').replace('}', ', "name": "functions.f"}')}]`,
  ],
  ['tool-name-mismatch', `[${whole}, ${answer.replace('functions.f', 'functions.g')}]`, `[${whole}, ${answer}]`],
  ['tool-channel', `[${whole.replace('commentary', 'analysis')}, ${answer}]`, `[${whole}, ${answer}]`],
  [
    'intent-unknown',
    '{"role": "assistant", "channel": "commentary", "intent": "preambel", "content": "Hm"}',
    '{"role": "assistant", "channel": "commentary", "intent": "preamble", "content": "Hm"}',
  ],
];

const events: Rows = [
  ['stream-event', '{"event": "response.cancle"}', '{"event": "response.cancel"}'],
  [
    'stream-event',
    '{"event": "response.delta", "delta": "a", "message_id": 7}',
    '{"event": "response.delta", "delta": "a", "message_id": "7"}',
  ],
];

/** Returns the examples in a list. `name`: the name of the list. */
const examplesIn = (name: string, rows: Rows, dialect: JsonDialectId): JsonExample[] => {
  const list = `\`${name}\` in test/support/json-fix-examples.ts`;
  return rows.map(([code, before, after]) => ({ dialect, code, before, after, list }));
};

export const jsonExamples: readonly JsonExample[] = [
  ...examplesIn('wire', wire, 'chatml-wire'),
  ...examplesIn('messages', messages, 'messages'),
  ...examplesIn('projection', projection, 'openchatml-json'),
  ...examplesIn('events', events, 'stream-event'),
];
