/** Measures documents for which a careless loop would take quadratic time. Twelve times the text should take about twelve times as long. */
import {
  chatmlRows,
  faultyRows,
  fixEverything,
  jsonRows,
  markdownRows,
  type NastyRow,
  readAll,
  readJsonAll,
  render,
} from '../../test/support/nasty.ts';
import { atMost, heading, ms, table, times } from '../report.ts';

const growth = 12;
const aim = 2 * growth;

export function nasty(): void {
  heading(`Nasty documents, once and ${growth} times as long`);
  table(
    ['document', 'once', `${growth} times`, 'ratio', `≤ ${aim}×`],
    [
      ...rowsOf(chatmlRows, readAll, 1_000),
      ...rowsOf(faultyRows, fixEverything, 300),
      ...rowsOf(jsonRows, readJsonAll, 1_000),
      // Longer texts would exceed the limit for Markdown, and would not be parsed at all.
      ...rowsOf(markdownRows, render, 250),
    ],
  );
}

function rowsOf(rows: readonly NastyRow[], act: (text: string) => number, n: number): string[][] {
  return rows.map(([name, make]) => {
    const [small, large] = [make(n), make(n * growth)];
    act(small);
    const once = Math.min(...[1, 2, 3].map(() => timeOf(act, small)));
    const many = timeOf(act, large);
    return [name, ms(once), ms(many), times(many / once), atMost(many / once, aim)];
  });
}

function timeOf(act: (text: string) => number, text: string): number {
  const began = performance.now();
  act(text);
  return performance.now() - began;
}
