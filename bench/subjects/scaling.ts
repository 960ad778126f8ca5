/**
 * Measures how the time of every command and every request grows with the size of a text. Each text repeats an item; the repetitions are
 * multiplied by 1, 2, 4 and 8. A work is reported if doubling its text makes it take more than 2.5 times as long, unless the time is
 * negligible.
 */
import { scalingItems } from '../../test/support/scaling/items.ts';
import { type Work, works } from '../../test/support/scaling/works.ts';
import type { Options } from '../options.ts';
import { heading, ms, progress, table, times } from '../report.ts';

const sizes = [1, 2, 4, 8];
const mostPerDoubling = 2.5;
/** The time in milliseconds below which a measurement is noise. */
const leastThatCounts = 100;
/** The time in milliseconds after which a work is not measured with twice the text. */
const patience = 8_000;

/** The columns: operations for which a user waits. If a column includes several works, the slowest counts. */
const columns: readonly (readonly [name: string, includes: (work: Work) => boolean])[] = [
  ['check', ({ name }) => name === 'check'],
  ['check --fix', ({ name }) => name === 'check --fix'],
  ['stream', ({ name }) => name.startsWith('stream')],
  ['convert', ({ name }) => name.startsWith('convert')],
  ['requests', ({ name }) => /[/]|code actions|symbols/.test(name)],
  ['others', ({ name }) => /^(?:format|explain|inspect|truncate|render)/.test(name)],
];

interface Row {
  readonly work: string;
  readonly taken: readonly number[];
}

export async function scaling({ items: wanted, works: of, quick, repeats }: Options): Promise<void> {
  const n = repeats ?? (quick ? 500 : 2_500);
  heading(`Time against size: ${sizes.map((size) => size * n).join(', ')} times`);
  const suspects: string[][] = [];
  const rows: string[][] = [];
  for (const item of scalingItems.filter(({ name }) => matches(name, wanted))) {
    const found = new Map<Work, Row>();
    const texts = sizes.map((size) => item.make(size * n));
    for (const work of works.filter(({ name }) => matches(name, of))) {
      progress(`${item.name}: ${work.name}`);
      const taken = await takenBy(work, texts, item.dialect);
      found.set(work, { work: work.name, taken });
      const worst = worstDoubling(taken);
      if (worst > mostPerDoubling) suspects.push([item.name, work.name, ...taken.map(ms), times(worst)]);
    }
    rows.push([item.name, ...columns.map(([, includes]) => slowest([...found].filter(([work]) => includes(work))))]);
  }
  table(['repeated', ...columns.map(([name]) => name)], rows);
  heading('More than in proportion');
  table(['repeated', 'work', ...sizes.map((size) => `${size}×`), 'per doubling'], suspects);
}

const matches = (name: string, words: readonly string[] | undefined) =>
  words === undefined || words.some((word) => name.includes(word));

async function takenBy(work: Work, texts: readonly string[], dialect: Parameters<Work['run']>[0]['dialect']) {
  const taken: number[] = [];
  for (const text of texts) {
    const began = performance.now();
    try {
      await work.run({ text, dialect });
    } catch (error) {
      if ((error as Error).message.includes('call stack'))
        console.log(`${work.name}: ${(error as Error).message} in ${JSON.stringify(text.slice(0, 60))}`);
    }
    taken.push(performance.now() - began);
    if ((taken.at(-1) ?? 0) > patience) break;
  }
  return taken;
}

/** Returns the largest ratio of a time to the one before it. Times that may be noise are not compared. */
function worstDoubling(taken: readonly number[]): number {
  return taken.reduce(
    (worst, time, i) => {
      const before = taken[i - 1];
      return before === undefined || time < leastThatCounts
        ? worst
        : Math.max(worst, time / Math.max(before, leastThatCounts / 4));
    },
    taken.length < sizes.length ? Number.POSITIVE_INFINITY : 0,
  );
}

function slowest(rows: readonly (readonly [Work, Row])[]): string {
  const [first] = rows.map(([, row]) => row).sort((a, b) => (b.taken.at(-1) ?? 0) - (a.taken.at(-1) ?? 0));
  return first === undefined ? '' : first.taken.map((time) => ms(time).replace(' ms', '')).join(' · ');
}
