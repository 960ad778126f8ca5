/** Locates the point at which a parser gives up on an output, and the word at fault there. */
import type { Span } from '../syntax/span.ts';
import { nearToken } from '../syntax/tokens/expected-tokens.ts';
import type { Stop } from './parsers/parser.ts';
import { type OutputProblem, rank } from './repair.ts';

/** Returns the stop with its token, the word at fault, and its position in a list of tokens. */
export function stopOf(
  output: string,
  stop: Stop,
  problems: readonly OutputProblem[],
  mended: Span | undefined,
  starts: readonly number[] | undefined,
) {
  const span = wordAtFault(output, stop, problems, mended);
  const word = span && narrowed(output, span, stop.start);
  const position = starts === undefined ? undefined : starts.findLastIndex((start) => start <= stop.start) + 1;
  return {
    ...stop,
    token: output.slice(stop.start, stop.end),
    ...(word && { word: { ...word, text: output.slice(word.start, word.end) } }),
    ...(position !== undefined && { position }),
  };
}

/** Problems that concern a message as a whole, not a word in it. */
const ofWhole = new Set(['E-STREAM-TRUNCATED', 'call-unanswered', 'end-missing', 'return-misplaced']);

/**
 * The word at fault. It is the word of the first problem that the checker finds at the stop, otherwise the span that a fix changed there.
 * If there is neither, it is the word that the error quotes.
 */
function wordAtFault(
  output: string,
  stop: Stop,
  problems: readonly OutputProblem[],
  mended: Span | undefined,
): Span | undefined {
  if (stop.kind === 'header-open') return misspelledHeaderEnd(output, stop) ?? textInHeader(output, stop.from);
  const inside = problems
    .filter(({ start, end }) => start < Math.max(stop.end, stop.start + 1) && end > stop.from && end > start)
    .filter((one) => rank(one) <= 1 && !ofWhole.has(one.code))
    .sort((a, b) => rank(a) - rank(b) || a.start - b.start);
  const [first] = inside;
  if (first !== undefined && (first.start !== stop.start || first.end !== stop.end))
    return { start: first.start, end: first.end };
  if (mended !== undefined && mended.end > stop.from && mended.start <= stop.start && mended.end > mended.start)
    return mended;
  const quoted = stop.quoted?.trim();
  const at = quoted ? output.indexOf(quoted, stop.from) : -1;
  return at >= 0 && at < stop.start ? { start: at, end: at + (quoted as string).length } : undefined;
}

/** The word in a header that resembles `<|message|>`, without which the header never ends. */
export const misspelledHeaderEnd = (output: string, { from, start }: Stop): Span | undefined =>
  nearToken(output, from, start, ['message']);

/** Matches the part of a header that can be read, and captures the text after it. */
const header =
  /^(?:<\|start\|>)?(?:assistant)?(?:\s{0,9}to=[^\s<]+)?(?:<\|channel\|>(?:analysis|commentary|final))?(?:\s{0,9}to=[^\s<]+)?(?:\s{0,9}(?:<\|constrain\|>)?(?:json|code)\b)?\s{0,9}([^<\s][^<\n]*)/;
/** The first text after the readable part of a header without `<|message|>`. */
function textInHeader(output: string, from: number): Span | undefined {
  const match = header.exec(output.slice(from, from + 1000));
  if (match === null) return undefined;
  const end = from + match[0].length;
  return { start: end - (match[1] as string).length, end };
}

/** The maximum length of text that is marked as a whole (UTF-16 units). */
const MAX_MARKED_STOPS = 30;
/** The first word of a text, or only the name of a channel if the next word directly follows the name. */
const firstWord = /^\s*(?:(?:analysis|commentary|final)(?=[A-Z\s])|<\|\w+\|>|[^\s<]+|<)/;

/** Narrows a long text to its first word. Extends white space, which is invisible, up to the end of the next word. */
function narrowed(output: string, { start, end }: Span, before: number): Span {
  const text = output.slice(start, end);
  const isBlank = text.trim() === '';
  if (!isBlank && text.length <= MAX_MARKED_STOPS && !text.includes('\n')) return { start, end };
  const word = firstWord.exec(output.slice(start, start + 200))?.[0];
  // A word that extends beyond the start of the stop would cover the stop's own mark.
  if (word === undefined || (isBlank && start + word.length > before)) return { start, end };
  const first = isBlank ? start : start + word.length - word.trimStart().length;
  return { start: first, end: start + word.length };
}
