/** Random conversations for chat templates and for the formats of models. */
import fc from 'fast-check';
import type { Message, Sample } from './conversations.ts';

export const word = fc.constantFrom(
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

export const conversation = fc
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
        const callsWithIds = group.map((one) => ({ ...one, id: `call${serial++}` }));
        return [
          { role: 'assistant', content: '', calls: callsWithIds.map(({ reply: _, ...one }) => one) },
          ...callsWithIds.map(({ id, name: of, reply }) => ({ role: 'tool', id, name: of, content: reply })),
        ];
      }),
      { role: 'assistant', content: answer, ...(reasoning !== null && { reasoning }) },
    ]);
    const all = [...(system ? [system] : []), ...messages];
    return { kind: 'calls', tools: false, generation: asks, messages: asks ? all.slice(0, -1) : all };
  });
