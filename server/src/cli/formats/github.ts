import type { Severity } from '../../rules/rule.ts';
import { own } from '../../syntax/own.ts';
import { type Format, sumLine } from './format.ts';

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** What would end a command, or one of its properties. */
const escapes: Readonly<Record<string, string>> = { '%': '%25', '\r': '%0D', '\n': '%0A', ':': '%3A', ',': '%2C' };
const data = (text: string) => text.replace(/[%\r\n]/g, (character) => own(escapes, character) as string);
const property = (text: string | number) =>
  String(text).replace(/[%\r\n:,]/g, (character) => own(escapes, character) as string);

/** Workflow commands, which GitHub Actions shows as annotations beside the lines of a pull request. */
export const github: Format = {
  details: false,
  start: () => ({
    begin: '',
    open: () => '',
    diagnostics: (part, { file }) =>
      part
        .map(({ code, severity, message, range: { start, end } }) => {
          const properties = {
            file,
            line: start.line + 1,
            col: start.character + 1,
            endLine: end.line + 1,
            endColumn: end.character + 1,
            title: code,
          };
          const list = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
          return `::${commands[severity]} ${list.join(',')}::${data(message)}\n`;
        })
        .join(''),
    close: () => '',
    end: sumLine,
  }),
};
