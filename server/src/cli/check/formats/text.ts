import { type Format, sumLine } from './format.ts';

/** A line a diagnostic, positions from 1 as editors show them, and a sum. */
export const text: Format = {
  details: false,
  start: () => ({
    begin: [],
    open: () => [],
    diagnostics: (part, { file }) =>
      part.map(
        ({ code, severity, message, range: { start } }) =>
          `${file}:${start.line + 1}:${start.character + 1}: ${severity} ${code}: ${message}`,
      ),
    close: () => [],
    // Of nothing there is no sum: what could not be read was told.
    end: (summary) => (summary.files === 0 ? [] : [sumLine(summary)]),
  }),
};
