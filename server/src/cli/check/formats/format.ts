/** The findings of `ocml check`, and how a format prints them as they arrive: nothing is kept for a whole file, or for all of them. */
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
  /** Other places of the file that the message speaks of; only for a format that asks for details. */
  readonly related?: readonly { readonly range: Range; readonly message: string }[];
  /** How it can be fixed, if that is clear; only for a format that asks for details. */
  readonly fix?: FileFix;
  /** `--fix` would fix it; unknown if that takes too long to find out. Only for a format that tells it. */
  readonly fixable?: true | 'unknown';
  /** An identity that stays the same when the problem moves; only for a format that asks for details. */
  readonly fingerprint?: string;
  /** Its line; only if it is to be shown. */
  readonly excerpt?: Excerpt;
  /** Its key in a baseline; only where there is one. */
  readonly key?: string;
}

/** A change of the file: a stretch and its replacement. */
export interface FileFix {
  readonly title: string;
  readonly edits: readonly { readonly range: Range; readonly text: string }[];
}

export interface CheckedFile {
  readonly file: string;
  readonly dialect: AnyDialectId;
  readonly mode: 'native' | 'harmony';
  /** For JSON: the shape it was recognised as. */
  readonly shape?: ShapeName;
}

/** The end of the output, after all files. */
export interface Summary {
  readonly files: number;
  readonly counts: Readonly<Record<Severity, number>>;
  /** How many of the problems `--fix` would fix, at least; if that was asked for. */
  readonly fixable?: Fixable;
  /** Files that could not be read, rules that failed, wrong configurations: all that went to standard error. */
  readonly failures: readonly Failure[];
}

export interface Fixable {
  readonly count: number;
  /** This is known of all problems. */
  readonly exact: boolean;
}

export interface Failure {
  readonly file?: string;
  readonly message: string;
}

export interface Formatter {
  /** The output before the first file. */
  readonly begin: Output;
  /** The output before the diagnostics of a file, which come in parts, or not at all. */
  open(file: CheckedFile): Output;
  /** `lines`: how many lines of the file are checked with this part. */
  diagnostics(part: readonly FileDiagnostic[], file: CheckedFile, lines: number): Output;
  /** The output after the diagnostics of a file. */
  close(): Output;
  end(summary: Summary): Output;
}

interface FormatOptions {
  /** How many problems of a file are printed by themselves, at most, in a format for people; 0: all, also equal ones. */
  readonly maxProblems: number;
}

export interface Format {
  /** It also prints related places, fixes, and fingerprints. */
  readonly details: boolean;
  /** Each line is answered, as soon as it is read. */
  readonly byLine?: true;
  /** It says how many problems `--fix` would fix. */
  readonly tellsFixable?: true;
  start(options: FormatOptions): Formatter;
}

/** A message about a place in the form that compilers use, with its severity in a colour. */
export const locatedMessage = (place: string, severity: Severity, rest: string): Coloured => ({
  ...{ before: `${place}: `, word: severity, after: ` ${rest}`, colour: colourOf[severity] },
});

export const colourOf = { error: 'red', warning: 'yellow', information: 'blue', hint: 'grey' } as const;

/** `2 files: 1 error, …` */
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

/** How many of the problems `--fix` would fix, if any. */
export function fixableLine({ fixable }: Pick<Summary, 'fixable'>): string[] {
  if (!fixable?.count) return [];
  return [`${fixable.exact ? '' : 'At least '}${fixable.count} of these can be fixed with --fix`];
}
