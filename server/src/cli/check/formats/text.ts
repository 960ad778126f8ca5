import { type Format, fixableLine, placed, sumLine } from './format.ts';

/** A line a diagnostic, positions from 1 as editors show them, and a sum. */
export const text: Format = {
  details: false,
  tellsFixable: true,
  start: () => ({
    begin: [],
    open: () => [],
    diagnostics: (part, { file }) =>
      part.map(({ code, severity, message, range: { start } }) =>
        placed(`${file}:${start.line + 1}:${start.character + 1}`, severity, `${code}: ${message}`),
      ),
    close: () => [],
    // Without files there is no summary: unreadable ones have been reported.
    end: (summary) => (summary.files === 0 ? [] : [sumLine(summary), ...fixableLine(summary)]),
  }),
};
