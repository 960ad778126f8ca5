import type { Range } from 'vscode-languageserver-textdocument';
import type { DialectId } from '../grammar/index.ts';
import type { Severity } from '../rules/rule.ts';

export interface FileDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** LSP positions, from 0. */
  readonly range: Range;
  /** UTF-16 offsets, not counting a byte-order mark. */
  readonly offset: readonly [start: number, end: number];
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface CheckedFile {
  readonly file: string;
  readonly dialect: DialectId;
  readonly mode: 'native' | 'harmony';
  readonly diagnostics: readonly FileDiagnostic[];
}

/** The output formats of `ocml check`, by name. */
export const formats: Readonly<Record<string, (files: readonly CheckedFile[]) => string>> = {
  /** A line a diagnostic, positions from 1 as editors show them, and a sum. */
  text(files) {
    if (files.length === 0) return '';
    const lines = files.flatMap(({ file, diagnostics }) =>
      diagnostics.map(
        ({ code, severity, message, range: { start } }) =>
          `${file}:${start.line + 1}:${start.character + 1}: ${severity} ${code}: ${message}`,
      ),
    );
    const all = files.flatMap(({ diagnostics }) => diagnostics);
    const count = (severity: Severity, name: string) => {
      const n = all.filter((one) => one.severity === severity).length;
      return `${n} ${name}${n === 1 ? '' : 's'}`;
    };
    const sum = `${files.length} file${files.length === 1 ? '' : 's'}: ${count('error', 'error')}, ${count('warning', 'warning')}, ${count('information', 'note')}, ${count('hint', 'hint')}`;
    return `${[...lines, sum].join('\n')}\n`;
  },
  json: (files) => `${JSON.stringify(files, null, 2)}\n`,
};
