/**
 * The time to read a text in a learned dialect is proportional to its length. This is true of reading as a transcript, as the content of
 * one message, or as a prompt.
 *
 * Steps are counted instead of time (`scaling/steps.ts`), so that the speed of the machine does not matter.
 */
import '../support/scaling/counting.ts';
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { modelRole, toolRole } from '../../server/src/grammar/index.ts';
import { readPrompt } from '../../server/src/learn/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { learnedDialect, type TestedDialect } from '../support/learn/dialects.ts';
import { learned, setting } from '../support/learn/measure.ts';
import { stopCounting, takeSteps } from '../support/scaling/steps.ts';

after(stopCounting);

const [slack, mostPerDoubling] = [300_000, 2.3];
const repeats = 1_500;

/** Returns functions that make texts of size `n` in a dialect, each with a description. */
function textsOf({ facts }: TestedDialect): readonly (readonly [what: string, make: (n: number) => string])[] {
  const opener = (role: string) => facts.openers.find((one) => one.role === role)?.text ?? '';
  const [user, model, tool] = [opener('user'), opener(modelRole), opener(toolRole)];
  const begun = `${facts.lead[0] ?? ''}${user}Hi${model}`;
  const { marks, beginnings, terminators } = facts;
  const call = beginnings.find(({ begins }) => begins === 'call')?.text ?? marks[0] ?? '[';
  return [
    ['a text without an end', (n) => begun + 'word, "so": '.repeat(n)],
    ['openers', (n) => `${user}${model}`.repeat(n)],
    ['marks within a message', (n) => begun + `${marks.join('a')}, `.repeat(n)],
    ['calls that do not end', (n) => begun + `${call}{"name": "f", "arguments": {"a": [`.repeat(n)],
    ['brackets within brackets', (n) => `${begun}${call}${'[{"a":'.repeat(n)}`],
    ['halves of openers', (n) => begun + `${user.slice(0, user.length >> 1)} `.repeat(n)],
    ['replies', (n) => `${begun}${`${tool}{"t": 1}${terminators[0] ?? ''}`.repeat(n)}`],
  ];
}

function readAll({ id }: TestedDialect, text: string): void {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: id });
  for (const block of transcript.blocks)
    for (const role of [modelRole, toolRole]) {
      block.family.parts?.(block, role);
      block.family.conceals?.(block, role);
    }
}

suite('texts of learned dialects are read in linear time', () => {
  for (const [name, source] of Object.entries(dialectTemplates)) {
    const dialect = learnedDialect(name, source);
    const { template, frames } = learned(source);
    const works: readonly (readonly [what: string, read: (text: string) => void])[] = [
      ['a transcript', (text) => readAll(dialect, text)],
      ['a prompt', (text) => void readPrompt(text, template, frames, setting)],
    ];
    test(name, () => {
      const slow: string[] = [];
      for (const [what, make] of textsOf(dialect))
        for (const [as, read] of works) {
          read(make(2));
          takeSteps();
          read(make(repeats));
          const few = takeSteps();
          read(make(2 * repeats));
          const many = takeSteps();
          assert.ok(few > 0);
          if (many > mostPerDoubling * few + slack) slow.push(`${what}, read as ${as}: ${few}, then ${many}`);
        }
      assert.deepEqual(slow, []);
    });
  }
});
