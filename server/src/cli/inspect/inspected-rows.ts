/** Reads the contents of a data set row by row, so that its calls, turns and messages are not all kept in memory. */
import { isUtf8 } from 'node:buffer';
import { json } from '../../documents/load-json.ts';
import { callsIn } from '../../inspect/calls.ts';
import { type Overview, overviewOf } from '../../inspect/overview.ts';
import { turnsIn } from '../../inspect/turns.ts';
import { type RowPiece, SPAN_SIZE, textsIn } from '../../rows/row-piece.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import type { AnyDocument } from '../../syntax/any-document.ts';
import type { DialectFlag } from '../dialects.ts';
import { notUtf8 } from '../files/input.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { conversationRows } from '../rows/conversation-rows.ts';
import type { RowReading } from '../rows/reading.ts';

/** A row as a document, and its position in the file. */
export interface InspectedRow {
  readonly document: AnyDocument;
  /** The number of lines in the file before the row. */
  readonly lines: number;
}

/** The rows of a data set, and the position of the first one that is not a conversation. */
export interface InspectedRows {
  readonly dialect: string;
  /** The rows. They can be iterated only once, to the end or up to a `return`. */
  readonly rows: AsyncGenerator<InspectedRow>;
  /**
   * The number of rows or values that cannot be read, and the line and column of the first. The number is complete after all rows have been
   * iterated.
   */
  readonly unread: { count: number; first: string | undefined };
  /** Records that the value at an offset in the current row cannot be read. */
  note(at: number): void;
}

/** Returns the rows of a data set. Returns undefined for a file whose rows are not conversations, which must be read as a whole. */
export async function inspectedRows(
  source: Source,
  flag: DialectFlag,
  complain: (message: string) => void,
): Promise<InspectedRows | undefined> {
  const dataSet = await conversationRows(source, flag, complain);
  if (dataSet === undefined) return undefined;
  const { reading, pieces } = dataSet;
  if (reading.shape === 'session') {
    await pieces.return(undefined);
    return undefined;
  }
  const unread: InspectedRows['unread'] = { count: 0, first: undefined };
  let placeOf = (_at: number): string => '1:1';
  return {
    dialect: reading.dialect,
    unread,
    note(at) {
      unread.count++;
      unread.first ??= placeOf(at);
    },
    rows: rowsOf(pieces, reading, source.file, (positionOf) => {
      placeOf = positionOf;
    }),
  };
}

async function* rowsOf(
  pieces: AsyncGenerator<RowPiece>,
  { dialect, shape, rows, names }: RowReading,
  file: string,
  hear: (placeOf: (at: number) => string) => void,
): AsyncGenerator<InspectedRow> {
  const { JsonDocument } = json();
  try {
    for await (const piece of pieces) {
      const { bytes, spans } = piece;
      if (!isUtf8(bytes)) throw new InputFault(`${file}: ${notUtf8}`);
      let at = 0;
      for (const { text, line } of textsIn(piece)) {
        const start = spans[at] as number;
        at += SPAN_SIZE;
        const document = new JsonDocument('row.json', 'json', 0, text, dialect, false, shape, rows, false, names);
        hear((offset) => {
          const position = document.positionAt(offset);
          const begin = start === 0 ? 0 : bytes.lastIndexOf(LF, start - 1) + 1;
          const before = position.line === 0 ? unitsIn(bytes.subarray(begin, start)) : 0;
          return `${line + position.line + 1}:${before + position.character + 1}`;
        });
        yield { document, lines: line };
      }
    }
  } finally {
    await pieces.return(undefined);
  }
}

const LF = 10;

/** Yields the calls or the turns of a data set, like `callsIn` and `turnsIn`, with lines and turns counted over the whole file. */
export const listsOfRows = {
  async *calls({ rows, note }: InspectedRows) {
    let turns = 0;
    let number = 0;
    for await (const { document, lines } of rows) {
      for (const call of callsIn(document, note))
        yield { ...call, number: ++number, line: call.line + lines, turn: call.turn + turns };
      turns += turnsIn(document).length;
    }
  },
  async *turns({ rows, note }: InspectedRows) {
    let turns = 0;
    for await (const { document, lines } of rows) {
      const ofRow = turnsIn(document, note);
      for (const turn of ofRow) yield { ...turn, line: turn.line + lines, turn: turn.turn + turns };
      turns += ofRow.length;
    }
  },
} as const;

/** Yields the messages and the reasoning of each row, like `overviewOf`. */
export async function* overviews({
  rows,
  note,
}: InspectedRows): AsyncGenerator<Pick<Overview, 'messages' | 'thoughts'>> {
  for await (const { document, lines } of rows) {
    const { messages, thoughts } = overviewOf(document, note);
    const moved = <T extends { readonly line: number }>(one: T): T => ({ ...one, line: one.line + lines });
    yield { messages: messages.map(moved), thoughts: thoughts.map(moved) };
  }
}
