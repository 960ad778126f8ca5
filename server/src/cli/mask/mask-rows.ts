/** Reads the rows of a data set in groups. Rows are lines of JSON, or the elements of a list in JSON. */
import { rowsInList } from '../../mask/row.ts';
import { type RowText, textsIn } from '../../rows/row-piece.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import { type RowNames, readLike } from '../../syntax/json/row-names.ts';
import { pieceOf } from '../files/input.ts';
import { InputFault } from '../input-fault.ts';
import { rowPieces } from '../rows/read-row-pieces.ts';

/** The maximum number of rows per group, and the number of characters at which a group ends. */
const MAX_ROWS = 64;
const MAX_LENGTH = 1 << 18;

/** Yields the rows in groups, in the order of the file. Throws an error with a message for the user if the file cannot be read. */
export async function* rowGroups(path: string, file: string): AsyncGenerator<readonly RowText[]> {
  let group: RowText[] = [];
  let [length, offset, isFirst] = [0, 0, true];
  for await (const piece of rowPieces(path, file, { refusesSessions: true })) {
    const { bytes } = piece;
    const { invalidAt } = pieceOf(bytes, isFirst);
    if (invalidAt !== undefined)
      throw new InputFault(`${file}: it is not valid UTF-8, starting at character ${offset + invalidAt + 1}`);
    const mark = isFirst && pieceOf(bytes, true).mark ? 1 : 0;
    for (const row of textsIn(piece, offset - mark)) {
      group.push(row);
      length += row.text.length;
      if (group.length < MAX_ROWS && length < MAX_LENGTH) continue;
      yield group;
      group = [];
      length = 0;
    }
    offset += unitsIn(bytes) - mark;
    isFirst = false;
  }
  if (group.length > 0) yield group;
}

/** Yields the elements of a list of rows. A text that is not such a list is a single row. `names`: the field names used in the rows. */
export function* rowsOfText(text: string, names?: RowNames): Generator<RowText> {
  const { root } = readLike(text, { names });
  const items = root === undefined ? [] : (rowsInList(root) ?? [root]);
  let [line, from] = [0, 0];
  for (const { start, end } of items) {
    for (let at = text.indexOf('\n', from); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) {
      line++;
      from = at + 1;
    }
    yield { text: text.slice(start, end), line, offset: start };
  }
}
