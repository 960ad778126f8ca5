/** Every fix of a JSON document that is offered in the cases and on the pages removes its fault and causes no other. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { jsonRules } from '../../server/src/checker/json/rules.ts';
import { fixDocument } from '../../server/src/fixes/json/fix-all.ts';
import { jsonFixers } from '../../server/src/fixes/json/index.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import { type JsonDialectId, jsonDialects } from '../../server/src/grammar/index.ts';
import type { Level } from '../../server/src/rules/support/rule.ts';
import { checkedJson, jsonApplications, jsonFaultOf, tallyJson } from '../support/json-fix.ts';
import { jsonExamples } from '../support/json-fix-examples.ts';
import { newlyShown } from '../support/reveal.ts';
import { root } from '../support/root.ts';
import { casesOf } from './expectations.ts';

interface Sample {
  readonly text: string;
  readonly dialect: JsonDialectId;
}

const folder = join(root, 'docs/rules');
const pages = readdirSync(folder).flatMap((file) => {
  const page = readFileSync(join(folder, file), 'utf8');
  return [...page.matchAll(/^```json ([\w-]+)\n([^]*?)\n```$/gm)].map(
    ([, dialect, text = '']): Sample => ({ text, dialect: dialect as JsonDialectId }),
  );
});
const samples: readonly Sample[] = [
  ...casesOf(jsonDialects).map(({ text, language }) => ({ text, dialect: language as JsonDialectId })),
  ...pages,
  ...jsonExamples.map(({ before, dialect }) => ({ text: before, dialect })),
];

/** Samples that no offered fix may make worse. */
const doubtful: readonly Sample[] = [
  '[{"tool_call":{"arguments":"user"},"content":7}]',
  '[{"tool_call":{"arguments":7},"content":"user"}]',
  '[{"role":"tol","content":"x"}]',
  '[{"role":"tol","call_id":"a","name":"f","content":"x"}]',
  '[{"role":"assistant","tool_cal":{"id":"a","recipient":"functions.f","arguments":"{}"},"content":"x"}]',
].map((text) => ({ text, dialect: 'openchatml-json' }));

/** Levels that turn on rules that are off by default, so that no fix may violate them. */
const levels: Record<string, Level> = { 'wire-not-request': 'information', 'row-key-misspelled': 'warning' };

const applied = new Set<string>();

/** Returns the names of the lists with examples in the dialects of a rule. */
function listsFor(code: string): string {
  const dialects = jsonRules.filter((rule) => rule.code === code).flatMap(({ json }) => json.dialects);
  const own = jsonExamples.filter(({ dialect }) => dialects.includes(dialect));
  return [...new Set(own.map(({ list }) => list))].join(' or ');
}

suite('every fix mends its fault, adds none, and leaves contents alone', () => {
  for (const { text, dialect } of [...samples, ...doubtful]) {
    test(`${dialect} ${text}`, () => {
      const before = checkedJson(text, dialect, levels);
      const faults = jsonApplications(before).map((application) => {
        applied.add(application.problem.code);
        return jsonFaultOf(before, application, levels);
      });
      assert.equal(faults.filter((fault) => fault !== '').join('\n\n'), '');
    });
  }

  test('all of them were applied', () => {
    const missing = Object.keys(jsonFixers).filter((code) => !applied.has(code));
    assert.deepEqual(
      missing,
      [],
      missing.map((code) => `no example has a fix of \`${code}\`: add a row to ${listsFor(code)}`).join('\n'),
    );
  });
});

suite('before and after', () => {
  for (const { code, dialect, before, after, list } of jsonExamples) {
    test(`${code}: ${before}`, () => {
      const document = checkedJson(before, dialect, levels);
      const first = jsonApplications(document).find(({ problem }) => problem.code === code);
      const row = `${list}, row of \`${code}\` with ${JSON.stringify(before)}`;
      const reported = [...tallyJson(document).keys()].join(', ') || 'nothing';
      assert.ok(first, `${row}: no fix is offered. Reported: ${reported}`);
      assert.equal(
        first.after,
        after,
        `${row}: the first fix results in\n${JSON.stringify(first.after)}\ninstead of\n${JSON.stringify(after)}`,
      );
    });
  }
});

test('every fixer belongs to a rule', () => {
  const codes = new Set(jsonRules.map(({ code }) => code));
  const extra = Object.keys(jsonFixers).filter((code) => !codes.has(code));
  assert.deepEqual(extra, [], `no rule for JSON has the code of these fixes: ${extra.join(', ')}`);
});

test('all safe fixes at once leave fewer problems, no new ones, and every content as it was', () => {
  for (const { text, dialect } of samples) {
    const before = checkedJson(text, dialect, levels);
    const edits = fixDocument(before.document, before.inspector);
    const after = checkedJson(applyEdits(text, edits), dialect, levels);
    assert.deepEqual(after.contents, before.contents, text);
    assert.deepEqual(newlyShown(before.document, after.text), [], text);
    const had = tallyJson(before);
    for (const [code, count] of tallyJson(after)) assert.ok(count <= (had.get(code) ?? 0), `${code} in ${after.text}`);
    assert.deepEqual(fixDocument(after.document, after.inspector), [], after.text);
    assert.ok(
      before.problems.length - after.problems.length >= (edits.length > 0 ? 1 : 0),
      `${edits.length} edits changed ${before.problems.length} problems to ${after.problems.length}:\n${text}\n\n${after.text}`,
    );
  }
});
