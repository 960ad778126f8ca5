import { type Output, outputWidth } from '../../output.ts';
import { type Alike, AlikeProblems } from './alike.ts';
import {
  type CheckedFile,
  colourOf,
  type FileDiagnostic,
  type Format,
  fixableLine,
  locatedMessage,
  sumLine,
} from './format.ts';
import { sourceLines } from './source.ts';

/**
 * Prints one line per diagnostic, with positions from 1 as in editors, and a summary. If a file has several equal problems, only the first
 * few are printed individually.
 */
export const text: Format = {
  details: false,
  tellsFixable: true,
  start: ({ maxProblems }) => {
    let alike = new AlikeProblems(maxProblems);
    let name = '';
    return {
      begin: [],
      open: ({ file }) => {
        alike = new AlikeProblems(maxProblems);
        name = file;
        return [];
      },
      diagnostics: (part, file) =>
        part.filter((one) => alike.isPrinted(one)).flatMap((one) => [located(one, file), ...sourceOf(one)]),
      close: () => unprinted(name, alike),
      // If no file was checked, there is no summary: files that could not be read have been reported.
      end: (summary) => (summary.files === 0 ? [] : [sumLine(summary), ...fixableLine(summary)]),
    };
  },
};

const sourceOf = ({ excerpt, severity, range }: FileDiagnostic) =>
  excerpt === undefined ? [] : [...sourceLines(excerpt, range.start.line + 1, outputWidth(), colourOf[severity]), ''];

const located = ({ code, severity, message, range: { start } }: FileDiagnostic, { file }: CheckedFile) =>
  locatedMessage(`${file}:${start.line + 1}:${start.character + 1}`, severity, `${code}: ${message}`);

/** Returns lines that summarize the problems of a file that are not printed individually. */
function unprinted(file: string, alike: AlikeProblems): Output {
  const { groups, left } = alike;
  const lines = groups.map((group) => locatedMessage(file, group.severity, moreLike(group)));
  if (left === 0) return lines;
  const problems = left === 1 ? '1 more problem is' : `${left} more problems are`;
  return [...lines, `${file}: ${problems} not printed; --max-problems 0 prints all`];
}

function moreLike({ code, first, differ, count, lines }: Alike): string {
  const others = count > lines.length ? ', …' : '';
  return `${code}: … and ${count} more${differ ? '' : ` like the one on line ${first}`}, on ${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${others}`;
}
