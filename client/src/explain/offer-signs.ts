/** Finds the errors of parsers in a log. */
import { errorSigns } from './error-signs.ts';

/** The length of the end of a log that is searched (UTF-16 units). Only the last `MAX_OFFERS` errors in it get an offer. */
export const MAX_SEARCHED_LENGTH = 500_000;
const MAX_OFFERS = 20;

const signs = new RegExp(errorSigns.join('|'), 'gi');

/** Returns the offsets of the last parser errors in a text, at most one per line. */
export function findParserErrors(text: string): number[] {
  const from = Math.max(0, text.length - MAX_SEARCHED_LENGTH);
  const offsets: number[] = [];
  let lineEnd = -1;
  for (const { index } of text.slice(from).matchAll(signs)) {
    const at = from + index;
    if (at <= lineEnd) continue;
    offsets.push(at);
    const end = text.indexOf('\n', at);
    lineEnd = end < 0 ? text.length : end;
  }
  return offsets.slice(-MAX_OFFERS);
}
