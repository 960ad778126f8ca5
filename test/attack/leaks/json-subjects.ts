/**
 * Subjects that are JSON. Each message is attacked in three positions: its original one, as the first message, and after a good message.
 */
import type { JsonDialectId } from '../../../server/src/grammar/index.ts';
import { type Subject, subject } from './subject.ts';

interface Family {
  readonly group: string;
  readonly dialect: JsonDialectId;
  readonly messages: readonly string[];
  readonly good: string;
  /** The text before, between and after the messages. */
  readonly frame: readonly [string, string, string];
  readonly alone?: boolean;
}

const projection = [
  '{"role": "system", "content": "HIDE"}',
  '{"content": "HIDE", "role": "developer"}',
  '{"role": "user", "name": "ann", "content": "SHOW"}',
  '{"role": "assistant", "channel": "analysis", "content": "HIDE"}',
  '{"content": "HIDE", "role": "assistant", "channel": "analysis"}',
  '{"role": "assistant", "channel": "commentary", "intent": "preamble", "content": "SHOW"}',
  '{"role": "assistant", "content": "HIDE", "channel": "commentary", "intent": "status"}',
  '{"role": "assistant", "channel": "commentary", "content": "HIDE"}',
  '{"role": "assistant", "channel": "commentary", "tool_call": {"id": "c1", "recipient": "functions.f", "content_type": "json", "arguments": "{\\"q\\": \\"HIDE\\"}"}}',
  '{"role": "tool", "name": "functions.f", "call_id": "c1", "content": "HIDE"}',
  '{"role": "assistant", "to": "python", "channel": "commentary", "content": "HIDE"}',
  '{"role": "assistant", "thinking": "HIDE", "channel": "final", "content": "SHOW"}',
  '{"role": "assistant", "content": "SHOW <|start_reason|>HIDE<|end_reason|> SHOW"}',
];

const list = [
  '{"role": "system", "content": "HIDE"}',
  '{"content": "HIDE", "role": "developer"}',
  '{"role": "user", "content": "SHOW"}',
  '{"role": "assistant", "reasoning_content": "HIDE", "content": "SHOW"}',
  '{"role": "assistant", "content": [{"type": "reasoning", "text": "HIDE"}, {"type": "text", "text": "SHOW"}]}',
  '{"role": "assistant", "content": [{"type": "thinking", "thinking": "HIDE"}, {"text": "HIDE", "type": "reasoning"}]}',
  '{"role": "assistant", "content": [{"type": "text", "text": "SHOW"}, {"type": "tool_use", "id": "t1", "name": "f", "input": {"q": "NOTE"}}]}',
  '{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "HIDE"}]}',
  '{"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{\\"q\\": \\"HIDE\\"}"}}]}',
  '{"role": "tool", "tool_call_id": "c1", "content": "HIDE"}',
  '{"role": "assistant", "channel": "analysis", "content": "HIDE"}',
  '{"role": "assistant", "content": "HIDE", "channel": "analysis"}',
  '{"role": "assistant", "content": "<think>HIDE</think>SHOW"}',
  '{"role": "assistant", "content": "SHOW\\n<tool_call>\\n{\\"name\\": \\"f\\", \\"arguments\\": {\\"q\\": \\"HIDE\\"}}\\n</tool_call>"}',
  '{"role": "user", "content": "<tool_response>\\nHIDE\\n</tool_response>"}',
];

const wireMessage = (role: string, text: string) =>
  `{"token": "<|start|>"}, "${role}", {"token": "<|message|>"}, "${text}", {"token": "<|end_message|>"}`;

const wire = [
  wireMessage('system', 'HIDE'),
  wireMessage('system:example_user', 'HIDE'),
  wireMessage('system:example_assistant', 'HIDE'),
  wireMessage('user', 'SHOW'),
  wireMessage('assistant', '<think>HIDE</think>SHOW'),
  wireMessage('system', 'HIDE", "HIDE'),
  wireMessage('assistant', 'SHOW", "SHOW'),
];

