/** Writes an explanation as plain text: lines for a terminal or an editor, without control characters. */
import { printable } from '../syntax/printable.ts';
import type { ErrorExplanation, Explanation } from './explain.ts';
import type { Part } from './report-part.ts';
import { partsOf } from './report-parts.ts';
import { width } from './report-place.ts';

/** The lines of an explanation. `options`: whether the lines mention command-line options, which an editor does not have. */
export function report(
  explanation: Explanation | ErrorExplanation,
  pageOf: (code: string) => string,
  options = true,
): string[] {
  return linesOf(partsOf(explanation, pageOf, options));
}

export const linesOf = (parts: readonly Part[]): string[] => parts.flatMap(linesOfPart);

function linesOfPart(part: Part): string[] {
  switch (part.kind) {
    case 'section':
      return [];
    case 'gap':
      return [''];
    case 'heading':
      return [part.text];
    case 'verdict':
      return paragraph('', part.text);
    case 'paragraph':
      return paragraph(part.lead, part.text, part.indent);
    case 'line':
      return [`${part.lead}${part.text}`];
    case 'error':
      return part.lines.map((line) => `  ${line}`);
    case 'place':
      return [
        part.pieces
          .map(({ text }) => text)
          .join('')
          .trimEnd(),
        part.below,
        part.legend,
      ].map((line) => `  ${line}`);
    case 'repaired':
      return part.text.split('\n').map((line) => `  ${printable(line)}`);
    case 'page':
      return [`  ${part.address}`];
  }
}

/** Wraps a paragraph to a readable width; lines after the first are indented. */
function paragraph(head: string, text: string, indent = '  '): string[] {
  const lines: string[] = [];
  let line = head;
  for (const word of printable(text).split(' ')) {
    const isFirst = line === head || line === indent;
    if (!isFirst && line.length + word.length + 1 > width) {
      lines.push(line);
      line = indent + word;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line];
}
