/** The counts of a data set, row by row, in several threads where that pays: no row is kept. */
import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { isUnchosen, type ShapeName } from '../../grammar/index.ts';
import { addStats, noStats, type Stats, statsOf } from '../../inspect/inspect.ts';
import { shapes } from '../../model/json/shapes.ts';
import { unpackedName } from '../../packed/names.ts';
import type { RowPiece } from '../../rows/row-piece.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import type { DialectFlag } from '../dialects.ts';
import { notUtf8 } from '../files/input.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { headOf, rowPieces } from '../rows/read.ts';
import { type RowReading, readingOf } from '../rows/reading.ts';
import { orderedParallelMap } from '../threads.ts';
import { type StatsStretch, statsOfStretch } from './stretch.ts';

export interface RowStats {
  readonly stats: Stats;
  readonly unread: number;
  /** The line and column of the first row that is not read. */
  readonly first: string | undefined;
}

/** Shapes of which a line is not a conversation of its own. */
const others = new Set<ShapeName>(['unknown', 'events', 'wire', 'projection', 'plain-text', 'text']);

/** A smaller file is read as a whole, as what is not a data set is (bytes). */
const MIN_SIZE = 1 << 16;

/** Undefined: it is not a file with a conversation in each row, and is read as a whole. */
export async function rowStats(
  { path, file }: Source,
  flag: DialectFlag,
  complain: (message: string) => void,
): Promise<RowStats | undefined> {
  if (!/\.(?:jsonl|ndjson|json)$/i.test(unpackedName(file)) || !isLarge(path)) return undefined;
  const pieces = rowPieces(path, file);
  try {
    const { value: first } = await pieces.next();
    if (first === undefined) return undefined;
    const head = headOf(first);
    const reading = readingOf(file, head, flag, complain);
    const { dialect, shape } = reading;
    const own = shapes.find(({ name }) => name === shape)?.dialect;
    const isRows = (isUnchosen(dialect) || own === dialect) && !others.has(shape) && !isEventStream(head);
    if (!isRows || first.spans.length <= 3) return undefined;
    async function* stretches(): AsyncGenerator<StatsStretch> {
      yield stretchOf(first as RowPiece, reading, file);
      for await (const piece of pieces) yield stretchOf(piece, reading, file);
    }
    const counts = noStats();
    let unread = 0;
    let place: string | undefined;
    for await (const more of orderedParallelMap(stretches(), work)) {
      addStats(counts, more.counts);
      unread += more.unread;
      place ??= more.first;
    }
    return { stats: statsOf(counts), unread, first: place };
  } finally {
    await pieces.return(undefined);
  }
}

function stretchOf({ bytes, ...piece }: RowPiece, { dialect, names }: RowReading, file: string): StatsStretch {
  if (!isUtf8(bytes)) throw new InputFault(`${file}: ${notUtf8}`);
  return { ...piece, ...{ dialect, names, bytes: new Uint8Array(bytes) } };
}

function isLarge(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size >= MIN_SIZE;
  } catch {
    return false;
  }
}

const work = {
  script: 'stats-worker.js',
  here: statsOfStretch,
  sizeOf: ({ bytes }: StatsStretch) => bytes.length,
  handedOver: ({ bytes }: StatsStretch) => [bytes.buffer],
  minSize: 2_000_000,
};