/** Conversations in the shapes of data sets and chat APIs. */
const shareGpt = [
  '{"from": "system", "value": "HIDE"}',
  '{"value": "SHOW", "from": "human"}',
  '{"from": "function_call", "value": "{\\"name\\": \\"f\\", \\"arguments\\": {\\"q\\": \\"HIDE\\"}}"}',
  '{"from": "observation", "value": "HIDE"}',
  '{"from": "gpt", "value": "<think>HIDE</think>SHOW"}',
  '{"value": "HIDE", "from": "tool"}',
];

const items = [
  '{"role": "developer", "content": "HIDE"}',
  '{"role": "user", "content": [{"type": "input_text", "text": "SHOW"}]}',
  '{"type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "HIDE"}]}',
  '{"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{\\"q\\": \\"HIDE\\"}"}',
  '{"type": "function_call_output", "call_id": "c1", "output": "HIDE"}',
  '{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "SHOW"}]}',
];

const blocks = [
  '{"role": "user", "content": "SHOW"}',
  '{"role": "assistant", "content": [{"type": "thinking", "thinking": "HIDE", "signature": "x"}, {"type": "text", "text": "SHOW"}]}',
  '{"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {"q": "NOTE"}}]}',
  '{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "HIDE"}]}',
];

const answers = [
  '{"prompt": "HIDE", "completion": "SHOW"}',
  '{"prompt": [{"role": "system", "content": "HIDE"}, {"role": "user", "content": "SHOW"}], "completion": [{"role": "assistant", "content": "<think>HIDE</think>SHOW"}]}',
  '{"prompt": "HIDE", "chosen": "<think>HIDE</think>SHOW", "rejected": "HIDE"}',
  '{"chosen": [{"role": "system", "content": "HIDE"}, {"role": "assistant", "content": "SHOW"}], "rejected": [{"role": "assistant", "content": "HIDE"}]}',
  '{"chosen": "HIDE", "rejected": "HIDE"}',
];

/** The wire format as it was published later, with the role and the text in one string. */
const imMessage = (role: string, text: string) =>
  `{"token": "<|im_start|>"}, "${role}\\n${text}", {"token": "<|im_end|>"}`;
const imWire = [
  imMessage('user', 'SHOW'),
  imMessage('system', 'HIDE'),
  imMessage('system name=example_user', 'HIDE'),
  imMessage('assistant', '<think>HIDE</think>SHOW'),
  imMessage('tool', 'HIDE'),
  imMessage('assistant', 'SHOW'),
  imMessage('user', 'SHOW'),
  imMessage('assistant', 'SHOW'),
];

/** Events are not messages, so their view shows nothing. */
const events = [
  '{"event": "response.delta", "message_id": "m1", "channel": "analysis", "delta": "NOTE"}',
  '{"event": "response.delta", "message_id": "m2", "channel": "final", "delta": "NOTE"}',
  '{"event": "tool.cancel", "call_id": "c1", "reason": "NOTE"}',
];

/** Returns a message without spaces, as programs write it. In such a message, the effects of a fault do not end with the line. */
const compact = (message: string) => JSON.stringify(JSON.parse(`[${message}]`)).slice(1, -1);

/** Messages without an end token. Each one ends where the next begins. */
const unclosed = wire.map((message) => message.replace(/, \{"token": "<\|end_message\|>"\}$/, ''));

const spaced = ['[\n', ',\n', '\n]\n'] as const;
const dense = ['[', ',', ']'] as const;
const lines = ['', '\n', '\n'] as const;
const good = '{"role": "user", "content": "SHOW"}';
const goodWire = wireMessage('user', 'SHOW');

