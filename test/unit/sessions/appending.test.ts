/**
 * The cost of appending a record to a log depends only on the record, not on the length of the log. The result is the same as in a new
 * document.
 */
import '../../support/scaling/counting.ts';
import '../../support/seeded.ts';
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import fc from 'fast-check';
import type { JsonDocument } from '../../../server/src/syntax/json/document.ts';
import { ask } from '../../attack/leaks/views.ts';
import { stopCounting, takeSteps } from '../../support/scaling/steps.ts';
import { randomSession, sessionKinds } from '../../support/sessions/random.ts';
import { linesOf, openSession } from '../../support/sessions/telling.ts';

after(stopCounting);

const append = (document: JsonDocument, text: string) => {
  const end = document.positionAt(document.length);
  document.update([{ range: { start: end, end }, text }], document.version + 1);
};
const shownIn = (document: JsonDocument) =>
  [{}, { debug: true, limit: 20 }, { debug: true, branch: 'all' }].map((params) => ({
    ...ask(document, params),
    version: 0,
  }));

/** Record `i`. Each turn has four records: a question, the two blocks of the answer (text and a call), and the reply to the call. */
function recordOf(i: number): object {
  const base = { uuid: `u${i}`, parentUuid: i === 0 ? null : `u${i - 1}`, sessionId: 's', timestamp: dateOf(i) };
  const turn = Math.floor(i / 4);
  const blocks = [
    { type: 'text', text: `Answer ${turn}` },
    { type: 'tool_use', id: `c${turn}`, name: 'Bash', input: { command: `echo ${turn}` } },
  ];
  const answer = (block: object) => ({
    ...{ ...base, type: 'assistant' },
    message: { id: `m${turn}`, role: 'assistant', content: [block], usage: { input_tokens: 1, output_tokens: 2 } },
  });
  const said = (content: unknown) => ({ ...base, type: 'user', message: { role: 'user', content } });
  if (i % 4 === 0) return said(`Question ${turn}`);
  if (i % 4 === 3) return said([{ type: 'tool_result', tool_use_id: `c${turn}`, content: 'done' }]);
  return answer(blocks[(i % 4) - 1] as object);
}
const dateOf = (i: number) => new Date(Date.UTC(2026, 0, 1) + 1000 * i).toISOString();
const logOf = (from: number, to: number) => linesOf(Array.from({ length: to - from }, (_, i) => recordOf(from + i)));

/** Returns the number of steps for appending four records one by one, with a view after each. */
function stepsToAppend(records: number): number {
  const document = openSession(logOf(0, records));
  const seen = (text: string) => ask(document, { debug: true, limit: 4, rank: 1e9 }).messages.at(-1)?.text === text;
  ask(document, { debug: true, limit: 4 });
  // Some facts about a growing log are computed only once, so the first records are not counted.
  for (let i = 0; i < 4; i++) {
    append(document, logOf(records + i, records + i + 1));
    ask(document, { debug: true, limit: 4 });
  }
  takeSteps();
  for (let i = 4; i < 8; i++) {
    append(document, logOf(records + i, records + i + 1));
    ask(document, { debug: true, limit: 4, rank: 1e9 });
  }
  const steps = takeSteps();
  append(document, logOf(records + 8, records + 9));
  assert.ok(seen(`Question ${(records + 8) / 4}`));
  return steps;
}

test('the cost of an appended record follows the record, not the log', () => {
  stepsToAppend(40);
  const [few, many] = [stepsToAppend(320), stepsToAppend(320 + 5 * 256)];
  // Messages are processed in chunks of 256, and the last chunk has the same length in both logs.
  //
  // Earlier records are not read again. Copying the lists of records takes one step for each record.
  assert.ok(many - few < 5 * 256 * 4 * 60, `${few} steps after 320 records, ${many} after 1,600`);
});

suite('appended, a log is read as it would be afresh', () => {
  for (const kind of sessionKinds)
    test(kind, () => {
      fc.assert(
        fc.property(randomSession(kind), fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1 }), (one, sizes) => {
          const { text } = one;
          const first = text.indexOf('\n', text.indexOf('\n') + 1) + 1;
          const document = openSession(text.slice(0, first || text.length));
          if (!document.records || first === 0) return;
          for (let at = first, i = 0; at < text.length; i++) {
            // The appended pieces are complete lines and parts of lines.
            const size = sizes[i % sizes.length] as number;
            const line = text.indexOf('\n', at) + 1 || text.length;
            const to = size % 3 === 0 ? Math.min(text.length, at + size) : line;
            append(document, text.slice(at, to));
            at = to;
            const fresh = openSession(text.slice(0, at));
            if (fresh.records) assert.deepEqual(shownIn(document), shownIn(fresh), text.slice(0, at));
          }
        }),
        { numRuns: 8 },
      );
    });
});
