/** Converts a JSON list of rows while it is being read, so that memory use does not grow with the list. */
import { isAscii, isUtf8 } from 'node:buffer';
import { dialectOfForm } from '../../convert/index.ts';
import { targets } from '../../convert/targets/index.ts';
import { unpackedName } from '../../packed/names.ts';
import { type RowPiece, SPAN_SIZE } from '../../rows/row-piece.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import { listEnding, listOpening, listSeparator } from '../../syntax/json/listed-values.ts';
import { hasMark } from '../files/input.ts';
import { placeOf } from '../files/replace.ts';
import { createTemporaryFile, type TemporaryFile } from '../files/temporary.ts';
import { conversationRows } from '../rows/conversation-rows.ts';
import type { ListedRow, ListedRows } from './convert-lines.ts';
import type { ConvertOptions } from './convert-options.ts';
import { listedStretchesOf } from './pool.ts';
import type { Report } from './report.ts';

/** Whether a file is a list of conversations with valid syntax between its rows. The whole file is read, since an error can be anywhere. */
export async function isRowList(options: ConvertOptions): Promise<boolean> {
  const { file, pretty, tokens, readsTokens, to } = options;
  if (!/\.json$/i.test(unpackedName(file)) || pretty || tokens || readsTokens) return false;
  return targets[to].records === undefined && (await withPieces(options, isSoundList)) === true;
}

/** The result of converting a list: the rows, in a file that the caller must close. */
interface ConvertedList {
  readonly file: TemporaryFile;
  /**
   * `refused` is the number of rows that cannot be converted, `emptied` is the number that lose all of their content, and `rows` is the
   * total number.
   */
  readonly refused: number;
  readonly emptied: number;
  readonly rows: number;
}

/** Converts the rows of a list (see `isRowList`). `end`: the separator after each row. With a comma, the output is also a list. */
export async function convertRows(
  options: ConvertOptions,
  end: '\n' | ',',
  notes: Pick<Report, 'add' | 'count'>,
): Promise<ConvertedList> {
  const file = createTemporaryFile(placeOf('-').beside);
  let [refused, emptied, rows, isFirst, isDone] = [0, 0, 0, true, false];
  const settings = { options, everyPlace: options.report !== undefined, end };
  try {
    if (end === ',') file.write('[');
    await withPieces(options, async (pieces) => {
      for await (const out of listedStretchesOf(stretchesOf(pieces, settings))) {
        if (out.notes.length > 0) await notes.add(out.notes);
        notes.count(out.more);
        refused += out.refused;
        emptied += out.emptied;
        rows += out.rows;
        const text = end === ',' ? out.text.slice(0, -1) : out.text;
        if (text === '') continue;
        file.write(end === ',' && !isFirst ? `,${text}` : text);
        isFirst = false;
      }
    });
    if (end === ',') file.write(']\n');
    isDone = true;
    return { file, refused, emptied, rows };
  } finally {
    if (!isDone) await file.close();
  }
}

/** Calls `use` with the pieces of a data set, and then closes the file. Returns undefined if the file does not contain rows. */
async function withPieces<T>(
  options: ConvertOptions,
  use: (pieces: AsyncIterable<RowPiece>) => Promise<T>,
): Promise<T | undefined> {
  const rows = await conversationRows(options, dialectOfForm(options.from) ?? 'auto', () => {});
  if (rows === undefined) return undefined;
  try {
    return await use(rows.pieces);
  } finally {
    await rows.pieces.return(undefined);
  }
}

/** Whether the pieces form a list with only commas between rows. */
async function isSoundList(pieces: AsyncIterable<RowPiece>): Promise<boolean> {
  let between = '';
  let isFirst = true;
  for await (const { bytes, spans, isList } of pieces) {
    if (!isList || !isUtf8(bytes)) return false;
    let counted = 0;
    for (let at = 0; at < spans.length; at += SPAN_SIZE) {
      const start = spans[at] as number;
      const isComma = start - counted === 1 && between === '' && bytes[counted] === COMMA;
      between += isComma ? '' : bytes.toString('utf8', counted, start);
      if (!isComma && !(isFirst ? listOpening : listSeparator).test(between)) return false;
      between = '';
      isFirst = false;
      counted = spans[at + 1] as number;
    }
    between += bytes.toString('utf8', counted);
    if (between.length > MAX_BETWEEN) return false;
  }
  return listEnding.test(between);
}

const [LF, COMMA] = [10, 44];
/** The maximum length of the text between two rows. If the text is longer, the file is not read as a list of rows. */
const MAX_BETWEEN = 1 << 20;

/** Yields the rows with their positions in the file. */
async function* stretchesOf(
  pieces: AsyncIterable<RowPiece>,
  settings: Omit<ListedRows, 'rows'>,
): AsyncGenerator<ListedRows> {
  let [offset, column, isFirst] = [0, 0, true];
  for await (const { bytes, spans, line } of pieces) {
    const rows: ListedRow[] = [];
    const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
    let counted = isFirst && hasMark(bytes) ? 3 : 0;
    isFirst = false;
    const moveTo = (byte: number) => {
      const between = bytes.subarray(counted, byte);
      const end = between.lastIndexOf(LF) + 1;
      const after = unitsIn(between.subarray(end));
      column = end > 0 ? after : column + after;
      offset += end > 0 ? unitsIn(between.subarray(0, end)) + after : after;
      counted = byte;
    };
    for (let at = 0; at < spans.length; at += SPAN_SIZE) {
      const [start, to, below] = [spans[at], spans[at + 1], spans[at + 2]] as unknown as [number, number, number];
      moveTo(start);
      rows.push({ text: bytes.toString(encoding, start, to), place: { line: line + below, column, offset } });
    }
    moveTo(bytes.length);
    if (rows.length > 0) yield { ...settings, rows };
  }
}
