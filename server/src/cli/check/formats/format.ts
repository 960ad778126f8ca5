/**
 * The findings of `ocml check`, and the interface of output formats. A format prints findings as they arrive instead of collecting them.
 */
import type { Range } from 'vscode-languageserver-textdocument';
import type { AnyDialectId, ShapeName } from '../../../grammar/index.ts';
import type { Severity } from '../../../rules/support/rule.ts';
import type { Coloured, Output } from '../../output.ts';
import type { Excerpt } from '../excerpt.ts';

export interface FileDiagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** LSP positions, from 0. */
  readonly range: Range;
  /** UTF-16 offsets, not counting a byte-order mark. */
  readonly offset: readonly [start: number, end: number];
  readonly data?: Readonly<Record<string, unknown>>;
  /** Related positions in the file that the message mentions; only for formats with `details`. */
  readonly related?: readonly { readonly range: Range; readonly message: string }[];
  /** The fix of the problem, if there is an unambiguous one; only for formats with `details`. */
  readonly fix?: FileFix;
  /** Whether `--fix` would fix the problem; `unknown` if finding out takes too long. Only for formats with `tellsFixable`. */
  readonly fixable?: true | 'unknown';
  /** An identifier that stays the same when the problem moves; only for formats with `details`. */
  readonly fingerprint?: string;
  /** The source line of the problem, if it is to be shown. */
  readonly excerpt?: Excerpt;
  /** The key of the problem in a baseline, if a baseline is used. */
  readonly key?: string;
}

/** A change to the file. */
export interface FileFix {
  readonly title: string;
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
}

export interface CheckedFile {
  readonly file: string;
  readonly dialect: AnyDialectId;
  readonly mode: 'native' | 'harmony';
  /** For JSON, the recognized shape. */
  readonly shape?: ShapeName;
}

/** The data for the end of the output, after all files. */
export interface Summary {
  readonly files: number;
  readonly counts: Readonly<Record<Severity, number>>;
  /** The number of problems that `--fix` would fix, if it was requested. */
  readonly fixable?: Fixable;
  /** Everything reported on standard error: files that could not be read, rules that failed, and invalid configurations. */
  readonly failures: readonly Failure[];
}

export interface Fixable {
  readonly count: number;
  /** Whether `count` covers all problems. If not, it is a minimum. */
  readonly exact: boolean;
}

export interface Failure {
  readonly file?: string;
  readonly message: string;
}

export interface Formatter {
  /** The output before the first file. */
  readonly begin: Output;
  /** Returns the output before the diagnostics of a file. The diagnostics may arrive in several parts, or not at all. */
  open(file: CheckedFile): Output;
  /** Returns the output for a part of the diagnostics. `lines`: the number of lines checked so far. */
  diagnostics(part: readonly FileDiagnostic[], file: CheckedFile, lines: number): Output;
  /** Returns the output after the diagnostics of a file. */
  close(): Output;
  end(summary: Summary): Output;
}

interface FormatOptions {
  /** The maximum number of problems per file that a format for people prints individually; 0 prints all problems, including equal ones. */
  readonly maxProblems: number;
}

export interface Format {
  /** Whether the format also prints related positions, fixes and fingerprints. */
  readonly details: boolean;
  /** Whether the problems of each line are printed as soon as the line is read. */
  readonly byLine?: true;
  /** Whether the format prints how many problems `--fix` would fix. */
  readonly tellsFixable?: true;
  start(options: FormatOptions): Formatter;
}

/** Returns a message preceded by its position, in the format of compiler messages, with the severity in color. */
export const locatedMessage = (position: string, severity: Severity, rest: string): Coloured => ({
  before: `${position}: `,
  word: severity,
  after: ` ${rest}`,
  colour: colourOf[severity],
});

export const colourOf = { error: 'red', warning: 'yellow', information: 'blue', hint: 'grey' } as const;

/** Returns a summary such as `2 files: 1 error, …`. */
export function sumLine({ files, counts }: Pick<Summary, 'files' | 'counts'>): string {
  const count = (n: number, name: string) => `${n} ${name}${n === 1 ? '' : 's'}`;
  const parts = [
    count(counts.error, 'error'),
    count(counts.warning, 'warning'),
    `${counts.information} information`,
    count(counts.hint, 'hint'),
  ];
  return `${count(files, 'file')}: ${parts.join(', ')}`;
}

/** Returns a line with the number of problems that `--fix` would fix; no line if there are none. */
export function fixableLine({ fixable }: Pick<Summary, 'fixable'>): string[] {
  if (!fixable?.count) return [];
  return [`${fixable.exact ? '' : 'At least '}${fixable.count} of these can be fixed with --fix`];
}
