/** Every fix that is offered in the cases and on the pages of the rules removes its fault and causes no other. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fixAll } from '../../server/src/fixes/fix-all.ts';
import { fixersOf } from '../../server/src/fixes/index.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { rules } from '../../server/src/rules/index.ts';
import { looksIn } from '../../server/src/rules/support/rule.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { applications, checked, faultOf, askedFor as levels, tally } from '../support/fix.ts';
import { examples } from '../support/fix-examples/index.ts';
import { newlyShown } from '../support/reveal.ts';
import { root } from '../support/root.ts';
import { casesOf } from './expectations.ts';

interface Sample {
  readonly text: string;
  readonly dialect: DialectId | undefined;
  /** The code that the sample is an example of. */
  readonly code?: string;
}

const folder = join(root, 'docs/rules');
const pages = readdirSync(folder).flatMap((file) => {
  const page = readFileSync(join(folder, file), 'utf8');
  return [...page.matchAll(/^```ocml( harmony)?(?: \(\w+\))?\n([^]*?)\n```$/gm)].map(
    ([, harmony, text = '']): Sample => ({ text, dialect: harmony === undefined ? undefined : 'harmony' }),
  );
});
const samples: readonly Sample[] = [
  ...casesOf(['openchatml-2.2', 'harmony', 'openchatml-0.1']).map(({ text, language }) => ({
    text,
    dialect: language as DialectId,
  })),
  ...pages,
  ...examples.map(({ before, dialect, code }) => ({ text: before, dialect, code })),
];

/** The codes whose fixes were applied, by the table of fixes. The 2.x dialects share a table. */
const applied = new Map(
  Object.values(families)
    .map(fixersOf)
    .map((fixers) => [fixers, new Set<string>()]),
);

/** Returns the names of the lists with examples for a table of fixes. */
function listsFor(fixers: object): string {
  const own = examples.filter(({ dialect = 'openchatml-2.2' }) => fixersOf(families[dialect]) === fixers);
  return [...new Set(own.map(({ list }) => list))].join(' or ');
}

suite('every fix mends its fault, adds none, and leaves bodies alone', () => {
  for (const [i, sample] of samples.entries()) {
    const { text, dialect } = sample;
    test(`sample ${i}`, () => {
      const before = checked(text, dialect, levels);
      const faults = applications(before).map((application) => {
        applied.get(fixersOf(before.transcript.family))?.add(application.placed.problem.code);
        return faultOf(before, application, dialect, levels);
      });
      assert.equal(faults.filter((fault) => fault !== '').join('\n\n'), '');
    });
  }

  test('all of them were applied', () => {
    const missing: string[] = [];
    for (const [fixers, codes] of applied)
      for (const [code, fixer] of Object.entries(fixers))
        if ('fix' in fixer && !codes.has(code))
          missing.push(`no example has a fix of \`${code}\`: add a row to ${listsFor(fixers)}`);
    assert.equal(missing.length, 0, missing.join('\n'));
  });
});

test('what one family can fix, every family that reports it can fix, or says why it cannot', () => {
  const tables = new Set(Object.values(families).map(fixersOf));
  const fixable = new Set([...tables].flatMap((fixers) => Object.keys(fixers)));
  for (const fixers of tables) {
    const served = Object.values(families).filter((family) => fixersOf(family) === fixers);
    const missing = rules.filter(
      (rule) =>
        fixable.has(rule.code) &&
        !Object.hasOwn(fixers, rule.code) &&
        served.some((family) => looksIn(rule, family).length > 0),
    );
    const codes = missing.map(({ code }) => code);
    const names = served.map(({ name }) => name).join(', ');
    assert.deepEqual(
      codes,
      [],
      `no fix of ${codes.join(', ')} for ${names}: add a row in server/src/fixes/, or \`none\` with the reason`,
    );
  }
  for (const code of fixable) {
    const rows = [...tables].flatMap((fixers) => (Object.hasOwn(fixers, code) ? (fixers[code] ?? []) : []));
    assert.ok(
      rows.some((row) => 'fix' in row),
      `nothing fixes \`${code}\`, so no row has to say so`,
    );
  }
});

test('every fixer belongs to a rule', () => {
  for (const fixers of Object.values(families).map(fixersOf)) {
    const served = Object.values(families).filter((family) => fixersOf(family) === fixers);
    const of = rules.filter((rule) => served.some((family) => looksIn(rule, family).length > 0));
    const codes = new Set(of.map(({ code }) => code));
    const extra = Object.keys(fixers).filter((code) => !codes.has(code));
    const names = served.map(({ name }) => name).join(', ');
    assert.deepEqual(extra, [], `no rule for ${names} has the code of these fixes: ${extra.join(', ')}`);
  }
});

test('all safe fixes at once leave fewer problems, no new ones, and every body as it was', () => {
  for (const { text, dialect } of samples) {
    const before = checked(text, dialect, levels);
    const fixed = fixAll(before.transcript, { strict: false, levels });
    const after = checked(fixed.text, dialect, levels);
    assert.deepEqual(after.contents, before.contents, text);
    assert.deepEqual(newlyShown(before.transcript, fixed.text), [], text);
    const had = tally(before.problems);
    for (const [code, count] of tally(after.problems))
      assert.ok(count <= (had.get(code) ?? 0), `${code} in ${fixed.text}`);
    assert.equal(fixAll(after.transcript, { strict: false, levels }).count, 0, fixed.text);
    assert.equal(
      before.problems.length - after.problems.length >= (fixed.count > 0 ? 1 : 0),
      true,
      `${fixed.count} fixes changed ${before.problems.length} problems to ${after.problems.length}:\n${text}\n\n${fixed.text}`,
    );
  }
});
