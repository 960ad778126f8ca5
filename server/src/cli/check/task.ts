/** The tasks and findings of checks, as threads send them to one another. */
import type { CheckerSettings } from '../../checker/checker.ts';
import type { AnyDialectId, SequencePair } from '../../grammar/index.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { Place } from '../files/replace.ts';
import type { MaskProject } from '../mask/in-project.ts';
import type { MaskSpec } from '../mask/profile.ts';
import type { Difference } from './diff/differences.ts';
import type { CheckedFile, FileDiagnostic } from './formats/format.ts';
import type { ChosenTemplate } from './template.ts';

/** The settings of loss masks, without the first row of the file. */
export type MaskTask = Omit<MaskSpec, 'first'>;

/** A file with all that decides how it is checked; it can be sent to another thread. */
export interface CheckTask extends CheckerSettings {
  readonly dialect?: AnyDialectId;
  readonly sequencePair: SequencePair | undefined;
  /** The name that is shown, and that decides the form; `-` for standard input without a name. */
  readonly file: string;
  /** The path that is read; `-` for standard input. */
  readonly path: string;
  /** Standard input has one value a line, whatever its first line is, and the first of them is not waited with. */
  readonly byLine?: boolean;
  /** With what only some formats print. */
  readonly details: boolean;
  /** With the lines of problems. */
  readonly excerpts?: boolean;
  /** How many problems of a file are tried, to count those that `--fix` would fix; undefined: none. */
  readonly tries?: number | undefined;
  /** With what a baseline knows problems by. */
  readonly keyed: boolean;
  /** The names that rows have for their members and roles. */
  readonly rowNames?: RowNames;
  /** The chat template that rows are checked against. */
  readonly template?: ChosenTemplate;
  /** The settings that the rows are trained with, if their project names all of them. */
  readonly mask?: MaskTask;
  /** Where the fixed file is written, if the safe fixes are applied first. */
  readonly fix: Place | undefined;
  /** It is found how the safe fixes would change the file, and nothing else. */
  readonly diff?: boolean;
}

/** A task of the editor of data sets, for which the configuration of the project is read as for `ocml check`. */
export interface DataSetCheckTask extends CheckTask {
  readonly project?: MaskProject;
  /** It gives way to what users wait for. */
  readonly isInBackground?: boolean;
}

/** Diagnostics of a file, in document order; those of a large one come in parts. */
export interface Part {
  readonly checked: CheckedFile;
  readonly diagnostics: readonly FileDiagnostic[];
  /** Where rows are elements of a list: the row of each diagnostic, counted from 0, and how many rows are done. */
  readonly rows?: readonly number[];
  readonly done?: number;
  /** The diagnostics are about all rows together. */
  readonly isOfFile?: boolean;
  /** How many lines of the file are checked. */
  readonly lines: number;
}

/** The facts that are known when a file is done. */
interface FileSummary {
  readonly file: string;
  /** It cannot be read, or not to its end. */
  readonly unreadable: boolean;
  /** It was to be fixed, and stays as it is. */
  readonly unfixed: boolean;
  /** Why that is so, and which rules failed. */
  readonly failures: readonly string[];
}

export type Finding = Part | Difference | FileSummary;

/** Whether nothing more is found in a file. */
export const isLast = (finding: Finding): finding is FileSummary => 'unreadable' in finding;
