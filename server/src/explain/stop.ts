/** Where a parser gives up on an output, and the word there that is at fault. */
import type { Span } from '../syntax/span.ts';
import type { Stop } from './parsers/parser.ts';
import { type OutputProblem, rank } from './repair.ts';

/** The stop with the words that people look for in the output. */
export function stopOf(
  output: string,
  stop: Stop,
  problems: readonly OutputProblem[],
  mended: Span | undefined,
  starts: readonly number[] | undefined,
) {
  const found = wordAtFault(output, stop, problems, mended);
  const word = found && narrowed(output, found, stop.start);
  const position = starts === undefined ? undefined : starts.findLastIndex((start) => start <= stop.start) + 1;
  return {
    ...stop,
    token: output.slice(stop.start, stop.end),
    ...(word && { word: { ...word, text: output.slice(word.start, word.end) } }),
    ...(position !== undefined && { position }),
  };
}

/** Problems that are reported about a message as a whole, and not about a word in it. */
const ofWhole = new Set(['E-STREAM-TRUNCATED', 'call-unanswered', 'end-missing', 'return-misplaced']);

/** The first thing that the checker finds wrong where the parser gave up; or what a fix fixed there; or what the error quotes. */
function wordAtFault(
  output: string,
  stop: Stop,
  problems: readonly OutputProblem[],
  mended: Span | undefined,
): Span | undefined {
  if (stop.kind === 'header-open') return textInHeader(output, stop.from);
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

/** A header as far as it can be read, and the text after it. */
const header =
  /^(?:<\|start\|>)?(?:assistant)?(?:\s{0,9}to=[^\s<]+)?(?:<\|channel\|>(?:analysis|commentary|final))?(?:\s{0,9}to=[^\s<]+)?(?:\s{0,9}(?:<\|constrain\|>)?(?:json|code)\b)?\s{0,9}([^<\s][^<\n]*)/;
/** The text in a header without `<|message|>`. */
function textInHeader(output: string, from: number): Span | undefined {
  const found = header.exec(output.slice(from, from + 1000));
  if (found === null) return undefined;
  const end = from + found[0].length;
  return { start: end - (found[1] as string).length, end };
}

/** How much is marked whole (UTF-16 units). */
const MAX_MARKED_STOPS = 30;
/** The first word of a text; the name of a channel, if what follows has run together with it. */
const firstWord = /^\s*(?:(?:analysis|commentary|final)(?=[A-Z\s])|<\|\w+\|>|[^\s<]+|<)/;

/** White space with the word after it, since it cannot be seen; of a long text, the first word. */
function narrowed(output: string, { start, end }: Span, before: number): Span {
  const text = output.slice(start, end);
  const isBlank = text.trim() === '';
  if (!isBlank && text.length <= MAX_MARKED_STOPS && !text.includes('\n')) return { start, end };
  const word = firstWord.exec(output.slice(start, start + 200))?.[0];
  // Where the parser stops is marked as such.
  if (word === undefined || (isBlank && start + word.length > before)) return { start, end };
  const first = isBlank ? start : start + word.length - word.trimStart().length;
  return { start: first, end: start + word.length };
}
