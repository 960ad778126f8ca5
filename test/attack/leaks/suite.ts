/** The tests over some subjects: whole, with single faults, and after each fix of them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { attack, canariesIn } from './attack.ts';
import { faultsOf } from './faults.ts';
import type { Subject } from './subject.ts';
import { openText, publicText } from './views.ts';

/** How many faults are tried; `OCML_ATTACK=all` tries each. */
const most = process.env.OCML_ATTACK === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.OCML_ATTACK ?? 20_000);
const seed = Number(process.env.OCML_SEED ?? 20_250_801);

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
      const total = subjects.reduce((sum, subject) => sum + faultsOf(subject).length, 0);
      const began = Date.now();
      const report = attack(subjects, Math.min(1, most / total), seed);
      console.log(`${total} faults, ${(Date.now() - began) / 1000} s\n${report.table()}`);
      const found = report.worklist();
      assert.ok(found === '', `\n${found}`);
    });
  });
}
