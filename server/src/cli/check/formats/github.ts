import type { Severity } from '../../../rules/support/rule.ts';
import type { Annotation } from '../../output.ts';
import { type Format, sumLine } from './format.ts';

const commands: Readonly<Record<Severity, Annotation['command']>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** Prints workflow commands, which GitHub Actions shows as annotations next to lines in a pull request. */
export const github: Format = {
  details: false,
  start: () => ({
    begin: [],
    open: () => [],
    diagnostics: (part, { file }) =>
      part.map(({ code, severity, message, range: { start, end } }) => ({
        command: commands[severity],
        properties: {
          file,
          line: start.line + 1,
          col: start.character + 1,
          endLine: end.line + 1,
          endColumn: end.character + 1,
          title: code,
        },
        message,
      })),
    close: () => [],
    end: (summary) => [sumLine(summary)],
  }),
};
