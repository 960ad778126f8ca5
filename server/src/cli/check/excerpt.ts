/** The part of a line around a problem. It is short even if the line is very long. */

/** How much of the line is kept on each side of the beginning of a problem (UTF-16 units): more than the width of a terminal. */
const MAX_SIDE_LENGTH = 500;

export interface Excerpt {
  readonly text: string;
  /** The range in the excerpt, up to the end of its line. */
  readonly start: number;
  readonly end: number;
  /** Whether the line continues before the excerpt, and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

const isBreak = (character: string | undefined) => character === '\n' || character === '\r';

/** The line around a range in a text (UTF-16 offsets), cut on both sides. */
export function excerptOf(text: string, start: number, end: number): Excerpt {
  let [from, to] = [start, start];
  while (from > 0 && start - from < MAX_SIDE_LENGTH && !isBreak(text[from - 1])) from--;
  while (to < text.length && to - start < MAX_SIDE_LENGTH && !isBreak(text[to])) to++;
  return {
    text: text.slice(from, to),
    start: start - from,
    end: Math.max(start, Math.min(end, to)) - from,
    cutBefore: from > 0 && !isBreak(text[from - 1]),
    cutAfter: to < text.length && !isBreak(text[to]),
  };
}