const families: readonly Family[] = [
  { group: 'projection', dialect: 'openchatml-json', messages: projection, good, frame: spaced },
  {
    group: 'projection',
    dialect: 'openchatml-json',
    messages: projection.map(compact),
    good,
    frame: dense,
    alone: true,
  },
  { group: 'projection, lines', dialect: 'openchatml-json', messages: projection, good, frame: lines },
  { group: 'messages', dialect: 'messages', messages: list, good, frame: spaced },
  { group: 'messages', dialect: 'messages', messages: list.map(compact), good, frame: dense, alone: true },
  {
    group: 'messages, object',
    dialect: 'messages',
    messages: list.slice(0, 6),
    good,
    frame: ['{"messages": [\n', ',\n', '\n]}\n'],
  },
  {
    group: 'messages, lines',
    dialect: 'messages',
    messages: [`[${list.slice(0, 5).join(', ')}]`, `{"messages": [${list.slice(5).join(', ')}]}`],
    good: `[${good}]`,
    frame: lines,
  },
  {
    group: 'ShareGPT',
    dialect: 'messages',
    messages: shareGpt,
    good: '{"from": "human", "value": "SHOW"}',
    frame: ['{"conversations": [\n', ',\n', '\n]}\n'],
    alone: true,
  },
  {
    group: 'Responses API',
    dialect: 'messages',
    messages: items,
    good: '{"type": "message", "role": "user", "content": "SHOW"}',
    frame: ['{"instructions": "HIDE", "input": [\n', ',\n', '\n]}\n'],
    alone: true,
  },
  {
    group: 'Anthropic',
    dialect: 'messages',
    messages: blocks,
    good,
    frame: ['{"system": "HIDE", "messages": [\n', ',\n', '\n]}\n'],
    alone: true,
  },
  {
    group: 'answers, lines',
    dialect: 'messages',
    messages: answers,
    good: '{"prompt": "HIDE", "completion": "SHOW"}',
    frame: lines,
    alone: true,
  },
  {
    group: 'answers, list',
    dialect: 'messages',
    messages: answers,
    good: '{"prompt": "HIDE", "completion": "SHOW"}',
    frame: spaced,
  },
  { group: 'wire', dialect: 'chatml-wire', messages: wire, good: goodWire, frame: spaced },
  { group: 'wire', dialect: 'chatml-wire', messages: wire.map(compact), good: goodWire, frame: dense, alone: true },
  { group: 'wire, no ends', dialect: 'chatml-wire', messages: unclosed, good: goodWire, frame: spaced },
  {
    group: 'wire, im',
    dialect: 'chatml-wire',
    messages: imWire,
    good: imMessage('user', 'SHOW'),
    frame: ['[\n', ', "\\n",\n', '\n]\n'],
    alone: true,
  },
  {
    group: 'events',
    dialect: 'stream-event',
    messages: events,
    good: '{"event": "response.delta", "delta": "Hello"}',
    frame: lines,
  },
];

function ofFamily({ group, dialect, messages, good, frame: [begin, between, end], alone }: Family): Subject[] {
  const isLines = begin === '';
  const common = {
    group,
    dialect,
    lines: isLines,
    good: begin + good.replace('SHOW', 'Hello').replace('HIDE', '') + between,
  };
  const text = begin + messages.join(between) + end;
  const whole = subject({ ...common, name: `${group}, whole`, text });
  if (!alone) return [whole];
  const one = (name: string, attacked: string) =>
    subject({
      ...common,
      name: `${group}, ${name}`,
      text: begin + attacked + between + good + end,
      // The name of the list is attacked only in the complete list: without it, nothing is shown.
      target: { start: begin.includes(':') ? begin.length : 0, end: begin.length + attacked.length + between.length },
    });
  const hiding = messages.filter((message) => /HIDE|NOTE/.test(message));
  return [
    whole,
    ...hiding.flatMap((message, i) => [
      one(`message ${i} first`, message),
      one(`message ${i} after a good one`, good + between + message),
    ]),
  ];
}

export const jsonSubjects: readonly Subject[] = families.flatMap(ofFamily);
