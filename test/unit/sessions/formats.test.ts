/**
 * Long sessions in each format are recognized, and each text of the conversation appears the expected number of times. The table of formats
 * in the documentation is correct.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { tellingKey } from '../../../server/src/documents/opening.ts';
import { exported } from '../../../server/src/features/export/index.ts';
import { sessionFormats } from '../../../server/src/grammar/agent-sessions.ts';
import { veryBeginning } from '../../../server/src/grammar/index.ts';
import { createDocuments } from '../../../server/src/lsp/documents.ts';
import { createFollowed } from '../../../server/src/lsp/followed.ts';
import { defaults } from '../../../server/src/lsp/settings.ts';
import { ask } from '../../attack/leaks/views.ts';
import { root } from '../../support/root.ts';
import { type LargeSession, largeSession, largeSizes } from '../../support/sessions/large.ts';
import { formatOf, type SessionKind, sessionKinds } from '../../support/sessions/random.ts';
import type { StepKind } from '../../support/sessions/steps.ts';
import { factsOf, openSession, problemsIn, toldIn } from '../../support/sessions/telling.ts';

/**
 * The number of times that the text of a step appears in the conversation. Texts of all other steps appear once, or are only counted as
 * other records.
 */
const times: Readonly<Partial<Record<StepKind, number>>> = {
  ...{ user: 1, answer: 1, thought: 1, call: 1, failure: 1, parallel: 2, aborted: 1, context: 1, compaction: 1 },
};
const withResult: readonly StepKind[] = ['call', 'failure', 'parallel'];
const visible: readonly StepKind[] = ['user', 'answer'];

/**
 * Returns how often the text of each step occurs, by the number of the step. `SEEN-12.` is the text of step 12, and `HIDDEN-result-12.` is
 * the reply of its call.
 */
function tokensIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, reply = '', number] of text.matchAll(/(?:SEEN|HIDDEN|TAKEN)(-result)?-(\d+)\./g)) {
    const key = `${number}${reply}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function checkTold({ steps, text, shape }: LargeSession): void {
  const told = tokensIn(toldIn(text).join('\n'));
  const all = tokensIn(text);
  let left = 0;
  for (const [number, step] of steps.entries()) {
    const key = `${number}`;
    const found = told.get(key) ?? 0;
    const expected = all.has(key) ? (times[step] ?? 0) : 0;
    if (times[step] === undefined && found === 0) left += all.has(key) ? 1 : 0;
    else if (times[step] === undefined) assert.equal(found, 1, `step ${number}: ${step}`);
    else assert.equal(found, expected, `step ${number}: ${step}`);
    if (withResult.includes(step) && all.has(key))
      assert.equal(told.get(`${key}-result`) ?? 0, expected, `reply of step ${number}: ${step}`);
  }
  if (shape !== 'session') return assert.equal(left, 0);
  const { others, asides } = factsOf(text);
  const counted = others.reduce((sum, { count }) => sum + count, asides.size);
  assert.ok(left <= counted, `${left} texts are neither told nor counted`);
  const unknown = others.filter(({ meaning }) => meaning === 'unknown').reduce((sum, { count }) => sum + count, 0);
  assert.equal(unknown, steps.filter((step, i) => step === 'other' && all.has(`${i}`)).length);
}

const hasUnknown = (text: string): boolean => factsOf(text).others.some(({ meaning }) => meaning === 'unknown');

suite('long sessions', () => {
  for (const kind of sessionKinds)
    for (const size of largeSizes)
      test(`${kind}, ${size} steps`, () => {
        const session = largeSession(kind, size);
        const document = openSession(session.text);
        assert.equal(document.shape, session.shape);
        checkTold(session);
        const seen = tokensIn([...exported(document, { as: 'markdown', debug: false })].join(''));
        const all = tokensIn(session.text);
        for (const [number, step] of session.steps.entries())
          assert.equal(
            seen.get(`${number}`) ?? 0,
            visible.includes(step) && all.has(`${number}`) ? 1 : 0,
            `step ${number}: ${step} in the user's view`,
          );
        const problems = problemsIn(session.text);
        assert.deepEqual(
          problems.filter((problem) => !/ call-unanswered$| information session-record$/.test(problem)),
          [],
        );
        const unknown = problems.filter((problem) => problem.endsWith(' session-record'));
        assert.equal(
          problems.length > unknown.length,
          session.steps.includes('aborted') && all.size > 0,
          problems.join(),
        );
        // Unknown records are reported together as one problem.
        const isUnknown = session.shape === 'session' && hasUnknown(session.text);
        assert.equal(unknown.length, isUnknown ? 1 : 0);
      });
});

