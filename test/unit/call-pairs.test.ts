/**
 * Calls and replies with full or abbreviated names, and late replies: problems, `inspect --calls` and streams pair them in the same way.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { JsonChecker } from '../../server/src/checker/json/checker.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { callsIn } from '../../server/src/inspect/calls.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const call = (to: string, id = '') =>
  `<|start|>assistant<|channel|>commentary to=${to}${id}<|constrain|>json<|message|>{}<|call|>`;
const reply = (role: string, content = '1', id = '') =>
  `<|start|>${role}${id} to=assistant<|channel|>commentary<|message|>${content}<|end|>`;
const user = '<|start|>user<|message|>Well?<|end|>';
const cancelled = '{"error": "E-TOOL-CANCELLED"}';

/** Returns the codes of the reported problems, the statuses of the listed calls, and the calls that a stream cancels by itself. */
function told(text: string, dialect: DialectId = 'harmony') {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect });
  const { problems } = new Checker(transcript, { strict: false, levels: {} }).problems(100);
  const events: string[] = [];
  const stream = new TranscriptStream((event) => event.event === 'tool.cancel' && events.push(event.call_id ?? ''), {
    choice: { dialect },
  });
  stream.write(text);
  stream.end();
  return {
    reported: problems
      .map(({ problem }) => problem.code)
      .filter((code) => /^call-(?:id-unm|una)/.test(code))
      .sort(),
    statuses: callsIn(transcript).map(({ id, status }) => `${id} ${status}`),
    events,
  };
}

test('a reply of Harmony may name the function without its namespace, and the call too', () => {
  for (const [to, role] of [
    ['functions.f', 'f'],
    ['f', 'functions.f'],
    ['f', 'f'],
  ] as const)
    assert.deepEqual(told(call(to) + reply(role, cancelled)), {
      reported: [],
      statuses: ['h1 cancelled'],
      events: ['h1'],
    });
  assert.deepEqual(told(call('functions.f') + reply('functions.g')), {
    reported: ['call-id-unmatched', 'call-unanswered'],
    statuses: ['h1 open'],
    events: [],
  });
});

test('a reply that comes after the next question and another call answers its own call', () => {
  const late = [user, call('functions.f'), user, call('functions.g'), reply('functions.f'), reply('functions.g')];
  assert.deepEqual(told(late.join('')), { reported: [], statuses: ['h1 answered', 'h2 answered'], events: [] });
});

test('a reply is not that of a call with an id, unless it has that id', () => {
  const { statuses, events } = told(call('functions.f', ' call_id=c1') + reply('functions.f', cancelled));
  assert.deepEqual({ statuses, events }, { statuses: ['c1 open'], events: [] });
});

test('one that answers a call once more cancels nothing: a stream has told already that the call is over', () => {
  const text = call('functions.f', ' call_id=c1') + reply('functions.f', '1', ' call_id=c1');
  assert.deepEqual(told(text + reply('functions.f', cancelled, ' call_id=c1')).events, []);
});

test('a stream of which each call is forgotten once it is answered keeps the ones that are open', () => {
  const events: string[] = [];
  const stream = new TranscriptStream(({ call_id: id }) => id !== undefined && events.push(id), {
    choice: { dialect: 'harmony' },
  });
  stream.write(call('functions.g'));
  for (let i = 0; i < 300; i++) stream.write(call('functions.f') + reply('f'));
  stream.write(call('functions.h') + user);
  stream.cancel('interrupted');
  assert.deepEqual(events, ['h1', 'h302']);
});

test('an event that cancels an unknown call is reported where events name calls, and not where none does (A-149)', () => {
  const problems = (...events: object[]) => {
    const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    const document = new JsonDocument('test:', 'json', 0, text, 'stream-event', true);
    const checker = new JsonChecker(document, { strict: false, levels: {} });
    return checker.problems(100).problems.map(({ index, problem: { code, message } }) => `${index} ${code} ${message}`);
  };
  const event = { event: 'tool.cancel', call_id: 'c2', reason: 'x' };
  assert.deepEqual(problems(event, event), []);
  const debug = (id: string) => ({ event: 'debug.delta', call_id: id, delta: '{}' });
  const about = (found: readonly string[]) => found.filter((one) => one.includes('so nothing is cancelled'));
  assert.match(about(problems(debug('c1'), event)).join(), /^1 stream-event No call in this stream has the id `c2`/);
  assert.deepEqual(about(problems(debug('c2'), event)), []);
});

test('events for developers are told once, and are not faults', () => {
  const text = ['debug', 'debug.delta', 'debug.delta', 'response.delta']
    .map((event) => `${JSON.stringify({ event, role: 'assistant', delta: 'a' })}\n`)
    .join('');
  const document = new JsonDocument('test:', 'json', 0, text, 'stream-event', true);
  const { problems } = new JsonChecker(document, { strict: false, levels: {} }).problems(100);
  assert.deepEqual(
    problems.map(({ index, problem: { code, severity } }) => [index, code, severity]),
    [[0, 'stream-event', 'information']],
  );
});
