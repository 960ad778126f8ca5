/** Documents as people paste them. They have the same mistakes as the published examples of ChatML, but other words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonDialectId } from '../../server/src/grammar/index.ts';
import { messagesOf } from '../../server/src/model/json/message.ts';
import { jsonUnit } from '../../server/src/syntax/json/json-unit.ts';
import { summary } from '../support/check.ts';

const START = '{"token": "<|start|>"}';
const MESSAGE = '{"token": "<|message|>"}';
const END = '{"token": "<|end_message|>"}';

const roles = (text: string, dialect: JsonDialectId) =>
  messagesOf(jsonUnit(text), dialect).map(({ role, content }) => `${role}: ${content}`);

test('a conversation with a typographic quote, and a header that the wrong token closes', () => {
  const text = `[
 ${START}, "system", ${MESSAGE},
 "You are a gardener. Keep it short.\\nToday: 2024-04-01",
 ${END},
 ${START}, "user", ${MESSAGE},
 "When do I sow peas",
 ${END},
 ${START}, "assistant", {"token": "<|message|>”},
 "In March or April!",
 ${END},
 ${START}, "user", ${END},
 "And beans?",
 ${END}
]`;
  assert.deepEqual(summary(text, { dialect: 'chatml-wire' }), ['wire-smart-quote «”»', `wire-header-close «${END}»`]);
  assert.deepEqual(roles(text, 'chatml-wire'), [
    'system: You are a gardener. Keep it short.\nToday: 2024-04-01',
    'user: When do I sow peas',
    'assistant: In March or April!',
    'user: And beans?',
  ]);
});

test('an instruction and an autocompletion, with a comma too many', () => {
  const ask = `[
 ${START}, "user", ${MESSAGE},
 "Name three herbs:",
 ${END},
 ${START}, "assistant", ${MESSAGE},
]`;
  assert.deepEqual(summary(ask, { dialect: 'chatml-wire' }), ['wire-trailing-comma «,»']);
  const complete = `[\n ${START}, "user", ${MESSAGE},\n "Last night I went to",\n]`;
  assert.deepEqual(summary(complete, { dialect: 'chatml-wire' }), ['wire-trailing-comma «,»']);
  assert.deepEqual(roles(complete, 'chatml-wire'), ['user: Last night I went to']);
});

test('few examples: line breaks in a string, a quote, a role, a header, a placeholder, a comma', () => {
  const text = `[
 ${START}, "system", ${MESSAGE},
 "You are a translator. Keep it short.
Today: 2024-04-01

Translate from English to Dutch",
 ${END},
 ${START}, "system:example_user", ${MESSAGE},
"Good morning!",
 ${END},
 ${START}, "assistant:example_user", {"token": "<|message|>”},
"Goedemorgen!",
 ${END},
 ${START}, "user", ${END},
"{{what the user says}}",
]`;
  assert.deepEqual(summary(text, { dialect: 'chatml-wire' }), [
    'wire-raw-newline «\n»',
    'wire-role-unknown «"assistant:example_user"»',
    'wire-smart-quote «”»',
    `wire-header-close «${END}»`,
    'wire-placeholder «{{what the user says}}»',
    'wire-trailing-comma «,»',
  ]);
  assert.deepEqual(roles(text, 'chatml-wire').slice(1), [
    'system:example_user: Good morning!',
    'assistant:example_user: Goedemorgen!',
    'user: {{what the user says}}',
  ]);
});

const asked = '{"role": "system", "content": "You teach sums."}, {"role": "user", "content": "What is 2+2?"}';
const answered = `${asked}, {"role": "assistant", "content": "4."}`;

/** Inputs and outputs of chat templates: conversations, and requests that name a template. */
const templates: [text: string, ...problems: string[]][] = [
  [`[${asked}]`],
  [`[${answered}]`],
  [`[${answered}, {"role": "user", "content": "What is 3+3?"}]`],
  ...['simple', 'openai', 'llama', 'chatml'].map((name): [string] => [`{"name": "${name}"}`]),
  ...['openai', 'llama', 'chatml'].flatMap((name): [string][] => [
    [`{"name": "${name}", "messages": [${asked}], "add_generation_prompt": true}`],
    [`{"name": "${name}", "messages": [${answered}], "add_generation_prompt": false}`],
  ]),
  [`{"name": "simple", "messages": [${asked}], "add_generation_prompt": true}`, 'template-lossy «"simple"»'],
];

