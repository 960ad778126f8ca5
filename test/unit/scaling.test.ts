/**
 * Reading a model's repetitive output takes time in proportion to its length. This is tested for everything that can be repeated, with each
 * command and request.
 *
 * Steps are counted instead of time (`steps.ts`), so that the speed of the machine does not matter.
 */
import '../support/scaling/counting.ts';
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { seedOf, whole } from '../support/effort.ts';
import { type ScalingItem, scalingItems } from '../support/scaling/items.ts';
import { stopCounting, takeSteps } from '../support/scaling/steps.ts';
import { type Work, works } from '../support/scaling/works.ts';

after(stopCounting);

/** The number of additional steps that are ignored, and the factor by which the steps may grow if the text is doubled. */
const [slack, mostPerDoubling] = [300_000, 2.3];

/** Counting steps examines all loaded code, so the steps of related functions are counted together. */
const groups: readonly (readonly [name: string, includes: (work: Work) => boolean])[] = [
  ['check', ({ name }) => name === 'check'],
  ['what can be fixed', ({ name }) => name === 'check, and what can be fixed'],
  ['check --fix', ({ name }) => name === 'check --fix'],
  ['streams', ({ name }) => /^stream (?:whole|by one)$/.test(name)],
  ['conversions', ({ name }) => name.startsWith('convert')],
  ['requests', ({ name }) => name.includes('/')],
  ['explain', ({ name }) => name === 'explain'],
  ['the rest', ({ name }) => /^(?:format|inspect|truncate|render|workspace)/.test(name)],
];

/**
 * One in `oneIn` items is tested. The items are evenly distributed over all kinds, and the seed selects them.
 *
 * More items would exceed the time limit for a test file. `npm run bench -- --only scaling` tests all of them.
 */
const oneIn = whole ? 15 : 60;
const items = scalingItems.filter((_, i) => i % oneIn === seedOf(0) % oneIn);

async function stepsOf(item: ScalingItem, some: readonly Work[], times: number): Promise<number> {
  const text = item.make(times);
  takeSteps();
  for (const work of some) {
    try {
      await work.run({ text, dialect: item.dialect });
    } catch (error) {
      // A task that is impossible may be refused, but not because of a stack overflow.
      assert.doesNotMatch((error as Error).message, /call stack/, work.name);
    }
  }
  return takeSteps();
}

/** The minimum length (in UTF-16 units) of the longer text in the first measurement, and its minimum number of repetitions. */
const [firstLength, fewest] = [2_400, 60];

/** Whether a text takes more steps than allowed, compared to a quarter of the text. This measurement is cheap enough for every item. */
async function isSuspect(item: ScalingItem, some: readonly Work[]): Promise<boolean> {
  const most = Math.max(fewest, Math.ceil(firstLength / Math.max(1, item.make(11).length - item.make(10).length)));
  const few = await stepsOf(item, some, Math.ceil(most / 4));
  return (await stepsOf(item, some, most)) > mostPerDoubling ** 2 * few + slack;
}

/** The number of repetitions for the second, more reliable measurement. */
const n = 100;

/**
 * Returns the counts for a text, twice the text and four times the text. Returns undefined if the last doubling took no more steps than
 * allowed.
 */
async function excess(item: ScalingItem, some: readonly Work[]): Promise<readonly number[] | undefined> {
  // The first run also compiles code and builds tables, so it is not counted.
  await stepsOf(item, some, 2);
  const [one, two, four] = [
    await stepsOf(item, some, n),
    await stepsOf(item, some, 2 * n),
    await stepsOf(item, some, 4 * n),
  ];
  // If a limit causes a jump, only one of the doublings has it, so the two doublings are compared.
  const grows = four > mostPerDoubling * two + slack && four - two > mostPerDoubling * (two - one);
  return grows ? [one, two, four] : undefined;
}

suite('In proportion to the text', () => {
  for (const item of items)
    test(item.name.replaceAll('\n', '\\n'), async () => {
      for (const [group, includes] of groups) {
        const some = works.filter(includes);
        if (await isSuspect(item, some)) assert.equal(await excess(item, some), undefined, group);
      }
    });
});

/** Functions that once took quadratic time. The number of repetitions is below the limit of the function, or reveals the fault. */
const once: readonly (readonly [item: string, work: string, n: number])[] = [
  ['openchatml-0.1: outputs in 0.1', 'ocml/userView', 25],
  ['openchatml-0.1: <|function_output|> in one answer', 'textDocument/semanticTokens/full', 800],
  ['openchatml-0.1: <think>a</think> in one answer', 'inspect', 1500],
  ['openchatml-0.1: <|start_reason|> in one answer', 'check, and what can be fixed', 800],
  ['JSON: calls in tags in content', 'convert to harmony', 400],
];

for (const [name, request, n] of once)
  test(`${request} of ${name}`, async () => {
    const item = scalingItems.find((one) => one.name === name);
    const work = works.find((one) => one.name === request);
    assert.ok(item && work);
    await stepsOf(item, [work], 2);
    const few = await stepsOf(item, [work], n);
    const many = await stepsOf(item, [work], 4 * n);
    // Four times the text should take four times the steps. If the time were quadratic, it would take sixteen times the steps.
    assert.ok(many < 8 * few, `${few} steps, and for four times the text ${many}`);
  });

test('steps are the same in every run, and show a square', async () => {
  const square: Work = {
    name: 'square',
    run({ text }) {
      let found = 0;
      for (let i = 0; i < text.length; i++) found += text.indexOf('none', i);
      return found;
    },
  };
  const item: ScalingItem = { name: '', make: (times) => 'a'.repeat(20 * times) };
  assert.ok(await isSuspect(item, [square]));
  assert.notEqual(await excess(item, [square]), undefined);
  assert.equal(await stepsOf(item, [square], n), await stepsOf(item, [square], n));
});
