/** Finds the errors of parsers in a log. */
import { errorSigns } from './error-signs.ts';

/** The end of a log that is searched (UTF-16 units), and the most errors there that offer it. */
const [MAX_SEARCHED_LENGTH, MAX_OFFERS] = [500_000, 20];

const signs = new RegExp(errorSigns.join('|'), 'gi');

/** The offsets of the last errors of parsers in a text, one a line. */
export function findParserErrors(text: string): number[] {
  const from = Math.max(0, text.length - MAX_SEARCHED_LENGTH);
  const found: number[] = [];
  let lineEnd = -1;
  for (const { index } of text.slice(from).matchAll(signs)) {
    const at = from + index;
    if (at <= lineEnd) continue;
    found.push(at);
    const end = text.indexOf('\n', at);
    lineEnd = end < 0 ? text.length : end;
  }
  return found.slice(-MAX_OFFERS);
}
