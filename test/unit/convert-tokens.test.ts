/** Converts Harmony to and from token ids, which can express more than text can. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  convertJson,
  convertTokens,
  convertTranscript,
  isTokenArray,
  isTokens,
  type Options,
} from '../../server/src/convert/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { decodeTokens } from '../../server/src/tokens/harmony.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { documents } from './convert-samples.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);

const usual: Options = { to: 'harmony', from: undefined, keepNames: false, bos: undefined };
const open = (text: string) => new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-2.2' });
const back = (ids: unknown, to: Options['to'], more: Partial<Options> = {}) =>
  convertTokens(JSON.stringify(ids), { ...usual, ...more, to });
const valueOf = ({ output }: ReturnType<typeof back>) => (output && 'value' in output ? output.value : undefined);
const textOf = ({ output }: ReturnType<typeof back>) => (output && 'text' in output ? output.text : undefined);

test('what Harmony text cannot hold is written and read back', () => {
  const list = {
    messages: [
      { role: 'user', content: 'Say <|end|>, <<|start|> and `<|start|>assistant` 漢字 😀' },
      { role: 'assistant', reasoning_content: '<|channel|>final<|message|>', content: '<|return|>' },
    ],
  };
  const text = JSON.stringify(list);
  const refused = convertJson(text, usual, true);
  assert.equal(refused.output, undefined);
  assert.match(refused.notes[0]?.message ?? '', /Convert to token ids, which can express it: .*--tokens/);
  const { output, notes } = convertJson(text, { ...usual, tokens: true }, true);
  assert.deepEqual(notes, []);
  const ids = valueOf({ output, notes, placed: true });
  assert.deepEqual(valueOf(back(ids, 'messages')), list);
  assert.match(textOf(back(ids, 'openchatml-2.2')) ?? '', /<\|message\|>Say <<\|end\|>, <<<\|start\|> and `<<\|start/);
  assert.deepEqual(valueOf(back(ids, 'harmony', { tokens: true })), ids);
});

test('numbers say what the JSON of the library says, and what the text says where there is one', () => {
  const named = { ...usual, keepNames: true };
  let both = 0;
  fc.assert(
    fc.property(documents, (any) => {
      const text = any.replace(/\p{Surrogate}/gu, '\uFFFD');
      const ids = valueOf(convertTranscript(open(text), { ...named, tokens: true }));
      const asJson = convertTranscript(open(text), { ...named, to: 'harmony-json' });
      assert.ok(Array.isArray(ids), text);
      assert.deepEqual(valueOf(back(ids, 'harmony-json')), valueOf(asJson), text);
      assert.deepEqual(valueOf(back(ids, 'harmony', { tokens: true, keepNames: true })), ids, text);
      const written = textOf(convertTranscript(open(text), named));
      if (written === undefined) return;
      both++;
      assert.equal(decodeTokens(ids).text, written);
    }),
    { numRuns: runs, seed },
  );
  assert.ok(both > runs / 4, `only ${both} can be said as text`);
});

test('half a character is not a token, and no UTF-8: it is told', () => {
  const text = JSON.stringify({ messages: [{ role: 'user', content: 'ab\uD83D' }] });
  const told = (more: Partial<Options>) =>
    convertJson(text, { ...usual, ...more }, true).notes.map(({ start, end }) => text.slice(start, end));
  for (const more of [{ tokens: true }, { to: 'openchatml-2.2' }] as const) assert.deepEqual(told(more), ['\\ud83d']);
  for (const more of [{ to: 'messages' }, { row: true }] as const) assert.deepEqual(told(more), []);
});

suite('places', () => {
  const text = '[200006, 1428, 200008, 13225, 200007]';

  test('a number that no token has is refused, and named', () => {
    const { output, notes } = convertTokens('200006 9999999', usual);
    assert.equal(output, undefined);
    assert.deepEqual(
      notes.map(({ start, end, message }) => [start, end, message]),
      [[7, 14, '9999999 is not a Harmony token id.']],
    );
  });

  test('what is lost is told at its numbers', () => {
    const mixed = text.replace('13225', '13225, 200002').replace(']', ', 13225]');
    const { notes } = convertTokens(mixed, { ...usual, to: 'messages' });
    assert.deepEqual(
      notes.map(({ start, end }) => mixed.slice(start, end)),
      ['200002', '200007, 13225'].slice(0, notes.length),
    );
  });

  test('a part of a character is told, with the number that has it', () => {
    // These tokens encode only the first half of the bytes of 😀.
    const half = text.replace('13225', '13225, 61138');
    const { notes, output } = convertTokens(half, { ...usual, to: 'messages' });
    assert.match(JSON.stringify(output), /\uFFFD/);
    assert.deepEqual(
      notes.map(({ start, end, message }) => [half.slice(start, end), message]),
      [['61138', 'Some tokens encode only part of a character, and become U+FFFD.']],
    );
  });
});

test('lists of numbers are told from all else, in linear time', () => {
  for (const list of ['[1, 2]', ' [ 1,2\n]\n', '1 2\n3', '7']) assert.ok(isTokens(list), list);
  for (const other of ['', '[]', '[1.5]', '[-1]', '[1', '1a', '"1"', '{}', ' ']) assert.ok(!isTokens(other), other);
  assert.ok(!isTokenArray('1 2'));
  const long = ' '.repeat(1e6);
  for (const hostile of [`1${long}x`, `[1${long}x`, `${long}x`, `[${long}]${long}`]) assert.ok(!isTokens(hostile));
});
