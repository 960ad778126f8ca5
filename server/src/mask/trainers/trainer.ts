/** Describes a trainer as far as it affects what is trained: its options, and how it treats a row. */
import type { Dict } from '../../templates/jinja/runtime/values.ts';
import type { OptionValues, TrainerOptions } from '../options.ts';
import type { MaskSetting } from '../prompt.ts';
import type { Row } from '../row.ts';
import type { MaskEvent, Sequence } from '../sequence.ts';

/** A trainer's treatment of sequences that are too long or too short. */
export interface LengthRule {
  readonly limit: number | undefined;
  readonly over: Over;
  /** The trainer's message when it drops a row in which no label remains; undefined if it does not drop such rows. */
  readonly dropsEmpty?: string;
  /** The minimum number of tokens. Shorter sequences are dropped. */
  readonly least?: number;
}

/** `row-by-prompt`: a row is dropped if its prompt alone is too long; otherwise, its end is cut off. */
export type Over = 'drop' | 'right' | 'left' | 'raise' | 'llama-factory' | 'row-by-prompt';

/** Counts of rows: all rows, the rows without labels (`empty`), and the rows without labels that were also cut off (`emptyCut`). */
interface MaskedAway {
  readonly rows: number;
  readonly empty: number;
  readonly emptyCut: number;
  /** The maximum number of tokens per row. */
  readonly limit: number | undefined;
}

/** A finding about a row that does not depend on its tokens. */
export interface RowFinding {
  /**
   * The reason why the trainer stops at the row (`refused`) or drops it (`dropped`). With neither, it misreads or
   * ignores a part of the row.
   */
  readonly refused?: string;
  readonly dropped?: string;
  readonly code: string;
  readonly message: string;
  /** The span in the line, as UTF-16 offsets. */
  readonly at: readonly [start: number, end: number];
}

/** A function that builds the sequences of a row, before truncation. It throws `RefusedRow` and `UncertainMask`. */
export type MaskRow = (row: Row) => readonly Sequence[];

export interface Trainer {
  readonly name: string;
  readonly about: string;
  readonly options: TrainerOptions;
  /** The name of the option that limits the length of a sequence. */
  readonly lengthOption: string;
  /** Prepares for the rows of a data set. `first`: its first row, which some trainers use to decide how to treat all rows. */
  begin(setting: MaskSetting, values: OptionValues, first: Dict): MaskRow;
  /** Returns the warnings that the trainer prints when it starts, which do not depend on the rows. */
  startEvents?(setting: MaskSetting, values: OptionValues): readonly MaskEvent[];
  /** Whether the trainer's configuration file can choose the chat template. */
  readonly choosesTemplate?: true;
  /** The reason why masks are not supported for this trainer. Only trainers for which just the lengths of rows can be computed have it. */
  readonly unmade?: string;
  /** Returns findings about parts of a row that the trainer rejects, drops or misreads. */
  rowFindings?(line: string): readonly RowFinding[];
  length(values: OptionValues): LengthRule;
  /** Returns the trainer's message if all or most rows have no labels: an error with which it stops, or a warning; otherwise undefined. */
  maskedAway?(setting: MaskSetting, values: OptionValues, counts: MaskedAway): string | undefined;
  /** Returns the roles that should be trained, by their names in the template. */
  trainedRoles(values: OptionValues, first: Dict): ReadonlySet<string> | 'all';
  /**
   * Returns the names of the options that decide whether texts are trained. `stops`: the option that decides whether
   * stop tokens are trained, if it is a separate one. The method is missing if the trainer has no such options.
   */
  decidedBy?(values: OptionValues, first: Dict): { readonly texts: readonly string[]; readonly stops?: string };
  /** Returns the names of further fields of a row that are lists of messages, if an option sets them. */
  lists?(values: OptionValues): readonly string[];
  /** Returns the names of the flags of messages that decide what is trained. */
  flags?(values: OptionValues): readonly string[];
}
