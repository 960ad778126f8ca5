/** Files that contain the ids of Harmony tokens instead of text, as in server logs. The ids are decoded and checked as text. */
import { hasTokens, isTokenArray, isTokens, numbersIn, textOfNumbers } from '../../convert/index.ts';
import type { Span } from '../../syntax/span.ts';
import { isSpecialId, isToken } from '../../tokens/harmony.ts';

/** The text of a list of ids, and the positions of the ids in the file. */
export interface DecodedIds {
  readonly text: string;
  /** Converts offsets in the text to offsets in the file. */
  placeOf(span: Span): Span;
}

/**
 * Returns the texts of a file that is one list of ids, or has one list per line; otherwise undefined. Also returns undefined if a list has
 * no special token, because its numbers may be anything. `dialect`: the dialect chosen for the file.
 */
export function decodedIds(text: string, dialect: string | undefined): readonly DecodedIds[] | undefined {
  if (dialect !== undefined && !hasTokens(dialect)) return undefined;
  const lists = isTokens(text) ? [{ start: 0, list: text }] : linesOf(text);
  if (lists === undefined) return undefined;
  const decoded = lists.map(({ start, list }) => decode(list, start));
  const areIds = decoded.every((one) => one !== undefined);
  return areIds && decoded.length > 0 ? decoded : undefined;
}

/** Returns the lists of a text that has one list in brackets per line; undefined if any other line is not blank. */
function linesOf(text: string): { start: number; list: string }[] | undefined {
  const lines: { start: number; list: string }[] = [];
  let start = 0;
  for (const list of text.split('\n')) {
    if (/\S/.test(list)) {
      if (!isTokenArray(list)) return undefined;
      lines.push({ start, list });
    }
    start += list.length + 1;
  }
  return lines;
}

function decode(list: string, offset: number): DecodedIds | undefined {
  const numbers = numbersIn(list);
  if (!numbers.every(({ id }) => isToken(id)) || !numbers.some(({ id }) => isSpecialId(id))) return undefined;
  const { masked, place } = textOfNumbers(numbers);
  return {
    text: masked,
    placeOf(span) {
      const { start, end } = place(span);
      return { start: offset + start, end: offset + end };
    },
  };
}
