/** No fix reveals hidden text without saying so. Every fix of mutated cases, examples and rule pages is tried. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits, fixAll } from '../../server/src/fixes/fix-all.ts';
import { fixDocument } from '../../server/src/fixes/json/fix-all.ts';
import { type DialectId, type JsonDialectId, jsonDialects } from '../../server/src/grammar/index.ts';
import { casesOf } from '../conformance/expectations.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { applications, checked } from '../support/fix.ts';
import { examples } from '../support/fix-examples/index.ts';
import { checkedJson, jsonApplications } from '../support/json-fix.ts';
import { jsonExamples } from '../support/json-fix-examples.ts';
import { newlyShown, revealFaults } from '../support/reveal.ts';
import { root } from '../support/root.ts';
import { replacements, edits as textEdits } from './random-edits.ts';
import { edits as jsonEdits } from './random-json.ts';

const numRuns = howMany(300);
const seed = seedOf(20_250_801);

const folder = join(root, 'docs/rules');
const pages = readdirSync(folder).flatMap((file) => [
  ...readFileSync(join(folder, file), 'utf8').matchAll(/^```(ocml|json)(?: ([\w-]+))?\n([^]*?)\n```$/gm),
]);

interface Sample<Dialect> {
  readonly text: string;
  readonly dialect: Dialect;
}

const texts: Sample<DialectId | undefined>[] = [
  ...casesOf(['openchatml-2.2', 'harmony', 'openchatml-0.1']).map(({ text, language }) => ({
    text,
    dialect: language as DialectId,
  })),
  ...pages.flatMap(([, kind, dialect, text = '']) =>
    kind === 'ocml' ? [{ text, dialect: dialect as DialectId | undefined }] : [],
  ),
  ...examples.map(({ before, dialect }) => ({ text: before, dialect })),
];
const lists: Sample<JsonDialectId>[] = [
  ...casesOf(jsonDialects).map(({ text, language }) => ({ text, dialect: language as JsonDialectId })),
  ...pages.flatMap(([, kind, dialect, text = '']) =>
    kind === 'json' && dialect ? [{ text, dialect: dialect as JsonDialectId }] : [],
  ),
  ...jsonExamples.map(({ before, dialect }) => ({ text: before, dialect })),
];

test('text', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(textEdits, { minLength: 1, maxLength: 2 }),
      ({ text, dialect }, list) => {
        const mutated = list
          .flatMap((edit) => replacements(edit, text))
          .reduce((all, { start, end, insert }) => all.slice(0, start) + insert + all.slice(end), text);
        const before = checked(mutated, dialect);
        for (const { fix, after } of applications(before))
          assert.deepEqual(revealFaults(fix, before.transcript, after), [], fix.title);
        const fixed = fixAll(before.transcript, { strict: false, levels: {} });
        assert.deepEqual(newlyShown(before.transcript, fixed.text), []);
      },
    ),
    { numRuns, seed },
  );
});

test('JSON', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...lists),
      fc.array(jsonEdits, { minLength: 1, maxLength: 2 }),
      ({ text, dialect }, list) => {
        const mutated = list.reduce((current, { from, length, insert }) => {
          const start = Math.floor(from * current.length);
          return current.slice(0, start) + insert + current.slice(start + length);
        }, text);
        const before = checkedJson(mutated, dialect);
        for (const { fix, after } of jsonApplications(before))
          assert.deepEqual(revealFaults(fix, before.document, after), [], fix.title);
        const after = applyEdits(mutated, fixDocument(before.document, before.inspector));
        assert.deepEqual(newlyShown(before.document, after), []);
      },
    ),
    { numRuns, seed },
  );
});
