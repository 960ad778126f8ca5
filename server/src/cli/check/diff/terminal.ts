/** A diff for a terminal: lines are cut to its width around their first difference, and nothing in them acts. */
import type { Coloured } from '../../output.ts';
import { excerptOf } from '../excerpt.ts';
import { cutLine } from '../formats/source.ts';

const colourOfSign = new Map<string | undefined, Coloured['colour']>([
  ['-', 'red'],
  ['+', 'green'],
  ['@', 'grey'],
]);

/** The lines of a diff. `width`: columns of the terminal. */
export function diffForTerminal(diff: string, width: number): (string | Coloured)[] {
  const lines = diff.replace(/\n$/, '').split('\n');
  const shown: (string | Coloured)[] = [];
  for (let i = 0; i < lines.length; ) {
    const [removed, added] = [signed(lines, i, '-'), signed(lines, i + signed(lines, i, '-'), '+')];
    const isPaired = removed === added;
    for (const end = i + Math.max(1, removed + added), start = i; i < end; i++) {
      const line = lines[i] as string;
      const other = isPaired && removed > 0 ? lines[i - start < removed ? i + removed : i - removed] : undefined;
      const text = cutLine(excerptOf(line, ...firstDifference(line, other)), width);
      const colour = colourOfSign.get(line[0]);
      shown.push(colour === undefined ? text : { before: '', word: text, after: '', colour });
    }
  }
  return shown;
}

/** How many lines with a sign there are from one on. */
function signed(lines: readonly string[], from: number, sign: string): number {
  let end = from;
  while (lines[end]?.startsWith(sign)) end++;
  return end - from;
}

function firstDifference(line: string, other: string | undefined): readonly [start: number, end: number] {
  let at = Math.min(1, line.length);
  if (other === undefined) return [0, 0];
  while (at < line.length && line[at] === other[at]) at++;
  return [at, at];
}
