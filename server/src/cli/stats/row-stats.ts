/** Counts the messages of a data set row by row, in several threads if that is faster. No row is kept in memory. */
import { isUtf8 } from 'node:buffer';
import { addStats, noStats, type Stats, statsOf } from '../../inspect/stats.ts';
import type { RowPiece } from '../../rows/row-piece.ts';
import type { DialectFlag } from '../dialects.ts';
import { notUtf8 } from '../files/input.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { conversationRows } from '../rows/conversation-rows.ts';
import type { RowReading } from '../rows/reading.ts';
import { orderedParallelMap } from '../threads.ts';
import { type StatsStretch, statsOfStretch } from './stats-stretch.ts';

export interface RowStats {
  readonly stats: Stats;
  readonly unread: number;
  /** The line and column of the first row that is not read. */
  readonly first: string | undefined;
}

/** Returns the counts. Returns undefined for a file whose rows are not conversations, which must be read as a whole. */
export async function rowStats(
  source: Source,
  flag: DialectFlag,
  complain: (message: string) => void,
): Promise<RowStats | undefined> {
  const rows = await conversationRows(source, flag, complain);
  if (rows === undefined) return undefined;
  const { reading, pieces } = rows;
  async function* stretches(): AsyncGenerator<StatsStretch> {
    for await (const piece of pieces) yield stretchOf(piece, reading, source.file);
  }
  const counts = noStats();
  let unread = 0;
  let firstUnread: string | undefined;
  for await (const more of orderedParallelMap(stretches(), work)) {
    addStats(counts, more.counts);
    unread += more.unread;
    firstUnread ??= more.first;
  }
  return { stats: statsOf(counts), unread, first: firstUnread };
}

function stretchOf({ bytes, ...piece }: RowPiece, { dialect, names }: RowReading, file: string): StatsStretch {
  if (!isUtf8(bytes)) throw new InputFault(`${file}: ${notUtf8}`);
  return { ...piece, dialect, names, bytes: new Uint8Array(bytes) };
}

const work = {
  script: 'stats-worker.js',
  here: statsOfStretch,
  sizeOf: ({ bytes }: StatsStretch) => bytes.length,
  handedOver: ({ bytes }: StatsStretch) => [bytes.buffer],
  minSize: 2_000_000,
};
