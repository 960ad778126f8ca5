/** Reads data sets with a conversation in each row. A data set is processed one piece at a time, and is never in memory as a whole. */
import { statSync } from 'node:fs';
import { isJsonFile, isUnchosen, type ShapeName } from '../../grammar/index.ts';
import { shapes } from '../../model/json/shapes.ts';
import { unpackedName } from '../../packed/names.ts';
import type { RowPiece } from '../../rows/row-piece.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import type { DialectFlag } from '../dialects.ts';
import type { Source } from '../files/source.ts';
import { headOf, rowPieces } from './read-row-pieces.ts';
import { type RowReading, readingOf } from './reading.ts';

/** The settings for reading the rows, and the pieces of the file. A caller that does not read all pieces must call `return` on them. */
interface ConversationRows {
  readonly reading: RowReading;
  readonly pieces: AsyncGenerator<RowPiece>;
}

/** The shapes of files whose lines are not separate conversations. */
const others = new Set<ShapeName>(['unknown', 'events', 'wire', 'projection', 'plain-text', 'text']);

/** The minimum size in bytes of a file that is read in pieces. Smaller files are read as a whole, like files that are not data sets. */
const MIN_SIZE = 1 << 16;

/**
 * Returns the rows of a data set. Returns undefined for a small file, or a file whose rows are not conversations; such a file must be read
 * as a whole.
 */
export async function conversationRows(
  { path, file }: Source,
  flag: DialectFlag,
  complain: (message: string) => void,
): Promise<ConversationRows | undefined> {
  if (!isJsonFile(unpackedName(file)) || !isLarge(path)) return undefined;
  const pieces = rowPieces(path, file);
  const { value: first } = await pieces.next();
  if (first !== undefined) {
    const head = headOf(first);
    const reading = readingOf(file, head, flag, complain);
    const { dialect, shape, records } = reading;
    const shapeDialect = shapes.find(({ name }) => name === shape)?.dialect;
    const isRows =
      (isUnchosen(dialect) || shapeDialect === dialect) && !records && !others.has(shape) && !isEventStream(head);
    if (isRows && first.spans.length > 3) return { reading, pieces: from(first, pieces) };
  }
  await pieces.return(undefined);
  return undefined;
}

/** Yields all pieces. Calling `return` always closes the file: a generator that has not been started would not run its `finally` block. */
function from(first: RowPiece, pieces: AsyncGenerator<RowPiece>): AsyncGenerator<RowPiece> {
  async function* all(): AsyncGenerator<RowPiece> {
    try {
      yield first;
      yield* pieces;
    } finally {
      await pieces.return(undefined);
    }
  }
  const rows = all();
  const end = rows.return.bind(rows);
  rows.return = async (value) => {
    await pieces.return(undefined);
    return await end(value);
  };
  return rows;
}

function isLarge(path: string): boolean {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size >= MIN_SIZE;
  } catch {
    return false;
  }
}
