/** The rows of a data set: lines of JSON, or the elements of a list in JSON. */
import { sniff } from '../../documents/sniff.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { rowsInList } from '../../mask/row.ts';
import { readJson } from '../../syntax/json/read.ts';
import { type Input, joined, peek, readPieces } from '../files/input.ts';
import { InputFault, utf16Fault } from '../input-fault.ts';
import { unpackedName } from '../packed/names.ts';
import type { RowText } from './stretch.ts';

/** How many rows are handed over at a time, and about how many characters. */
const MAX_ROWS = 64;
const MAX_LENGTH = 1 << 18;

/** Rows in groups, in the order of the file. Throws, with a message for the user, where it cannot be read. */
export async function* rowGroups(path: string, file: string): AsyncGenerator<readonly RowText[]> {
  const { head, utf16, all } = await peek(readPieces(path)).catch((error) => {
    throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
  });
  if (utf16) {
    await all.return(undefined);
    throw utf16Fault(file);
  }
  yield* groups(
    sniff(unpackedName(file), head, undefined).lines ? linesOf(all, file) : rowsOfText((await joined(all)).text),
  );
}

async function* linesOf(pieces: AsyncIterable<Input>, file: string): AsyncGenerator<RowText> {
  let [line, offset] = [0, 0];
  for await (const { text, invalidAt } of pieces) {
    if (invalidAt !== undefined)
      throw new InputFault(`${file}: it is not UTF-8, from character ${offset + invalidAt + 1} on`);
    let from = 0;
    while (from < text.length) {
      const end = text.indexOf('\n', from);
      const to = end < 0 ? text.length : end;
      const row = text.slice(from, to);
      if (/\S/.test(row)) yield { text: row, line, offset: offset + from };
      line++;
      from = to + 1;
    }
    offset += text.length;
  }
}

/** The elements of a list of rows; anything else is one row. */
export function* rowsOfText(text: string): Generator<RowText> {
  const { root } = readJson(text);
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

async function* groups(rows: AsyncIterable<RowText> | Iterable<RowText>): AsyncGenerator<readonly RowText[]> {
  let group: RowText[] = [];
  let length = 0;
  for await (const row of rows) {
    group.push(row);
    length += row.text.length;
    if (group.length < MAX_ROWS && length < MAX_LENGTH) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}
