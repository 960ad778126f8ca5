/** Templates write random conversations, which are read back. Every difference is caused by the template or reported. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPrompt } from '../../server/src/learn/index.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { learned, measure, setting } from '../support/learn/measure.ts';
import { ownTemplates } from '../support/learn/own-templates.ts';
import { conversation, word } from '../support/learn/random-conversations.ts';

const numRuns = howMany(150);
const seed = seedOf(20_261_127);

for (const [family, source] of Object.entries(ownTemplates)) {
  test(`a conversation that a template like that of ${family} writes is read back`, () => {
    const { template, frames } = learned(source);
    fc.assert(
      fc.property(conversation, (sample) => {
        const [found] = measure(template, frames, [sample]);
        assert.notEqual(found?.verdict, 'failed', JSON.stringify([found?.prompt, found?.reading], null, 1));
      }),
      { numRuns, seed },
    );
  });

  test(`no text makes the reader for ${family} throw, and what it calls equal is equal`, () => {
    const { template, frames } = learned(source);
    const pieces = [...frames.transitions.values()].flat().map((one) => one.text);
    const hostile = fc.array(fc.oneof(word, fc.constantFrom(...pieces, '"', '{', '__proto__')), { maxLength: 12 });
    fc.assert(
      fc.property(hostile, (parts) => {
        const reading = readPrompt(parts.join(''), template, frames, setting);
        assert.doesNotThrow(() => JSON.stringify(reading));
      }),
      { numRuns, seed },
    );
  });
}
