/** Recognizes a control token that is being typed: by its bars in the built-in dialects, and by the list of tokens in a learned dialect. */
import type { Family } from '../../syntax/families/family.ts';
import { maximum } from '../../syntax/lists.ts';

/** Matches `<`, `<|`, `<|im_st` and `<|im_start|` at the end of a line. */
const inBars = /<(?:\|(?:[A-Za-z_]*\|?)?)?$/;

/** The unfinished token at the end of a line, if any. */
export function begunToken(line: string, { learned, tokens }: Family): string | undefined {
  if (learned === undefined) return inBars.exec(line)?.[0];
  const longest = maximum([0, ...tokens.map(({ text }) => text.length)]);
  for (let from = Math.max(0, line.length - longest + 1); from < line.length; from++) {
    const typed = line.slice(from);
    if (tokens.some(({ text }) => text.length > typed.length && text.startsWith(typed))) return typed;
  }
  return undefined;
}

/** Whether a line ends with a whole token, after which a message may begin. */
export const endsWithToken = (line: string, { learned, tokens }: Family): boolean =>
  /\|>\s*$/.test(line) || (learned !== undefined && tokens.some(({ text }) => line.trimEnd().endsWith(text)));
