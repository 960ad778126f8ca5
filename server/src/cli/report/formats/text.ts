/** Prints a report on a terminal. */

import { maximum } from '../../../syntax/lists.ts';
import { printable } from '../../../syntax/printable.ts';
import type { Section, Table } from '../sections.ts';
import { isWide } from './width.ts';

/** The maximum width to which the cells of a column are padded. Longer cells are not cut. */
const MAX_WIDTH = 60;

export function textLines(sections: readonly Section[]): string[] {
  return sections.flatMap(({ title, notes, tables }, i) => [
    ...(i > 0 ? [''] : []),
    title,
    ...notes.map((note) => `  ${note}`),
    ...tables.flatMap((table, j) => [...(j > 0 || notes.length > 0 ? [''] : []), ...tableLines(table)]),
  ]);
}

const formatCell = (cell: string | number): string =>
  typeof cell === 'number' ? cell.toLocaleString('en-US') : printable(cell);

function tableLines({ head, rows, more }: Table): string[] {
  const cells = rows.map((row) => row.map(formatCell));
  const widths = head.map((name, i) =>
    Math.min(MAX_WIDTH, maximum([name, ...cells.map((row) => row[i] ?? '')].map(widthOf))),
  );
  const isNumeric = head.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, i) => padded(cell, widths[i] ?? 0, isNumeric[i] === true, i === row.length - 1)).join('  ')}`.trimEnd();
  return [line(head), ...cells.map(line), ...(more === undefined ? [] : [`  … ${more}`])];
}

function padded(cell: string, width: number, atEnd: boolean, isLast: boolean): string {
  const room = ' '.repeat(Math.max(0, width - widthOf(cell)));
  if (atEnd) return room + cell;
  return isLast ? cell : cell + room;
}

/** Returns the width of a text in terminal columns. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}