/** Rows of the table of formats, by their first words, with the kinds of sessions that the tests generate for each. */
const rows: readonly (readonly [row: string, kinds: readonly SessionKind[]])[] = [
  ['Claude Code', ['claude-code', 'stream-json']],
  ['Codex', ['codex', 'codex-2025', 'codex-exec']],
  ['Session traces', ['session-traces']],
  ['ATIF', ['atif']],
  ['OpenTelemetry', ['open-telemetry', 'open-telemetry-spans']],
  ['The AI SDK', ['ui-messages', 'ui-messages-4', 'ui-messages-4-parts']],
  ['Pi and OpenClaw', ['pi', 'open-claw']],
  ['Inspect (`inspect_ai`)', ['inspect']],
  ['Droid', ['droid']],
  ['Cursor', ['cursor']],
  ['OpenHands, SWE-agent, tau-bench', ['open-hands', 'swe-agent', 'tau-bench']],
];

/** Fails unless the list is empty. The error contains the names in the list, and what to do about them. */
function assertNone(names: readonly string[], remedy: string): void {
  assert.equal(names.join(', '), '', `${names.join(', ')}: ${remedy}`);
}

suite('the table of the formats holds', () => {
  const page = readFileSync(join(root, 'docs/sessions.md'), 'utf8');
  const table = page.split('\n').filter((line) => line.startsWith('| '));
  const cellsOf = (row: string) =>
    table
      .find((line) => line.startsWith(`| ${row}`))
      ?.split(' | ')
      .slice(1)
      .map((cell) => cell.replace(/ *\|$/, '').trim());

  test('every format of the grammar is tried', () => {
    const tried = new Set<string>(sessionKinds);
    const missing = Object.keys(sessionFormats).filter((format) => !tried.has(format));
    assertNone(
      missing,
      'add how its steps are written to test/support/sessions/formats.ts, then a row to `rows` of this test and to the table in docs/sessions.md',
    );
  });

  test('an editor examines a log of every format', () => {
    const ignored = sessionKinds.filter(
      (kind) => !tellingKey.test(largeSession(kind, 40).text.slice(0, veryBeginning)),
    );
    assertNone(ignored, 'add a key of its first records to `tellingKeys` in server/src/grammar/json-shapes.ts');
  });

  test('the schema of `ocml inspect` has every format', () => {
    const schema = readFileSync(join(root, 'schemas/output/inspect.schema.json'), 'utf8');
    const missing = Object.keys(sessionFormats).filter((format) => !schema.includes(`"${format}"`));
    assertNone(missing, '`node scripts/generate/output-schemas.mjs` adds it to schemas/output/inspect.schema.json');
  });

  test('it has the columns that are tried, and every format', () => {
    assert.match(table[0] ?? '', /^\| Format \| Read \| Preview \| Check \| Convert from \| Follow \|$/);
    const inRows = new Set(rows.flatMap(([, kinds]) => kinds));
    const missing = sessionKinds.filter((kind) => !inRows.has(kind));
    assertNone(missing, 'add it to `rows` of this test and to the table in docs/sessions.md');
  });

  for (const [row, kinds] of rows)
    test(row, () => {
      const cells = cellsOf(row);
      assert.ok(cells, `add a row that begins with “${row}” to the table in docs/sessions.md`);
      for (const kind of kinds) {
        const { text, shape, seen } = largeSession(kind, 40);
        const document = openSession(text);
        const view = JSON.stringify(ask(document, { debug: true, limit: 1000 }));
        const isRead = document.shape === shape;
        const isSeen = seen.every((one) => view.includes(one));
        const told = toldIn(text).join('\n');
        assert.deepEqual(
          cells,
          [
            isRead ? 'yes' : 'no',
            isSeen ? 'yes' : 'no',
            checkedAs(kind, shape),
            seen.every((one) => told.includes(one)) ? 'yes' : 'no',
            followedAs(kind, text),
          ],
          `the cells of “${row}” in the table in docs/sessions.md (actual) differ from what ${kind} does`,
        );
      }
    });
});

const checkedAs = (kind: SessionKind, shape: string): string =>
  shape === 'session' ? 'yes' : kind === 'inspect' ? 'as a list of rows' : 'as a message list';

/** Returns whether a log can be followed record by record, only when it is rewritten, or not at all. */
function followedAs(kind: SessionKind, text: string): string {
  const documents = createDocuments(() => defaults);
  const followed = createFollowed(documents);
  const uri = 'file:///s#followed-1';
  const shown = () => {
    const document = documents.get(uri);
    return document && { ...ask(document, { limit: 1000 }), version: 0 };
  };
  const whole = { ...ask(openSession(text), { limit: 1000 }), version: 0 };
  const half = text.indexOf('\n', text.length / 2) + 1;
  followed.feed(uri, half > 0 ? text.slice(0, half) : text, 'json');
  if (half > 0) followed.feed(uri, text.slice(half), undefined);
  else followed.feed(uri, text, 'json');
  try {
    assert.deepEqual(shown(), whole);
  } catch {
    return 'no';
  }
  return formatOf(kind)
    .join(['a', 'b'] as never)
    .includes('\n')
    ? 'yes'
    : 'when it is rewritten';
}
