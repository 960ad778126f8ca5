/** The tasks and findings of checks, which threads send to each other. */
import type { CheckerSettings } from '../../checker/checker.ts';
import type { AnyDialectId, SequencePair } from '../../grammar/index.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { Place } from '../files/replace.ts';
import type { MaskProject } from '../mask/in-project.ts';
import type { MaskSpec } from '../mask/profile.ts';
import type { Difference } from './diff/differences.ts';
import type { CheckedFile, FileDiagnostic } from './formats/format.ts';
import type { ChosenTemplate } from './template.ts';

/** The settings for loss masks, without the first row of the file. */
export type MaskTask = Omit<MaskSpec, 'first'>;

/** A file to check, with all settings for the check. A task can be sent to another thread. */
export interface CheckTask extends CheckerSettings {
  readonly dialect?: AnyDialectId;
  readonly sequencePair: SequencePair | undefined;
  /** The displayed name, which also determines the format of the file; `-` for standard input without a name. */
  readonly file: string;
  /** The path that is read; `-` for standard input. */
  readonly path: string;
  /** Whether standard input has one value per line, regardless of its first line, and each line is checked as soon as it arrives. */
  readonly byLine?: boolean;
  /** Whether to include details that only some formats print. */
  readonly details: boolean;
  /** Whether to include the lines of problems. */
  readonly excerpts?: boolean;
  /**
   * The maximum number of problems in a file for which fixes are tried, to count how many `--fix` would fix; undefined if no fixes are
   * tried.
   */
  readonly tries?: number | undefined;
  /** Whether to include the keys that identify problems in a baseline. */
  readonly keyed: boolean;
  /** The names that rows use for their fields and roles. */
  readonly rowNames?: RowNames;
  /** The chat template that rows are checked against. */
  readonly template?: ChosenTemplate;
  /** The training settings for the rows, if the project names all of them. */
  readonly mask?: MaskTask;
  /** The place where the fixed file is written, if the safe fixes are applied first. */
  readonly fix: Place | undefined;
  /** Whether to compute only the changes that the safe fixes would make. */
  readonly diff?: boolean;
}

/** A task from the editor of data sets, which reads the configuration of the project as `ocml check` does. */
export interface DataSetCheckTask extends CheckTask {
  readonly project?: MaskProject;
  /** Whether the check has a lower priority than work that users wait for. */
  readonly isInBackground?: boolean;
}

/** Diagnostics of a file, in document order. A large file has several parts. */
export interface Part {
  readonly checked: CheckedFile;
  readonly diagnostics: readonly FileDiagnostic[];
  /** For a list of rows, `rows` has the row of each diagnostic, counted from 0, and `done` is the number of completed rows. */
  readonly rows?: readonly number[];
  readonly done?: number;
  /** Whether the diagnostics concern the data set as a whole instead of individual rows. */
  readonly isOfFile?: boolean;
  /** The number of lines of the file checked so far. */
  readonly lines: number;
}

/** The result of a file, which is available after all of its parts. */
interface FileSummary {
  readonly file: string;
  /** Whether the file could not be read to its end, or not at all. */
  readonly unreadable: boolean;
  /** Whether the file stays unchanged although fixes were requested. */
  readonly unfixed: boolean;
  /** The reasons why the file is unreadable or unfixed, and the rules that failed. */
  readonly failures: readonly string[];
}

export type Finding = Part | Difference | FileSummary;

/** Whether this is the last finding of a file. */
export const isLast = (finding: Finding): finding is FileSummary => 'unreadable' in finding;
