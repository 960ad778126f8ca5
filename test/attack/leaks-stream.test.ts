/** A public stream contains none of the words that mark hidden text, neither without a fault nor with a single fault in the text. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { families } from '../../server/src/syntax/families/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { streamed } from '../support/stream.ts';
import { canariesIn, faultCount } from './leaks/attack.ts';
import { isExcused } from './leaks/excuse.ts';
import { apply, faultsOf } from './leaks/faults.ts';
import { picker } from './leaks/sample.ts';
import { seed, shareOf } from './leaks/settings.ts';
import type { Subject } from './leaks/subject.ts';
import { textSubjects } from './leaks/text-subjects.ts';

/** The number of faults to try. It is small because the stream is read again for every fault. */
const usual = 750;

/** Returns the dialect of a text. A stream with this dialect reads the text in the same way as a reader of the whole text. */
const dialectOf = ({ dialect }: Subject, text: string) =>
  (dialect as keyof typeof families | undefined) ?? new Transcript('test:', 'ocml', 0, text).dialect;

/**
 * Returns the text that the stream shows. Unless `withCancelled` is set, cancelled messages are omitted, because they no longer count as
 * answers.
 */
function told(subject: Subject, text: string, length: number, withCancelled: boolean): string {
  const choice = { dialect: dialectOf(subject, text) as 'harmony' };
  const { shown, cancelled } = streamed(text, () => length, { choice, preambles: true });
  return [...shown].map(([id, words]) => (cancelled.has(id) && !withCancelled ? '' : words)).join('\n');
}

suite('leaks: streams', () => {
  test('whole transcripts', () => {
    const leaks = textSubjects.flatMap((subject) =>
      [1, 5, 4096].flatMap((length) =>
        canariesIn(told(subject, subject.text, length, true), subject).map(({ place }) => `${subject.name}: ${place}`),
      ),
    );
    assert.deepEqual(leaks, []);
    const words = textSubjects.flatMap((subject) => {
      const seen = told(subject, subject.text, 5, true);
      return subject.shown.filter(({ word }) => seen.includes(word));
    });
    assert.ok(words.length >= textSubjects.length / 4, `only ${words.length} visible words are told`);
  });

  test('single faults', () => {
    const isPicked = picker(shareOf(faultCount(textSubjects), usual), seed);
    const leaks: string[] = [];
    let [tried, takenBack] = [0, 0];
    for (const subject of textSubjects)
      for (const fault of faultsOf(subject)) {
        if (!isPicked()) continue;
        tried++;
        const text = apply(subject, fault);
        const found = canariesIn(told(subject, text, 3, true), subject).filter(
          (canary) => !isExcused(subject, canary, fault, text),
        );
        if (found.length === 0) continue;
        const stays = canariesIn(told(subject, text, 3, false), subject).filter((canary) => found.includes(canary));
        if (stays.length > 0) leaks.push(`${subject.name}, ${fault.kind} at ${fault.start}: ${JSON.stringify(text)}`);
        else takenBack++;
      }
    console.log(`${tried} faults, ${takenBack} in which what was told is taken back`);
    assert.deepEqual(leaks, []);
    // A leak is only noticed too late if nothing before the fault indicates it.
    assert.ok(takenBack <= tried / 200, `${takenBack} of ${tried}`);
  });
});
