/** The part of a line that a problem is about, which is small however long the line is. */

/** How much of the line is kept on both sides of where the problem begins (UTF-16 units): more than a terminal is wide. */
const MAX_SIDE_LENGTH = 500;

export interface Excerpt {
  readonly text: string;
  /** The range in it, up to the end of its line. */
  readonly start: number;
  readonly end: number;
  /** Whether there is more of the line before it, and after it. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

const isBreak = (character: string | undefined) => character === '\n' || character === '\r';

/** The line around a range of a text (UTF-16 offsets), cut on both sides. */
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
