/** Files that hold the ids of Harmony's tokens instead of a text, as logs of servers have them: they are checked as the text that they are. */
import { hasTokens, isTokenArray, isTokens } from '../../convert/index.ts';
import type { Span } from '../../syntax/span.ts';
import { decodeHarmony, decodeTokens, isSpecialId, isToken } from '../../tokens/harmony.ts';

/** The text of a list of ids, and where a stretch of it is among them. */
export interface DecodedIds {
  readonly text: string;
  /** Offsets in the text → offsets in the file. */
  placeOf(span: Span): Span;
}

/** Takes the place of the bar of a token that is spelled out in a text, so that it stays text (HARM-03). */
const mask = '\uFDD0';

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
  const numbers = [...list.matchAll(/\d+/g)].map(({ 0: word, index }) => ({
    start: offset + index,
    end: offset + index + word.length,
    id: Number(word),
  }));
  const ids = numbers.map(({ id }) => id);
  if (!ids.every(isToken) || !ids.some(isSpecialId)) return undefined;
  const { starts } = decodeTokens(ids);
  const pieces = decodeHarmony(ids).map(({ kind, text }) =>
    kind === 'token' ? text : text.replaceAll('<|', `<${mask}`),
  );
  return {
    text: pieces.join(''),
    placeOf({ start, end }) {
      const first = numbers[lastAtOrBefore(starts, start)];
      const last = numbers[lastAtOrBefore(starts, Math.max(start, end - 1))];
      return { start: first?.start ?? offset, end: last?.end ?? offset };
    },
  };
}

/** The index of the last number in an ascending list that is not above a limit; 0 if all are. */
function lastAtOrBefore(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
