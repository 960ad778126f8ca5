/** The tests over some subjects: whole, with single faults, and after each fix of them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { attack, canariesIn } from './attack.ts';
import type { Subject } from './subject.ts';
import { openText, publicText } from './views.ts';

export function attackSuite(name: string, subjects: readonly Subject[]): void {
  suite(`leaks: ${name}`, () => {
    test('whole transcripts show what is visible, and nothing else', () => {
      const wrong = subjects.flatMap((subject) => {
        const seen = publicText(openText(subject));
        const leaks = canariesIn(seen, subject).map(({ place }) => `shows what stands behind ${place}`);
        const lost = subject.shown
          .filter(({ word }) => !seen.includes(word))
          .map(({ place }) => `does not show what stands behind ${place}`);
        return [...leaks, ...lost].map((what) => `${subject.name} ${what}`);
      });
      assert.deepEqual(wrong, []);
    });

    test('no single fault shows what is hidden', () => {
      const report = attack(subjects);
      console.log(report.table());
      const found = report.worklist();
      assert.ok(found === '', `\n${found}`);
    });
  });
}
