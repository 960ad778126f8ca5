/** Files that hold the ids of Harmony's tokens instead of a text, as logs of servers have them: they are checked as the text that they are. */
import { hasTokens, isTokenArray, isTokens, numbersIn, textOfNumbers } from '../../convert/index.ts';
import type { Span } from '../../syntax/span.ts';
import { isSpecialId, isToken } from '../../tokens/harmony.ts';

/** The text of a list of ids, and where a stretch of it is among them. */
export interface DecodedIds {
  readonly text: string;
  /** Offsets in the text → offsets in the file. */
  placeOf(span: Span): Span;
}

/**
 * The texts of a file that is a list of ids, or one list on each line; undefined if it is none, or shows none of the special
 * tokens: any numbers could be such a list. `dialect`: the one that was chosen.
 */
export function decodedIds(text: string, dialect: string | undefined): readonly DecodedIds[] | undefined {
  if (dialect !== undefined && !hasTokens(dialect)) return undefined;
  const lists = isTokens(text) ? [{ start: 0, list: text }] : linesOf(text);
  if (lists === undefined) return undefined;
  const decoded = lists.map(({ start, list }) => decode(list, start));
  const areIds = decoded.every((one) => one !== undefined);
  return areIds && decoded.length > 0 ? decoded : undefined;
}

/** The lines of a text, if each is a list in brackets. */
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
