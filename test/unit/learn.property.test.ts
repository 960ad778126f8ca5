/** Random conversations, written by templates and read back: what differs from them is lost by the template, or said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPrompt } from '../../server/src/learn/index.ts';
import { howMany, seedOf } from '../support/effort.ts';
import type { Message, Sample } from '../support/learn/conversations.ts';
import { learned, measure, setting } from '../support/learn/measure.ts';
import { ownTemplates } from '../support/learn/own-templates.ts';

const numRuns = howMany(150);
const seed = seedOf(20_261_127);

const word = fc.constantFrom(
  'a',
  'Lima',
  '42',
  'true',
  '{"k": [1]}',
  '"so"',
  'c:\\d',
  'naïve',
  '<b>',
  '👍',
  '…',
  '# x',
  ',',
  ']',
  '}',
);
const gap = fc.constantFrom(' ', '\n', '\n\n', ', ');
const text = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 5 })
  .map((pieces) =>
    pieces
      .map(([one, after]) => one + after)
      .join('')
      .trim(),
  )
  .filter((one) => one !== '');
const name = fc.constantFrom('get_weather', 'find.time', 'a-b_2');
const value = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 2 }),
  fc.dictionary(word, text, { maxKeys: 2 }),
);
const args = fc.dictionary(fc.constantFrom('city', 'days', 'x_1', 'in'), value, { maxKeys: 3 });
const says = (role: string) => text.map((content): Message => ({ role, content }));

const replied = fc.uniqueArray(fc.record({ name, arguments: args, reply: text }), {
  ...{ minLength: 1, maxLength: 3 },
  selector: (one) => one.name,
});
const turn = fc.record({
  question: says('user'),
  calls: fc.array(replied, { maxLength: 2 }),
  reasoning: fc.option(text),
  answer: text,
});

const conversation = fc
  .record({
    system: fc.option(says('system')),
    turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
    asks: fc.boolean(),
  })
  .map(({ system, turns, asks }): Sample => {
    let serial = 100_00;
    const messages = turns.flatMap(({ question, calls, reasoning, answer }) => [
      question,
      ...calls.flatMap((group) => {
        const made = group.map((one) => ({ ...one, id: `call${serial++}` }));
        return [
          { role: 'assistant', content: '', calls: made.map(({ reply: _, ...one }) => one) },
          ...made.map(({ id, name: of, reply }) => ({ role: 'tool', id, name: of, content: reply })),
        ];
      }),
      { role: 'assistant', content: answer, ...(reasoning !== null && { reasoning }) },
    ]);
    const all = [...(system ? [system] : []), ...messages];
    return { kind: 'calls', tools: false, generation: asks, messages: asks ? all.slice(0, -1) : all };
  });

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
