/**
 * Formats a diff for a terminal: lines are cut to the width of the terminal, around their first difference, and control characters are
 * escaped.
 */
import type { Coloured } from '../../output.ts';
import { excerptOf } from '../excerpt.ts';
import { cutLine } from '../formats/source.ts';

const colourOfSign = new Map<string | undefined, Coloured['colour']>([
  ['-', 'red'],
  ['+', 'green'],
  ['@', 'grey'],
]);

/** Returns the lines of a diff. `width`: the columns of the terminal. */
export function diffForTerminal(diff: string, width: number): (string | Coloured)[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const output: (string | Coloured)[] = [];
  for (let i = 0; i < lines.length; ) {
    const start = i;
    const removedCount = countSigned(lines, start, '-');
    // The line “\ No newline at end of file” may follow the removed lines.
    const step = removedCount + (removedCount > 0 && lines[start + removedCount]?.startsWith('\\') ? 1 : 0);
    const addedCount = countSigned(lines, start + step, '+');
    for (const end = start + Math.max(1, step + addedCount); i < end; i++) {
      const isMark = i >= start + removedCount && i < start + step;
      const isPaired = removedCount === addedCount && removedCount > 0 && !isMark;
      const other = isPaired ? lines[i < start + removedCount ? i + step : i - step] : undefined;
      output.push(shownLine(lines[i] as string, other, width));
    }
  }
  return output;
}

/**
 * Returns a line with its sign (`+`, `-` or a space). The sign is never cut off, since without colors only the sign shows which text
 * contains the line.
 */
function shownLine(line: string, other: string | undefined, width: number): string | Coloured {
  const sign = /^[-+ ]/.exec(line)?.[0] ?? '';
  const rest = line.slice(sign.length);
  const difference = firstDifference(rest, other?.slice(sign.length));
  const text = sign + cutLine(excerptOf(rest, ...difference), width - sign.length);
  const colour = colourOfSign.get(line[0]);
  return colour === undefined ? text : { before: '', word: text, after: '', colour };
}

/** Returns the number of consecutive lines, starting at line `from`, that begin with a sign. */
function countSigned(lines: readonly string[], from: number, sign: string): number {
  let end = from;
  while (lines[end]?.startsWith(sign)) end++;
  return end - from;
}

function firstDifference(line: string, other: string | undefined): readonly [start: number, end: number] {
  if (other === undefined) return [0, 0];
  let at = 0;
  while (at < line.length && line[at] === other[at]) at++;
  return [at, at];
}
