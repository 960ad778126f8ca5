/**
 * Measures how the processor time grows with the size of a text, from 60 to 480 KB. Each text repeats one item, and only the slowest item
 * of each group is measured. Only the processor time of this process counts, since other processes may use the machine at the same time.
 */
import { type ScalingItem, scalingItems } from '../../test/support/scaling/items.ts';
import { requestsOn, type Work, works } from '../../test/support/scaling/works.ts';
import type { Options } from '../options.ts';
import { heading, progress, table } from '../report.ts';

/**
 * The text lengths in UTF-16 units: those in the table (`lengths`), and the one with which the slowest item of a group is found
 * (`firstLength`).
 */
const lengths = [60_000, 120_000, 240_000, 480_000];
const firstLength = 8_000;

/** The columns, each with the works that it measures. If a column has several works, the slowest counts. */
const columns: readonly (readonly [name: string, works: readonly Work[]])[] = [
  ['check', works.filter(({ name }) => name === 'check')],
  ['stream', works.filter(({ name }) => name === 'stream whole')],
  ['convert', works.filter(({ name }) => name === 'convert to messages')],
];

/** Matches the items that form a group of their own. */
const single =
  /^(?:openchatml-2\.2: (?:turns|ids|one id|calls without ids|thoughts|declarations|members in the arguments of a call|faults in the arguments of a call|literal blocks|escapes)|JSON: .*)$/;

function groupOf({ name }: ScalingItem): string {
  if (single.test(name)) return name;
  const [family = '', what = ''] = name.split(/: (.*)/s);
  const where = /in (?:one answer|every answer|one header)$/.exec(what)?.[0];
  return where === undefined ? `${family}: others` : `${family}: … ${where}`;
}

export async function growth({ items: wanted, quick }: Options): Promise<void> {
  heading('Time against size: milliseconds of processor time for 60, 120, 240 and 480 KB');
  const groups = new Map<string, { readonly item: ScalingItem; readonly took: number }>();
  for (const item of scalingItems.filter(
    ({ name }) => wanted === undefined || wanted.some((one) => name.includes(one)),
  )) {
    progress(`Which takes longest: ${item.name}`);
    const group = groupOf(item);
    const took = group === item.name ? 0 : await totalOf(item, firstLength);
    if (took >= (groups.get(group)?.took ?? 0)) groups.set(group, { item, took });
  }
  const rows: string[][] = [];
  for (const [group, { item }] of groups) {
    const cells = new Map<string, string[]>();
    for (const length of quick ? lengths.slice(0, 2) : lengths) {
      progress(`${item.name}: ${length}`);
      for (const [column, took] of await timesOf(item, length))
        cells.set(column, [...(cells.get(column) ?? []), took.toFixed(0)]);
    }
    const which = group === item.name ? '' : `: ${item.name.slice(item.name.indexOf(': ') + 2)}`;
    const name = `${group}${which}`.replaceAll('|', '\\|').replace(/[\n\r]/g, '␊');
    rows.push([name, ...[...cells.values()].map((cell) => cell.join(' · '))]);
  }
  table(['repeated', ...columns.map(([name]) => name), 'slowest request'], rows);
}

async function totalOf(item: ScalingItem, length: number): Promise<number> {
  return (await timesOf(item, length)).reduce((sum, [, took]) => sum + took, 0);
}

async function timesOf(item: ScalingItem, length: number): Promise<[column: string, took: number][]> {
  const each = (item.make(110).length - item.make(10).length) / 100;
  const opened = { text: item.make(Math.ceil(length / each)), dialect: item.dialect };
  const found: [string, number][] = [];
  for (const [name, some] of columns) {
    let most = 0;
    for (const work of some) most = Math.max(most, await timeOf(() => work.run(opened)));
    found.push([name, most]);
  }
  let most = 0;
  for (const request of requestsOn(opened)) most = Math.max(most, await timeOf(request));
  return [...found, ['requests', most]];
}

async function timeOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await run();
  } catch {
    // The work may be refused, which is a valid result.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
