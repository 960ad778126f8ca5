/** A row as a trainer has it: the numbers of its tokens, and a label for each. */
import type { MappedSpan } from '../templates/spans.ts';
import type { TokenPlaces } from '../tokens/places.ts';
import type { RowSource } from './row.ts';

/** The label of a token that is not trained. */
export const IGNORED = -100;

export interface Sequence {
  /** The text of the prompt, with what the template adds. */
  readonly text: string;
  readonly ids: readonly number[];
  /** UTF-16 offsets of the tokens in `text`; undefined where they are not certain. */
  readonly places: TokenPlaces | undefined;
  /** As many as ids: the id, or `IGNORED`. */
  readonly labels: number[];
  /** Which text of the prompt is text of the row. */
  readonly mapped: readonly (MappedSpan & { readonly source: RowSource })[];
  /** The ids may differ from those of the trainer. */
  readonly approximate: boolean;
  /** Which of several sequences of a row it is: `chosen`, `rejected`. */
  readonly part?: string;
  /** The strings of the row. */
  readonly sources?: readonly RowSource[];
  /** Messages whose answers are not to be trained, by the options or the row: a prompt, or what a flag takes out. */
  readonly unasked?: ReadonlySet<number>;
  /** The trainer's acts on the way that a user should know. */
  readonly events: readonly MaskEvent[];
}

/** Something that happened while a mask was made, from which a finding follows. */
export interface MaskEvent {
  readonly code:
    | 'mask-prompt-mismatch'
    | 'mask-shifted'
    | 'mask-marker'
    | 'mask-absent'
    | 'mask-stop'
    | 'mask-flag'
    | 'mask-unmarked';
  readonly message: string;
  readonly remedy?: string;
  /** The message of the row that it is about, from 0. */
  readonly about?: number;
}

/** Thrown where a trainer would stop. */
export class RefusedRow extends Error {
  constructor(
    message: string,
    readonly code: 'mask-refused' | 'mask-unmarked' = 'mask-refused',
  ) {
    super(message);
  }
}

/** Thrown where the mask depends on places of tokens that are not certain. */
export class UncertainMask extends Error {}

/** Adds ids as labels for a stretch of tokens. */
export function train(labels: number[], ids: readonly number[], from: number, to: number): void {
  for (let i = Math.max(0, from); i < Math.min(to, ids.length); i++) labels[i] = ids[i] as number;
}

export const noLabels = (ids: readonly number[]): number[] => new Array<number>(ids.length).fill(IGNORED);