for (const [text, ...problems] of templates) {
  test(`chat templates: ${text}`, () => assert.deepEqual(summary(text, { dialect: 'messages' }), problems));
}

test('chat templates: the prompt of ChatML', () => {
  const prompt =
    '<|im_start|>system\nYou teach sums.<|im_end|>\n<|im_start|>user\nWhat is 2+2?<|im_end|>\n<|im_start|>assistant\n';
  assert.deepEqual(summary(prompt), []);
});

const call =
  '{"role": "assistant", "channel": "commentary", "tool_call": {"id": "c1", "recipient": "functions.f", "content_type": "json", "arguments": "{}"}}';
const reply = '{"role": "tool", "name": "functions.f", "call_id": "c1", "content": "4"}';
const declared = '{"role": "developer", "content": "namespace functions {\\ntype f = (_: { a: string }) => any;\\n}"}';
const api = (calls: string) =>
  `[{"role": "assistant", "content": null, "tool_calls": [${calls}]}, {"role": "tool", "tool_call_id": "a", "content": "4"}]`;

/** A document, and the problems that are reported. */
const documents: [dialect: JsonDialectId, text: string, ...problems: string[]][] = [
  ['chatml-wire', '{"a": 1}', 'wire-shape «{"a": 1}»'],
  ['chatml-wire', `[${START}, "user", ${MESSAGE}, "Hi", ${START}, "assistant"]`, `wire-footer-missing «${START}»`],
  ['chatml-wire', `[${START}, "user"]`, 'wire-sequence «"user"»'],
  ['chatml-wire', `[${START}]`, 'wire-sequence «{"token": "<|start|>"}»'],
  ['chatml-wire', '[]'],
  ['chatml-wire', `["Hi", ${START}, "assistant"]`, 'wire-sequence «"Hi"»'],
  [
    'chatml-wire',
    `[{"token": "<|im_start|>"}, "user", ${MESSAGE}, "Hi", {"token": "<|end|>"}]`,
    'wire-token-unknown «{"token": "<|im_start|>"}»',
    'wire-token-unknown «{"token": "<|end|>"}»',
  ],
  ['chatml-wire', `[${START}, "Assistant"]`, 'wire-role-unknown «"Assistant"»'],
  ['messages', '[{"role": "assistant", "content": null, "tool_calls": []}]', 'message-empty «null»'],
  ['messages', '[{"role": "assistant", "tool_calls": []}]'],
  [
    'messages',
    '[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}, {"type": "text", "text": "Hi"}]}]',
  ],
  [
    'messages',
    '[{"role": "tool", "tool_call_id": "a", "content": "4"}, {"role": "developer", "content": "Hi"}]',
    'call-id-unmatched «"a"»',
  ],
  [
    'messages',
    '{"messages": [{"role": "user", "content": "Hi"}], "tools": [], "name": "first"}',
    'template-unknown «"first"»',
  ],
  ['messages', '{"messages": 7}', 'template-shape «7»'],
  ['messages', '["Hi"]', 'template-shape «"Hi"»'],
  ['messages', 'not json', 'wire-json «not»'],
  ['messages', '[{"role": "user", "content": "a"}, x]', 'wire-json «x»'],
  ['messages', '{"name": "lama"}', 'template-unknown «"lama"»'],
  ['messages', `{"name": "lama", "messages": [${asked}]}`, 'template-unknown «"lama"»'],
  ['messages', `{"name": "maths-17", "messages": [${asked}]}`, 'template-unknown «"maths-17"»'],
  [
    'messages',
    `{"name": "maths-17", "messages": [${asked}], "add_generation_prompt": true}`,
    'template-unknown «"maths-17"»',
  ],
  ['messages', '[{"role": "user", "content": ["Hi"]}]', 'template-content-type «"Hi"»'],
  ['messages', '[{"role": "user", "content": [{"text": "Hi"}]}]', 'template-content-type «{"text": "Hi"}»'],
  ['messages', '[{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]'],
  [
    'messages',
    '[{"role": "assistant", "content": "x", "tool_call": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}]',
    'template-key-missing «"tool_call"»',
    'call-unanswered «"a"»',
  ],
  [
    'messages',
    api('{"id": "a", "function": {"arguments": "{}"}}'),
    'tool-name-missing «{"id": "a", "function": {"arguments": "{}"}}»',
  ],
  [
    'messages',
    `{"tools": [{"type": "function", "function": {"name": "g"}}], "messages": ${api('{"id": "a", "function": {"name": "f", "arguments": "{}"}}')}}`,
    'tool-undeclared «"f"»',
  ],
  [
    'messages',
    `{"tools": [{"type": "web_search"}], "messages": ${api('{"id": "a", "function": {"name": "f", "arguments": "{}"}}')}}`,
  ],
  ['messages', '{"name": "simple", "messages": [{"role": "user", "content": "Hi"}]}', 'template-lossy «"simple"»'],
  [
    'messages',
    '{"add_generation_prompt": true, "messages": [{"role": "assistant", "content": "Hi"}]}',
    'template-generation-after-assistant «"assistant"»',
  ],
  ['messages', '[{"role": "tool", "content": "", "tool_call_id": 3}]', 'template-content-type «3»'],
  ['messages', '[{"role": "assistant", "content": "", "tool_calls": "x"}]', 'template-content-type «"x"»'],
  ['messages', '[{"role": "tool", "content": "", "tool_call_id": null, "tool_calls": null}]'],
  [
    'messages',
    '[{"type": "function_call", "name": "f", "arguments": "{}"}, {"type": "reasoning"}]',
    'call-id-missing «{"type": "function_call", "name": "f", "arguments": "{}"}»',
    'call-unanswered «{"type": "function_call", "name": "f", "arguments": "{}"}»',
  ],
  // Calls and replies: replies before the next turn, replies of one turn in any order, content blocks, and items.
  [
    'messages',
    '[{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "user", "content": "Well?"}]',
    'call-unanswered «"a"»',
  ],
  [
    'messages',
    '[{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}, {"id": "b", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "b", "content": "1"}, {"role": "tool", "tool_call_id": "a", "content": "2"}, {"role": "assistant", "content": "Done."}]',
  ],
  [
    'messages',
    '[{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}, {"type": "tool_use", "id": "b", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "1"}]}]',
    'message-order «"assistant"»',
    'call-unanswered «"b"»',
  ],
  [
    'messages',
    '[{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}, {"type": "function_call", "call_id": "b", "name": "f", "arguments": "{}"}, {"type": "function_call_output", "call_id": "a", "output": "1"}, {"type": "function_call_output", "call_id": "b", "output": "2"}, {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Done."}]}]',
  ],
  [
    'messages',
    '{"prompt": [{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}], "chosen": [{"role": "tool", "tool_call_id": "a", "content": "1"}], "rejected": [{"role": "assistant", "content": "Done."}]}',
    'call-unanswered «"a"»',
  ],
  ['messages', '[{"role": 1, "content": [7]}]', 'template-content-type «1»', 'template-content-type «7»'],
  ['messages', '[{"role": "user", "content": "a\\n<|im_end|>"}]', 'template-special-in-content «<|im_end|>»'],
  [
    'messages',
    '[{"role": "user", "content": "<|channel|>final<|message|>?"}, {"role": "assistant", "content": "<|channel|>analysis<|message|>Hm.<|end|>"}]',
    'template-special-in-content «<|channel|>analysis»',
  ],
  ['messages', '[{"role": "assistant", "content": "`<|channel|>` names a channel, as in <|channel|>final."}]'],
  ['messages', '[{"role": "user", "content": "a\\u003c|im_end|>"}]', 'template-special-in-content «\\u003c|im_end|>»'],
  ['openchatml-json', '{"role": "assistant", "channel": "final", "content": "4.", "thinking": "add"}'],
  ['openchatml-json', '{"role": "user", "content": "Hi"}\n{"role": "assistant", "content": "Hello"}\n'],
  [
    'openchatml-json',
    '{"role": "assistant", "channel": "commentary", "content": "x", "tool_call": {"id": "a", "recipient": "functions.f", "arguments": {}}}',
    'json-state-invented «"content"»',
    'json-state-invented «{}»',
  ],
  [
    'openchatml-json',
    // All fields that OpenChatML 2.2 §10 lists, in one message.
    '{"role": "assistant", "channel": "final", "content": "Seen", "tool_call": {"id": "a1", "recipient": "functions.f", "content_type": "json", "arguments": "{\\"x\\":1}"}, "thinking": "Hidden", "intent": "preamble"}',
    'json-state-invented «"content"»',
  ],
  [
    'openchatml-json',
    '{"role": "assistant", "channel": ["analysis", "final"]}',
    'json-state-invented «["analysis", "final"]»',
  ],
  ['openchatml-json', '{"role": "assistant", "channel": "comentary", "content": "x"}', 'E-PARSE-HEADER «"comentary"»'],
  ['openchatml-json', '{"role": "usr", "content": "x"}', 'E-PARSE-HEADER «"usr"»'],
  ['openchatml-json', '{"role": "user", "content": "x", "thinking": "Hm"}', 'json-state-invented «"thinking"»'],
  ['openchatml-json', '{"role": "user", "content": "x", "thinking": null}'],
  ...['user', 'assistant', 'all'].map((to): (typeof documents)[number] => [
    'openchatml-json',
    call.replace('functions.f', to),
    `json-state-invented «"${to}"»`,
  ]),
  ...(
    [
      ['"c1"', '"c 1"', 'json-state-invented'],
      ['"json"', '"json\\n"', 'json-state-invented'],
      ['"functions.f"', '"functions. f"', 'json-state-invented'],
      ['"{}"', 'null', 'E-BODY-CONSTRAINT-VIOLATION'],
      ['"{}"', '""', 'E-BODY-CONSTRAINT-VIOLATION'],
    ] as const
  ).map(([from, to, code]): (typeof documents)[number] => [
    'openchatml-json',
    call.replace(from, to),
    `${code} «${to}»`,
  ]),
  ['openchatml-json', call.replace(', "arguments": "{}"', ''), 'E-BODY-CONSTRAINT-VIOLATION «"json"»'],
  ['openchatml-json', call.replace('"json", "arguments": "{}"', '"text"')],
  ['openchatml-json', '{"role": "assistant", "tool_calls": []}', 'json-state-invented «"tool_calls"»'],
  ['openchatml-json', '{"role": "assistant", "chanel": "analysis", "content": "Hm"}', 'json-state-invented «"chanel"»'],
  ['openchatml-json', '{"role": "assistant", "recipient": "f", "content": "Hm"}', 'json-state-invented «"recipient"»'],
  ['openchatml-json', '{"role": "assistant", "ts": 1, "id": "a", "content": "Hm"}'],
  ['openchatml-json', '{"role": "user", "chanel": "final", "content": "Hm"}'],
  ['openchatml-json', '{"role": "tool", "name": "functions.f", "content": "4"}', 'call-id-missing «"tool"»'],
  // Calls and replies in a list, and in lines with one message each.
  ['openchatml-json', `[${call}, ${reply}]`],
  ['openchatml-json', `${call}\n${reply}\n`],
  ['openchatml-json', reply],
  ['openchatml-json', `[${reply}]`, 'call-id-unmatched «"c1"»'],
  ['openchatml-json', `[${call}]`, 'call-unanswered «"functions.f"»'],
  ['openchatml-json', `${call}\n${call}\n`, 'call-id-duplicate «"c1"»'],
  ['openchatml-json', `[${call}, ${reply}, ${reply}]`, 'reply-duplicate «"c1"»'],
  ['openchatml-json', `${call}\n${reply}\n${reply.replace('c1', 'c2')}\n`, 'call-id-unmatched «"c2"»'],
  ['openchatml-json', `[${call}, ${reply.replace('functions.f', 'g')}]`, 'tool-name-mismatch «"g"»'],
  ['openchatml-json', `[${call}, ${reply.replace('functions.f', 'f')}]`],
  ['openchatml-json', `[${call}, ${reply.replace('"name": "functions.f", ', '')}]`, 'tool-name-missing «"tool"»'],
  ['openchatml-json', `[${declared}, ${call}, ${reply}]`, 'E-CALL-SCHEMA «{}»'],
  ['openchatml-json', `${declared}\n${call}\n${reply}\n`, 'E-CALL-SCHEMA «{}»'],
  ['openchatml-json', `[${declared}, ${call.replace('{}', '{\\"a\\": 1}')}, ${reply}]`, 'E-CALL-SCHEMA «1»'],
  [
    'openchatml-json',
    `[${declared}, ${call.replace('{}', '{\\"a\\": \\"x\\", \\"deadline_ms\\": 0}')}, ${reply}]`,
    'deadline-invalid «0»',
  ],
  [
    'openchatml-json',
    `[${declared}, ${call.replace('functions.f', 'functions.g')}]`,
    'tool-undeclared «"functions.g"»',
    'call-unanswered «"functions.g"»',
  ],
  ['openchatml-json', call.replace('{}', '{\\"a\\": }'), 'E-BODY-CONSTRAINT-VIOLATION «}»'],
  ['openchatml-json', call.replace('{}', '[]'), 'E-CALL-SCHEMA «[]»'],
  ['openchatml-json', call.replace('commentary', 'final'), 'tool-channel «"final"»'],
  ['openchatml-json', call.replace('functions.f', 'f'), 'recipient-format «"f"»'],
  ['openchatml-json', '{"role": "user", "intent": "plan", "content": "Hi"}', 'intent-unknown «"plan"»'],
  ['openchatml-json', '{"role": "user", "intent": "preamble", "content": "Hi"}', 'intent-misplaced «"preamble"»'],
  ['openchatml-json', reply.replace('"4"', '"{\\"ok\\": false}"'), 'reply-error «\\"ok\\": false»'],
  ['openchatml-json', '{"role": "user", "content_type": "json", "content": "{"}', 'content-type-mismatch «{»'],
  // Calls as chat APIs write them.
  ['messages', api('{"id": "a", "function": {"name": "f", "arguments": "{}"}}')],
  ['messages', api('{"id": "a", "function": {"name": "f", "arguments": {}}}'), 'E-CALL-SCHEMA «{}»'],
  ['messages', api('{"id": "a", "function": {"name": "f", "arguments": ""}}'), 'E-CALL-SCHEMA «""»'],
  ['messages', api('{"id": "a", "function": {"name": "f", "arguments": "{\\"x\\": }"}}'), 'E-CALL-SCHEMA «}»'],
  ['messages', api('{"id": "a", "function": {"name": "f", "arguments": "7"}}'), 'E-CALL-SCHEMA «"7"»'],
  ['messages', api('{"id": "b", "function": {"name": "f", "arguments": "{}"}}'), 'call-id-unmatched «"a"»'],
  [
    'messages',
    api(
      '{"id": "a", "function": {"name": "f", "arguments": "{}"}}, {"id": "a", "function": {"name": "f", "arguments": "{}"}}',
    ),
    'call-id-duplicate «"a"»',
  ],
  [
    'messages',
    `{"tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}}}], "messages": ${api('{"id": "a", "function": {"name": "f", "arguments": "{\\"x\\": 1}"}}')}}`,
    'E-CALL-SCHEMA «1»',
  ],
  ['stream-event', '{"event": "response.delta", "delta": "a", "channel": "analysis"}', 'stream-event «"analysis"»'],
  ['stream-event', '{"event": "response.done", "message_id": "m1"}'],
  [
    'stream-event',
    '{"event": "response.delta", "message_id": "m1", "delta": "a", "delta": "b"}',
    'stream-event «"delta"»',
  ],
  ['stream-event', '{"event": "tool.cancel", "call_id": "c1"}', 'stream-event «"tool.cancel"»'],
  ['stream-event', '{"event": "response.delta", "delta": "a", "channel": "commentary", "intent": "preamble"}'],
  [
    'stream-event',
    '{"event": "response.delta", "delta": "a", "channel": "commentary", "intent": "debug"}',
    'stream-event «"commentary"»',
  ],
  [
    'stream-event',
    '{"event":"response.delta","delta":"a"}\n{"event":"response.cancel"}\n{"event":"response.delta","delta":"b"}',
    'stream-event «"response.delta"»',
  ],
  ['stream-event', '{"event":"response.cancel"}\n{"event":"response.done"}\n{"event":"response.delta","delta":"b"}'],
  ['stream-event', '{"event": "response.cancle"}', 'stream-event «"response.cancle"»'],
  [
    'stream-event',
    '{"event":"response.cancel","message_id":"m3"}\n\n{"event":"response.delta","message_id":"m3","delta":"x"}\n',
    'stream-event «"response.delta"»',
  ],
  [
    'stream-event',
    '{"event":"response.delta","delta":"x","message_id":"m1"}\n{"event":"response.delta","delta":"y"}',
    'stream-event «"response.delta"»',
  ],
];

for (const [dialect, text, ...problems] of documents) {
  test(`${dialect}: ${text}`, () => assert.deepEqual(summary(text, { dialect }), problems));
}

test('a call that is cancelled is one that the stream has named, where it names any', () => {
  const dialect = 'stream-event';
  const delta = '{"event": "response.delta", "message_id": "m1", "delta": "Hi", "call_id": "c1"}\n';
  const cancel = (id: string) => `{"event": "tool.cancel", "call_id": "${id}", "reason": "slow"}\n`;
  assert.deepEqual(summary(delta + cancel('c2'), { dialect }), ['stream-event «"c2"»']);
  assert.deepEqual(summary(delta + cancel('c1'), { dialect }), []);
  // A stream that contains no calls does not tell which calls exist.
  assert.deepEqual(summary(cancel('c1') + cancel('c2'), { dialect }), []);
});
