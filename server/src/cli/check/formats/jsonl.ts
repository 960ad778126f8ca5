import type { CheckLine } from '../../printed-json.ts';
import type { FileDiagnostic, Format } from './format.ts';

/** Prints one line of output for each line of input, in the same order, with the problems of the line or an empty list. */
export const jsonl: Format = {
  details: false,
  byLine: true,
  start() {
    let file = '';
    /** The number of lines whose problems have been printed. */
    let answered = 0;
    const answer = (line: number, diagnostics: readonly FileDiagnostic[]) =>
      `${JSON.stringify({ ...(file !== '-' && { file }), line, diagnostics } satisfies CheckLine)}\n`;
    return {
      begin: [],
      open(checked) {
        file = checked.file;
        answered = 0;
        return [];
      },
      diagnostics(part, _, lines) {
        const byLine = new Map<number, FileDiagnostic[]>();
        for (const one of part) {
          // A problem at the end of the file belongs to the last line.
          const line = Math.min(one.range.start.line + 1, Math.max(lines, 1));
          const before = byLine.get(line);
          if (before) before.push(one);
          else byLine.set(line, [one]);
        }
        // If an empty file has problems, it gets a line of output, too.
        const last = Math.max(lines, byLine.size > 0 ? 1 : 0);
        const answers: string[] = [];
        while (answered < last) answers.push(answer(++answered, byLine.get(answered) ?? []));
        return { json: answers.join('') };
      },
      close: () => [],
      end: () => [],
    };
  },
};
