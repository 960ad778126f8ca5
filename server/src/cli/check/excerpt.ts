/** The part of a line around a problem, cut so that it is short even if the line is very long. */

/** The maximum length of the text on each side of the start of a problem (UTF-16 units). It exceeds the width of a terminal. */
const MAX_SIDE_LENGTH = 500;

export interface Excerpt {
  readonly text: string;
  /** The range of the problem in the excerpt. A longer problem is cut at the end of the excerpt. */
  readonly start: number;
  readonly end: number;
  /** Whether the line continues before the excerpt, and whether it continues after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

const isBreak = (character: string | undefined) => character === '\n' || character === '\r';

/** Returns the line at the start of a range (UTF-16 offsets), cut on both sides. */
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
