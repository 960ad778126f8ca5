/** Detects whether a text is a list of rows while the text is being read. The first rows are enough to decide. */

import { json } from '../../documents/load-json.ts';
import { isJsonDialect, type SniffedJson, sniff } from '../../documents/sniff.ts';
import { type AnyDialectId, hasMessages, isJsonLinesFile, isUnchosen } from '../../grammar/index.ts';
import { ListScanner } from '../../rows/list-pieces.ts';
import { countOf, SPAN_SIZE } from '../../rows/row-piece.ts';
import { isSpace } from '../../rows/space.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { utf16In } from '../files/input.ts';
import { mustBeText } from '../files/not-text.ts';

/**
 * The limits for detecting the shape of a list: the maximum number of rows that are used, and of bytes that are read after the first row to
 * find them.
 */
const MAX_ROWS = 8;
const MAX_LOOK = 100_000;

export interface ListBeginning {
  /** The first row, the list cut after its first rows, and the format of that list; undefined if the text is not a list of rows. */
  readonly list: { readonly first: string; readonly head: string; readonly sniffed: SniffedJson } | undefined;
  /** All bytes, including those that have already been examined. */
  readonly all: AsyncGenerator<Buffer>;
}

/**
 * Examines the beginning of a text. `name`: the file's name without the extension of a compressed file. `chosen`: the dialect chosen for the
 * file. `names`: the names that its rows use for their fields and roles.
 */
export async function listBeginning(
  stream: AsyncIterable<Buffer>,
  name: string,
  chosen: AnyDialectId | undefined,
  names?: RowNames,
): Promise<ListBeginning> {
  const chunks = stream[Symbol.asyncIterator]();
  const buffers: Buffer[] = [];
  async function* all(): AsyncGenerator<Buffer> {
    try {
      for (let chunk = buffers.shift(); chunk !== undefined; chunk = buffers.shift()) yield chunk;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.(undefined);
    }
  }
  const isExpected = !isJsonLinesFile(name) && (chosen === undefined || (isJsonDialect(chosen) && isUnchosen(chosen)));
  const beginning = isExpected ? await firstRows(chunks, buffers) : undefined;
  if (beginning === undefined) return { list: undefined, all: all() };
  const { first, text } = beginning;
  const head = `${text}]`.replace(/^\uFEFF/, '');
  const sniffed = sniff(name, head, chosen, names);
  const isList =
    sniffed.language === 'json' &&
    !sniffed.lines &&
    hasMessages(sniffed.shape) &&
    sniffed.shape !== 'session' &&
    json().isListOfRows(head, names);
  return { list: isList ? { first, head, sniffed } : undefined, all: all() };
}

interface FirstRows {
  readonly first: string;
  /** The text of the list, up to the end of the last of its first rows. */
  readonly text: string;
}

/** Returns the first elements of a list; undefined if the text is not a list, or is an empty one. */
async function firstRows(chunks: AsyncIterator<Buffer>, buffers: Buffer[]): Promise<FirstRows | undefined> {
  const scanner = new ListScanner();
  let [first, text, rows] = [undefined as string | undefined, '', 0];
  let [isBegun, length] = [false, 0];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const chunk = next.value;
    if (buffers.length === 0 && utf16In(chunk) !== undefined) {
      buffers.push(chunk);
      return undefined;
    }
    buffers.push(chunk);
    if (!isBegun) {
      const at = chunk.findIndex((byte, i) => !isSpace(byte) && !(buffers.length === 1 && i < 3 && isMark(chunk, i)));
      if (at >= 0 && chunk[at] !== LIST) return undefined;
      if (at >= 0) {
        isBegun = true;
        mustBeText(chunk);
      }
    }
    scanner.push(chunk);
    const piece = scanner.taken();
    if (piece) {
      const { bytes, spans } = piece;
      first ??= bytes.toString('utf8', spans[0], spans[1]);
      const count = Math.min(MAX_ROWS - rows, countOf(piece));
      text += bytes.toString('utf8', 0, spans[(count - 1) * SPAN_SIZE + 1]);
      rows += count;
    }
    if (first !== undefined) length += chunk.length;
    if (rows >= MAX_ROWS || length > MAX_LOOK || scanner.isOver) break;
  }
  return first === undefined ? undefined : { first, text };
}

const LIST = 91;
const byteOrderMark = [0xef, 0xbb, 0xbf];
const isMark = (chunk: Buffer, at: number) => chunk[at] === byteOrderMark[at];
