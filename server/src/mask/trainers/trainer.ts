/** A trainer, as far as it affects what is trained: its options, and its treatment of a row. */
import type { Dict } from '../../templates/jinja/runtime/values.ts';
import type { OptionValues, TrainerOptions } from '../options.ts';
import type { MaskSetting } from '../prompt.ts';
import type { Row } from '../row.ts';
import type { MaskEvent, Sequence } from '../sequence.ts';

/** A trainer's treatment of sequences that are too long. */
export interface LengthRule {
  readonly limit: number | undefined;
  readonly over: Over;
  /** The trainer's message when it drops a row without remaining labels; undefined: such rows are not dropped. */
  readonly dropsEmpty?: string;
  /** Sequences with fewer tokens are dropped. */
  readonly least?: number;
}

/** `row-by-prompt`: a row is dropped if its prompt alone is too long, and otherwise cut on the right. */
export type Over = 'drop' | 'right' | 'left' | 'raise' | 'llama-factory' | 'row-by-prompt';

/** The numbers of rows, of rows without labels, and of those among them that are cut. */
interface MaskedAway {
  readonly rows: number;
  readonly empty: number;
  readonly emptyCut: number;
  /** The maximum number of tokens per row. */
  readonly limit: number | undefined;
}

/** A finding about a row before tokenization. */
export interface RowFinding {
  /** The trainer stops at the row (`refused`) or omits it (`dropped`); with neither, it misreads or ignores a part of the row. */
  readonly refused?: string;
  readonly dropped?: string;
  readonly code: string;
  readonly message: string;
  /** UTF-16 offsets in the line. */
  readonly at: readonly [start: number, end: number];
}

/** Builds the sequences for a row, before truncation. Throws `RefusedRow` and `UncertainMask`. */
export type MaskRow = (row: Row) => readonly Sequence[];

export interface Trainer {
  readonly name: string;
  readonly about: string;
  readonly options: TrainerOptions;
  /** The option that limits the length of a sequence. */
  readonly lengthOption: string;
  /** `first`: the first row of the data set, which decides for all rows in some trainers. */
  begin(setting: MaskSetting, values: OptionValues, first: Dict): MaskRow;
  /** Warnings of the trainer at its start, which do not depend on the rows. */
  startEvents?(setting: MaskSetting, values: OptionValues): readonly MaskEvent[];
  /** Whether its configuration file can choose the chat template. */
  readonly choosesTemplate?: true;
  /** The reason why its masks are not supported, although its rows and their lengths are known. */
  readonly unmade?: string;
  /** The parts of a row's text that the trainer rejects, drops or misreads. */
  rowFindings?(line: string): readonly RowFinding[];
  length(values: OptionValues): LengthRule;
  /** The trainer's message if all or most rows have no labels: an error with which it stops, or a warning. */
  maskedAway?(setting: MaskSetting, values: OptionValues, counts: MaskedAway): string | undefined;
  /** The roles that should be trained, as named in the template. */
  trainedRoles(values: OptionValues, first: Dict): ReadonlySet<string> | 'all';
  /**
   * The options that decide whether texts are trained. `stops`: the option for stop tokens, if a separate one decides whether they are
   * trained. Absent if there are no such options.
   */
  decidedBy?(values: OptionValues, first: Dict): { readonly texts: readonly string[]; readonly stops?: string };
  /** Members of a row that are lists of messages according to an option. */
  lists?(values: OptionValues): readonly string[];
  /** Flags of messages that decide what is trained. */
  flags?(values: OptionValues): readonly string[];
}
