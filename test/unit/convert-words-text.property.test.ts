/** No part of a transcript is dropped silently: each word is in the output, or a note covers it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { convertJson, jsonOf, type Note, type TargetName, targetNames } from '../../server/src/convert/index.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { ofText } from '../support/convert.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { textSources } from './convert-texts.ts';

const runs = howMany(600);
const seed = seedOf(20_250_803);

/** Replaces each `@` with a different word that occurs nowhere else. */
function worded(text: string): string {
  let next = 0;
  return text.replaceAll('@', () => `word${next++}end`);
}

function assertAccounted(text: string, to: TargetName, dialect: DialectId): void {
  const { output, notes } = ofText(text, { to }, dialect);
  if (output === undefined) {
    assert.ok(
      notes.some(({ kind }) => kind === 'refused'),
      text,
    );
    return;
  }
  assertWords(text, 'text' in output ? output.text : jsonOf(output.value), notes);
}

function assertWords(text: string, written: string, notes: readonly Note[]): void {
  for (const { 0: word, index } of text.matchAll(/word\d+end/g)) {
    const isTold = notes.some((note) => reachOf(note, text).some(({ start, end }) => start <= index && index < end));
    assert.ok(isTold || written.includes(word), `${word}\n${text}\n→ ${written}\n${JSON.stringify(notes)}`);
  }
}

/**
 * Returns the parts of the text that a note covers: its own range, and the whole message if the message is dropped.
 *
 * A note on a tool that is not declared in the output covers the text up to the next token.
 */
function reachOf({ start, end, part, of, message }: Note, text: string) {
  const isTool = message.includes('is not declared in the output');
  return [
    { start, end },
    ...(part === 'message' && of ? [of.whole] : []),
    ...(isTool ? [{ start, end: text.indexOf('<|', end) }] : []),
  ];
}

for (const [name, { dialect, begins, messages, between, ends }] of Object.entries(textSources)) {
  const documents = fc
    .tuple(
      fc.constantFrom(...begins),
      fc.array(fc.tuple(fc.constantFrom(...messages), fc.constantFrom(...between)), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...ends),
    )
    .map(([begin, said, end]) => worded(begin + said.map(([one, gap]) => one + gap).join('') + end));

  suite(name, () => {
    for (const to of targetNames)
      test(`to ${to}: random documents`, () => {
        fc.assert(
          fc.property(documents, (text) => assertAccounted(text, to, dialect)),
          { numRuns: runs, seed },
        );
      });
    test('each message alone', () => {
      for (const one of messages)
        for (const to of targetNames) assertAccounted(worded(`${begins[0]}${one}`), to, dialect);
    });
    test('each message as the text of a row', () => {
      for (const one of messages)
        for (const to of targetNames) {
          const row = worded(JSON.stringify({ text: begins[0] + one }));
          const { output, notes } = convertJson(
            row,
            { to, from: dialect, keepNames: false, bos: undefined, row: true },
            true,
          );
          if (output === undefined) assert.ok(notes.some(({ kind }) => kind === 'refused'));
          else assertWords(row, 'text' in output ? output.text : jsonOf(output.value), notes);
        }
    });
  });
}
