import type { Severity } from '../../../rules/support/rule.ts';
import type { Coloured } from '../../output.ts';
import { colourOf, type Format, fixableLine, sumLine } from './format.ts';

interface Count {
  readonly code: string;
  readonly severity: Severity;
  count: number;
  files: number;
  /** The last file in which this code occurred. */
  last: string;
}

/** Prints the number of problems with each code, most frequent first, and the number of files in which they occur. */
export const statistics: Format = {
  details: false,
  tellsFixable: true,
  start: () => {
    const counts = new Map<string, Count>();
    return {
      begin: [],
      open: () => [],
      diagnostics: (part, { file }) => {
        for (const { code, severity } of part) {
          const key = `${severity} ${code}`;
          const count = counts.get(key) ?? { code, severity, count: 0, files: 0, last: '' };
          counts.set(key, count);
          count.count++;
          if (count.last !== file) count.files++;
          count.last = file;
        }
        return [];
      },
      close: () => [],
      end: (summary) => {
        if (summary.files === 0) return [];
        const rows = [...counts.values()].sort((a, b) => b.count - a.count);
        return [...rows.map(row), sumLine(summary), ...fixableLine(summary)];
      },
    };
  },
};

const row = ({ code, severity, count, files }: Count): Coloured => ({
  before: `${String(count).padStart(8)}  `,
  word: severity,
  after: `${' '.repeat(13 - severity.length)}${code}, in ${files === 1 ? '1 file' : `${files} files`}`,
  colour: colourOf[severity],
});
