/** Defines the tests of subjects: without faults, with single faults, and after each fix of these faults. */
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { attack, canariesIn } from './attack.ts';
import type { Report } from './report.ts';
import type { Subject } from './subject.ts';
import { openText, publicText, unmarkedText, viewsOf } from './views.ts';

/** The minimum share of visible words left by a fault that users must still see, over all faults of a group. */
const floor = 0.7;

/** Describes what is wrong with the views of a subject without faults. */
function wrongOf(subject: Subject): string[] {
  const document = openText(subject);
  const seen = publicText(document);
  const debug = JSON.stringify(viewsOf(document, true));
  const leaks = canariesIn(seen + unmarkedText(document), subject);
  const lost = subject.shown.filter(({ word }) => !seen.includes(word));
  const missing = subject.hidden.filter(({ word, mark }) => mark !== 'NOTE' && !debug.includes(word));
  return [
    ...leaks.map(({ place }) => `${subject.name} shows what comes after ${place}`),
    ...lost.map(({ place }) => `${subject.name} does not show what comes after ${place}`),
    ...missing.map(({ place }) => `${subject.name} does not even show in debug what comes after ${place}`),
  ];
}

export function attackSuite(name: string, subjects: readonly Subject[]): void {
  suite(`leaks: ${name}`, () => {
    test('whole transcripts show what is visible, and nothing else', () => {
      assert.deepEqual(subjects.flatMap(wrongOf), []);
    });

    let report: Report;
    before(() => {
      report = attack(subjects);
    });

    test('no single fault shows what is hidden', () => {
      console.log(report.table());
      const found = report.worklist();
      assert.ok(found === '', `\n${found}`);
    });

    test('what is visible stays so, by and large', () => {
      for (const [group, share] of report.shares()) assert.ok(share >= floor, `${group}: only ${share} of it is seen`);
    });
  });
}
