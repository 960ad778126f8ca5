/** Data sets whose rows are conversations: those that are counted a piece at a time, and never held as a whole. */
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

/** How the rows are read, and the pieces of the file, which the caller has to return if it does not read all of them. */
interface ConversationRows {
  readonly reading: RowReading;
  readonly pieces: AsyncGenerator<RowPiece>;
}

/** Shapes of which a line is not a conversation of its own. */
const others = new Set<ShapeName>(['unknown', 'events', 'wire', 'projection', 'plain-text', 'text']);

/** A smaller file is read as a whole, as what is not a data set is (bytes). */
const MIN_SIZE = 1 << 16;

/** Undefined: it is not a file with a conversation in each row, and is read as a whole. */
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
    const own = shapes.find(({ name }) => name === shape)?.dialect;
    const isRows = (isUnchosen(dialect) || own === dialect) && !records && !others.has(shape) && !isEventStream(head);
    if (isRows && first.spans.length > 3) return { reading, pieces: from(first, pieces) };
  }
  await pieces.return(undefined);
  return undefined;
}

/** All pieces. A generator that nobody has asked for anything runs no `finally`, so its `return` closes the file itself. */
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
