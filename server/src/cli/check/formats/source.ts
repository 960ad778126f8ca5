/** Prints the line of a problem with carets below its range. The output is at most as wide as a terminal, and has no control characters. */
import { printable } from '../../../syntax/printable.ts';
import { type Coloured, harmless } from '../../output.ts';
import type { Excerpt } from '../excerpt.ts';

/** Characters that are two columns wide on a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
/** Characters of the scripts and ranges above that are only one column wide. */
const narrow = /[\uff61-\uffdc\u{1f1e6}-\u{1f1ff}]/u;
/** Characters drawn over the preceding one. */
const combining = /\p{M}|[\u1160-\u11ff]/u;

const tab = '    ';
const ellipsis = '…';
/** The minimum width in columns: nothing would be legible at a smaller width. */
const MIN_WIDTH = 20;

/** A displayed character and its width in columns. */
interface Cell {
  readonly shown: string;
  readonly columns: number;
  /** The offset of the character in the excerpt (UTF-16 units). */
  readonly at: number;
}

function cellsOf(text: string): Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  for (const character of text) {
    const shown = character === '\t' ? tab : shownAt(text, at, character);
    cells.push({ shown, columns: columnsOf(shown), at });
    at += character.length;
  }
  return cells;
}

/**
 * Escapes everything that a CI system would interpret as a command. Escaping is done before the line is cut, since escapes take up columns.
 */
const shownAt = (text: string, at: number, character: string): string =>
  character === '#' && text[at - 1] === '#'
    ? harmless(`#${text.slice(at, at + 80)}`)
        .slice(1)
        .startsWith('\\x23')
      ? '\\x23'
      : '#'
    : printable(character);

function columnsOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  if (combining.test(text)) return 0;
  return wide.test(text) && !narrow.test(text) ? 2 : 1;
}

/**
 * Returns two lines: the line with the problem, and a line with carets below the problem. `line`: counted from 1. `width`: the columns of
 * the terminal.
 */
export function sourceLines(
  excerpt: Excerpt,
  line: number,
  width: number,
  colour: Coloured['colour'],
): [string, Coloured] {
  const gutter = String(line);
  const room = Math.max(MIN_WIDTH, width - gutter.length - 3);
  const cells = cellsOf(excerpt.text);
  const { from, to } = windowOf(cells, excerpt, room);
  const visibleCells = cells.slice(from, to);
  const isCutBefore = from > 0 || excerpt.cutBefore;
  const before = columns(visibleCells.filter(({ at }) => at < excerpt.start)) + (isCutBefore ? 1 : 0);
  const inside = columns(visibleCells.filter(({ at }) => at >= excerpt.start && at < excerpt.end));
  return [
    `${gutter} | ${textOf(cells, { from, to }, excerpt)}`,
    {
      before: `${' '.repeat(gutter.length)} | ${' '.repeat(before)}`,
      word: '^'.repeat(Math.max(1, inside)),
      after: '',
      colour,
    },
  ];
}

/** Returns the line of an excerpt, cut to this many columns around the range of the problem. */
export function cutLine(excerpt: Excerpt, width: number): string {
  const cells = cellsOf(excerpt.text);
  return textOf(cells, windowOf(cells, excerpt, Math.max(MIN_WIDTH, width)), excerpt);
}

/** Returns the text of some cells, with an ellipsis on each side that is cut. */
function textOf(cells: readonly Cell[], { from, to }: { from: number; to: number }, excerpt: Excerpt): string {
  const [isCutBefore, isCutAfter] = [from > 0 || excerpt.cutBefore, to < cells.length || excerpt.cutAfter];
  const texts = cells.slice(from, to).map((cell) => cell.shown);
  return `${isCutBefore ? ellipsis : ''}${texts.join('')}${isCutAfter ? ellipsis : ''}`;
}

const columns = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + cell.columns, 0);

/**
 * Returns the range of visible cells. If not all cells fit, a third of the width comes before the problem, and two columns are left for
 * ellipses.
 */
function windowOf(cells: readonly Cell[], { start, cutBefore, cutAfter }: Excerpt, room: number) {
  if (!cutBefore && !cutAfter && columns(cells) <= room) return { from: 0, to: cells.length };
  const first = cells.findIndex(({ at }) => at >= start);
  const middle = first < 0 ? cells.length : first;
  let from = middle;
  for (let remainingColumns = Math.floor(room / 3); from > 0; from--) {
    remainingColumns -= cells[from - 1]?.columns ?? 0;
    if (remainingColumns < 0) break;
  }
  let to = from;
  for (let remainingColumns = room - 2; to < cells.length; to++) {
    remainingColumns -= cells[to]?.columns ?? 0;
    if (remainingColumns < 0) break;
  }
  return { from, to };
}
