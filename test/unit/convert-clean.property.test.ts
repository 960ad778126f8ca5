/** What is written of a document without problems has none, but where a note said so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { convertMessages, type TargetName, targetNames } from '../../server/src/convert/index.ts';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check } from '../support/check.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { documents } from './convert-samples.ts';

const runs = howMany(600);
const seed = seedOf(20_250_801);
const told = new Set(['tags', 'constraint', 'to']);
const grave = new Set<string>(['error', 'warning']);
const problemsOf = (text: string, dialect: AnyDialectId) =>
  check(text, { dialect }).filter(({ severity }) => grave.has(severity));

/**
 * What a form has rules for and 2.2 has not: whether each call is answered, and in its order; that text which reads as a token is
 * told where it does no harm. The library's object is not one that chat APIs take.
 */
const others: Readonly<Partial<Record<TargetName, readonly string[]>>> = {
  'openchatml-0.1': ['function-order'],
  'chatml-wire': ['wire-special-in-text'],
  messages: ['call-unanswered', 'call-reply-misplaced', 'template-special-in-content'],
};

for (const to of targetNames.filter((name) => name !== 'harmony-json')) {
  test(to, () => {
    let clean = 0;
    fc.assert(
      fc.property(documents, (text) => {
        if (problemsOf(text, 'openchatml-2.2').length > 0) return;
        const source = new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-2.2' });
        const { output, notes } = convertMessages(source, { to, from: undefined, keepNames: false, bos: undefined });
        // What was told of these is told by the checker, too: code as arguments, text as a thought.
        if (
          output === undefined ||
          notes.some(({ kind, part }) => kind === 'warning' || (part !== undefined && told.has(part)))
        )
          return;
        clean++;
        const written = 'text' in output ? output.text : JSON.stringify(output.value);
        const found = problemsOf(written, to as AnyDialectId)
          .filter(({ code }) => !others[to]?.includes(code))
          .map(({ code, start, end }) => `${code} «${written.slice(start, end)}»`);
        assert.deepEqual(found, [], `${text}\n→\n${written}`);
      }),
      { numRuns: runs, seed },
    );
    assert.ok(clean > runs / 20, `only ${clean} documents without problems are converted`);
  });
}
