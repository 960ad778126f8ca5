/** Prints a report as Markdown, for a data card or a pull request. */
import { printable } from '../../../syntax/printable.ts';
import type { Section, Table } from '../sections.ts';

export function markdown(title: string, sections: readonly Section[]): string {
  const parts = sections.map(({ title: heading, notes, tables }) =>
    [`## ${heading}`, notes.map((note) => `- ${escaped(note)}`).join('\n'), ...tables.map(tableText)]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return `# ${escaped(title)}\n\n${parts.join('\n\n')}\n`;
}

function tableText({ head, rows, more }: Table): string {
  const isNumeric = head.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : escaped(cell))).join(' | ')} |`;
  const rule = `| ${isNumeric.map((is) => (is ? '---:' : '---')).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line), ...(more === undefined ? [] : ['', `… ${more}`])].join('\n');
}

/** Escapes names and text from the data, so that nothing in them is interpreted as markup. */
const escaped = (text: string): string =>
  printable(text.replace(/\s+/g, ' ')).replace(/[\\`*_{}[\]<>()#+!|~&$]/g, (character) => `\\${character}`);
