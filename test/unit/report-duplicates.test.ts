/** All rows that repeat others are found, and no other rows, although hashes that occur only once are not stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuplicateIndex } from '../../server/src/cli/report/duplicates.ts';
import { RepeatSketch } from '../../server/src/cli/report/repeat-sketch.ts';
import { randomFrom } from '../support/random.ts';

const random = randomFrom(20_261_127);
const number = () => 1 + Math.floor(random() * 2 ** 52);

test('of numbers that occur more than once, the sketch says so; of few others', () => {
  const sketch = new RepeatSketch(20);
  const halves = (one: number) => [...new Uint32Array(Float64Array.of(one).buffer)] as [number, number];
  const once = Array.from({ length: 40_000 }, number);
  const twice = Array.from({ length: 10_000 }, () => (number() % 2 ** 32) * 8 + 1);
  for (const one of [...once, ...twice, ...twice]) sketch.add(...halves(one), 1);
  assert.ok(twice.every((one) => sketch.hasAgain(...halves(one), 1)));
  assert.ok(once.filter((one) => sketch.hasAgain(...halves(one), 1)).length < once.length / 10);
  assert.ok(twice.filter((one) => sketch.hasAgain(...halves(one), 2)).length < twice.length / 10);
});

test('rows in a file are those in memory: copies, questions, beginnings and bands', async () => {
  const index = new DuplicateIndex();
  const keys = (
    place: number,
    row: number,
    conversation: number,
    question: number,
    begins: number[],
    bands: number[],
  ) => [place, row, conversation, question, begins.length, ...begins, bands.length, ...bands];
  const count = 60_000;
  const planted = { rows: 0, conversations: 0, questions: 0, beginnings: 0, near: 0 };
  const all: number[][] = [];
  for (let place = 0; place < count; place++) {
    const earlier = all[Math.floor(random() * all.length)] as number[];
    const kind = place < 1000 ? 9 : place % 20;
    const fresh = [number(), number()];
    const bands = [number(), number(), number()];
    const [, , conversation, question] = earlier ?? [];
    const isFirst = (earlier?.[0] ?? 0) < 1000;
    if (kind === 0 && isFirst) all.push([place, ...earlier.slice(1)]);
    else if (kind === 1 && isFirst) all.push([place, number(), conversation as number, ...earlier.slice(3)]);
    else if (kind === 2 && isFirst) all.push(keys(place, number(), number(), question as number, fresh, bands));
    else if (kind === 3 && isFirst)
      all.push(keys(place, number(), number(), number(), [conversation as number], bands));
    else if (kind === 4 && isFirst) all.push(keys(place, number(), number(), number(), fresh, earlier.slice(-1)));
    else all.push(keys(place, number(), number(), number(), fresh, bands));
  }
  const seen = { row: new Set<number>(), conversation: new Set<number>(), question: new Set<number>() };
  const begun = new Set<number>();
  const bandsSeen = new Set<number>();
  const conversations = new Set(all.map(([, , conversation]) => conversation as number));
  for (const one of all) {
    const [, row, conversation, question, many] = one as [number, number, number, number, number];
    if (seen.row.has(row)) planted.rows++;
    else if (seen.conversation.has(conversation)) planted.conversations++;
    else {
      if (seen.question.has(question)) planted.questions++;
      for (const begins of one.slice(5, 5 + many)) if (conversations.has(begins)) begun.add(begins);
      if (one.slice(6 + many).some((band) => bandsSeen.has(band))) planted.near++;
      seen.question.add(question);
      for (const band of one.slice(6 + many)) bandsSeen.add(band);
    }
    seen.row.add(row);
    seen.conversation.add(conversation);
  }
  planted.beginnings = begun.size;
  for (let from = 0; from < all.length; from += 500) index.add(Float64Array.from(all.slice(from, from + 500).flat()));
  await index.finish();
  assert.deepEqual(
    {
      rows: index.rows.count,
      conversations: index.conversations.count,
      questions: index.questions.count,
      beginnings: index.beginnings.count,
      near: index.candidates.length,
    },
    planted,
  );
  assert.ok(Object.values(planted).every((many) => many > 10));
  assert.ok(index.isExact);
});
