/** Converts to and from rows of Alpaca, as LLaMA-Factory reads them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeness } from '../../server/src/convert/index.ts';
import { check } from '../support/check.ts';
import { lossesOf, ofJson, ofText, thinks, user, valueOf } from '../support/convert.ts';

const answer = (content: string) => ({ role: 'assistant', content });
const row = (instruction: string, output: string, more: object = {}) => ({
  ...{ instruction, input: '', output, system: '', history: [] },
  ...more,
});

test('the last turn is the row, and what precedes it is history', () => {
  const messages = [{ role: 'system', content: 'S' }, user('a'), answer('b'), user('c'), thinks('t', 'd')];
  const converted = ofJson({ messages }, { to: 'alpaca' });
  assert.deepEqual(valueOf(converted), row('c', '<think>\nt\n</think>\n\nd', { system: 'S', history: [['a', 'b']] }));
  assert.deepEqual(lossesOf(converted), []);
  assert.deepEqual(valueOf(ofJson(valueOf(converted), { to: 'messages' })), { messages });
  assert.deepEqual(check(JSON.stringify(valueOf(converted)), { dialect: 'json' }), []);
});

test('a row is the same again', () => {
  const one = row('c', 'd', { system: 'S', history: [['a', 'b']] });
  const converted = ofJson(one, { to: 'alpaca' });
  assert.deepEqual(valueOf(converted), one);
  assert.deepEqual(lossesOf(converted), []);
});

test('tools, calls and replies are losses of one kind each, however many there are', () => {
  const calls = (count: number) => ({
    tools: Array.from({ length: count }, (_, i) => ({ type: 'function', function: { name: `f${i}` } })),
    messages: [
      user('a'),
      ...Array.from({ length: count }, (_, i) => [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: `c${i}`, type: 'function', function: { name: `f${i}`, arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: `c${i}`, content: '5' },
      ]).flat(),
      answer('b'),
    ],
  });
  const kinds = (count: number) => new Set(ofJson(calls(count), { to: 'alpaca' }).notes.map(likeness));
  assert.equal(kinds(1).size, 3);
  assert.deepEqual(kinds(3), kinds(1));
  assert.deepEqual(valueOf(ofJson(calls(3), { to: 'alpaca' })), row('a', 'b'));
});

test('all that the assistant says to a question is one answer, its thoughts first', () => {
  const messages = [user('a'), user('b'), thinks('t', 'c'), thinks('u', 'd')];
  const converted = ofJson({ messages }, { to: 'alpaca' });
  assert.deepEqual(valueOf(converted), row('a\n\nb', '<think>\nt\n\nu\n</think>\n\nc\n\nd'));
  assert.deepEqual(
    converted.notes.map(({ part }) => part),
    ['joined', 'moved', 'joined', 'joined'],
  );
});

test('a missing question or answer is added, and told', () => {
  const converted = ofJson({ messages: [answer('a'), user('b')] }, { to: 'alpaca' });
  assert.deepEqual(valueOf(converted), row('b', '', { history: [['', 'a']] }));
  assert.deepEqual(
    converted.notes.map(({ part }) => part),
    ['question', 'answer'],
  );
});

test('a question that is a whole dialogue is told, since a row may hold one', () => {
  const text = 'Human: Hi\n\nAssistant: Hello';
  assert.match(lossesOf(ofJson([user(text), answer('b')], { to: 'alpaca' })).join(), /looks like a dialogue/);
  // In earlier turns, a dialogue in a question is not searched for.
  assert.deepEqual(lossesOf(ofJson([user(text), answer('b'), user('c'), answer('d')], { to: 'alpaca' })), []);
});

test('an empty instruction adds nothing to its input', () => {
  const converted = ofJson({ instruction: '', input: 'a', output: 'b' }, { to: 'messages' });
  assert.deepEqual(valueOf(converted), { messages: [user('a'), answer('b')] });
  assert.deepEqual(lossesOf(converted), []);
});

test('many messages in a row are joined without deep recursion', () => {
  const said = (role: string) => `<|start|>${role}<|message|>a <think><|end|>`.repeat(20_000);
  const text = `version: 2.2\n${said('user')}${said('assistant')}`;
  for (const to of ['alpaca', 'anthropic'] as const) assert.ok(ofText(text, { to }).notes.length > 10_000, to);
});

test('a token in a thought that marks thoughts is told, as checks report it', () => {
  for (const to of ['alpaca', 'sharegpt'] as const) {
    const lost = (thought: string) => lossesOf(ofJson([user('a'), thinks(thought, '')], { to })).join();
    assert.match(lost('<|start_reflect|>'), /marker of an unclosed thought/);
    assert.doesNotMatch(lost('`<|start_reflect|>`'), /marker of an unclosed thought/);
  }
});

test('rows of Alpaca are converted to rows with a prompt and a completion, even if they are read as such', () => {
  const options = { from: 'prompt-completion', to: 'prompt-completion' } as const;
  const converted = { prompt: [user('q')], completion: [answer('a')] };
  const rows = [
    { instruction: 'q', input: '', output: 'a' },
    { ...converted, more: 1 },
  ];
  assert.deepEqual(valueOf(ofJson(rows[0], options)), converted);
  assert.deepEqual(valueOf(ofJson(rows, options)), [converted, converted]);
  // A row that is converted to its own form keeps all of its fields.
  assert.deepEqual(valueOf(ofJson(rows[1], options)), rows[1]);
  const texts = { prompt: 'q', completion: 'a' };
  assert.deepEqual(valueOf(ofJson(texts, options)), texts);
});
