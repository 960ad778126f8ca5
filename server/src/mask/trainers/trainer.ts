/** A trainer, as far as it decides what is trained: its options, and what it makes of a row. */
import type { Dict } from '../../templates/jinja/runtime/values.ts';
import type { OptionValues, TrainerOptions } from '../options.ts';
import type { MaskSetting } from '../prompt.ts';
import type { Row } from '../row.ts';
import type { MaskEvent, Sequence } from '../sequence.ts';

/** How a trainer treats a sequence that is too long. */
export interface LengthRule {
  readonly limit: number | undefined;
  readonly over: Over;
  /** A row that has no label left is dropped, with these words. */
  readonly dropsEmpty?: string;
  /** A sequence of fewer tokens is dropped. */
  readonly least?: number;
}

/** `row-by-prompt`: a row is dropped whose prompt alone is too long; others are cut on the right. */
export type Over = 'drop' | 'right' | 'left' | 'raise' | 'llama-factory' | 'row-by-prompt';

/** How many rows have no label, and how many of those are cut. */
interface MaskedAway {
  readonly rows: number;
  readonly empty: number;
  readonly emptyCut: number;
  /** The most tokens of a row. */
  readonly limit: number | undefined;
}

/** A finding on a row before it has tokens. */
export interface RowFinding {
  /** The trainer stops at the row (`refused`) or leaves it out (`dropped`); with neither, it reads a part of it as something else. */
  readonly refused?: string;
  readonly dropped?: string;
  readonly code: string;
  readonly message: string;
  /** UTF-16 offsets in the line. */
  readonly at: readonly [start: number, end: number];
}

/** Makes the sequences of a row, before anything is cut. Throws `RefusedRow` and `UncertainMask`. */
export type MaskRow = (row: Row) => readonly Sequence[];

export interface Trainer {
  readonly name: string;
  readonly about: string;
  readonly options: TrainerOptions;
  /** The option that limits the length of a sequence. */
  readonly lengthOption: string;
  /** `first`: the first row of the data set, by which some trainers decide for all. */
  begin(setting: MaskSetting, values: OptionValues, first: Dict): MaskRow;
  /** Its warnings when it starts, whatever the rows are. */
  startEvents?(setting: MaskSetting, values: OptionValues): readonly MaskEvent[];
  /** The file that it is started with may choose the chat template. */
  readonly choosesTemplate?: true;
  /** Why its masks are not made, although its rows and their lengths are known. */
  readonly unmade?: string;
  /** The parts of a row's text that it refuses, drops or reads as something else. */
  rowFindings?(line: string): readonly RowFinding[];
  length(values: OptionValues): LengthRule;
  /** Its own words where all rows, or most of them, have no label: an error by which it stops, or a warning. */
  maskedAway?(setting: MaskSetting, values: OptionValues, counts: MaskedAway): string | undefined;
  /** The roles whose texts are to be trained, in the terms of a template. */
  trainedRoles(values: OptionValues, first: Dict): ReadonlySet<string> | 'all';
  /**
   * The options that decide whether texts are trained, and whether stop tokens are where those are decided apart; without it,
   * nothing can be set.
   */
  decidedBy?(values: OptionValues, first: Dict): { readonly texts: readonly string[]; readonly stops?: string };
  /** Members of a row that are lists of messages, under names that an option gives. */
  lists?(values: OptionValues): readonly string[];
  /** Flags of messages that decide what is trained. */
  flags?(values: OptionValues): readonly string[];
}
