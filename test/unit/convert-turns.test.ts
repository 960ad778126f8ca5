/** Replies and calls are paired even if neither has a name, and reasoning may have only its end tag. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertJson, convertTranscript } from '../../server/src/convert/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const options = { from: undefined, keepNames: false, bos: undefined } as const;
const frame = (role: string, body: string, end = '<|eot_id|>') =>
  `<|start_header_id|>${role}<|end_header_id|>\n\n${body}${end}`;
const call = (name: string) => frame('assistant', `{"name": "${name}", "parameters": {}}`, '<|eom_id|>');

test('a reply without a name answers a call of its own turn', () => {
  const ids = (...frames: string[]) => {
    const source = new Transcript('test:', 'ocml', 0, frames.join(''), { dialect: 'llama3' });
    const { output } = convertTranscript(source, { ...options, to: 'messages' });
    const { messages } = (output as { value: { messages: Record<string, unknown>[] } }).value;
    return messages.flatMap(({ tool_calls: calls, tool_call_id: answers }) =>
      Array.isArray(calls) ? calls.map(({ id, function: { name } }) => `${name}=${id}`) : (answers ?? []),
    );
  };
  const [weather, time, reply] = [call('weather'), call('time'), frame('ipython', '14:05')];
  assert.deepEqual(ids(frame('user', 'Oslo?'), weather, frame('user', 'The time?'), time, reply), [
    'weather=f1',
    'time=f2',
    'f2',
  ]);
  assert.deepEqual(ids(frame('user', 'Both?'), weather, time, reply, reply), ['weather=f1', 'time=f2', 'f1', 'f2']);
});

test('an end of a thought in the middle of a sentence is mentioned', () => {
  const notes = (content: string) => {
    const messages = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content },
    ];
    return convertJson(JSON.stringify({ messages }), { ...options, to: 'openchatml-2.2' }, true).notes.map(
      ({ message }) => message,
    );
  };
  assert.match(notes('Use </think> to close it.').join(), /^The opening tag of this thought is missing.*backticks/);
  for (const usual of [
    'add both\n</think>\n\n4',
    'add both</think>\n4',
    '<think>add</think> 4',
    'Use `</think>` here.',
  ])
    assert.deepEqual(notes(usual), [], usual);
});
