/** Converts a data set, in several threads if that is faster. Chunks are converted in parallel and yielded in order. */
import type { Options } from '../../convert/index.ts';
import type { Input } from '../files/input.ts';
import { orderedParallelMap } from '../threads.ts';
import { type ConvertedLines, convertLines, convertListed, type Lines, type ListedRows } from './convert-lines.ts';

/** Yields the converted pieces of a data set. `everyPlace`: whether the position of every loss is needed. */
export function stretchesOf(
  pieces: AsyncIterable<Input>,
  options: Options,
  everyPlace: boolean,
): AsyncGenerator<ConvertedLines> {
  async function* stretches(): AsyncGenerator<Lines> {
    for await (const { text, invalidAt } of pieces) yield { input: { text, invalidAt }, options, everyPlace };
  }
  return orderedParallelMap(stretches(), {
    script: 'convert-worker.js',
    here: convertLines,
    sizeOf: ({ input }) => input.text.length,
    minSize: 6_000_000,
  });
}

/** Yields the converted pieces of a list of rows. */
export const listedStretchesOf = (rows: AsyncIterable<ListedRows>): AsyncGenerator<ConvertedLines> =>
  orderedParallelMap(rows, {
    script: 'convert-worker.js',
    here: convertListed,
    sizeOf: (some) => some.rows.reduce((size, { text }) => size + text.length, 0),
    minSize: 6_000_000,
  });
