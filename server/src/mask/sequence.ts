/** A row as the trainer sees it: the ids and the labels of its tokens. */
import type { MappedSpan } from '../templates/spans.ts';
import type { TokenPlaces } from '../tokens/places.ts';
import type { RowSource } from './row.ts';

/** The label of a token that is not trained. */
export const IGNORED = -100;

export interface Sequence {
  /** The text of the prompt, including text from the template. */
  readonly text: string;
  readonly ids: readonly number[];
  /** The positions of the tokens in `text`, as UTF-16 offsets; undefined if they are uncertain. */
  readonly places: TokenPlaces | undefined;
  /** For each token, its id if it is trained; otherwise `IGNORED`. */
  readonly labels: number[];
  /** The spans of the prompt that come from the row. */
  readonly mapped: readonly (MappedSpan & { readonly source: RowSource })[];
  /** Whether the ids may differ from those that the trainer computes. */
  readonly approximate: boolean;
  /** The name of the sequence, `chosen` or `rejected`, if the row has several. */
  readonly part?: string;
  /** All strings of the row. */
  readonly sources?: readonly RowSource[];
  /** The indexes of the messages that are not meant to be trained: a prompt, or messages that an option or a flag excludes. */
  readonly unasked?: ReadonlySet<number>;
  /** The events to report to the user. */
  readonly events: readonly MaskEvent[];
}

/** An event during the computation of a mask, which is reported as a finding. */
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
  /** The index of the message in the row, counted from 0. */
  readonly about?: number;
}

/** Thrown if the trainer would stop with an error. */
export class RefusedRow extends Error {
  constructor(
    message: string,
    readonly code: 'mask-refused' | 'mask-unmarked' = 'mask-refused',
  ) {
    super(message);
  }
}

/** Thrown if the mask cannot be determined, for example because the positions of tokens are uncertain. */
export class UncertainMask extends Error {}

/** Marks a range of tokens as trained: their labels become their ids. */
export function train(labels: number[], ids: readonly number[], from: number, to: number): void {
  for (let i = Math.max(0, from); i < Math.min(to, ids.length); i++) labels[i] = ids[i] as number;
}

export const noLabels = (ids: readonly number[]): number[] => new Array<number>(ids.length).fill(IGNORED);
