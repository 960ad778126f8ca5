/** A row as the trainer sees it: its token ids, and a label for each. */
import type { MappedSpan } from '../templates/spans.ts';
import type { TokenPlaces } from '../tokens/places.ts';
import type { RowSource } from './row.ts';

/** The label of a token that is not trained. */
export const IGNORED = -100;

export interface Sequence {
  /** The text of the prompt, including text that the template adds. */
  readonly text: string;
  readonly ids: readonly number[];
  /** UTF-16 offsets of the tokens in `text`; undefined if they are uncertain. */
  readonly places: TokenPlaces | undefined;
  /** For each token, its id or `IGNORED`. */
  readonly labels: number[];
  /** The spans of the prompt that come from the row. */
  readonly mapped: readonly (MappedSpan & { readonly source: RowSource })[];
  /** Whether the ids may differ from those of the trainer. */
  readonly approximate: boolean;
  /** The name of the sequence if a row has several: `chosen`, `rejected`. */
  readonly part?: string;
  /** The strings of the row. */
  readonly sources?: readonly RowSource[];
  /** Messages that the options or the row exclude from training: a prompt, or messages with a flag. */
  readonly unasked?: ReadonlySet<number>;
  /** Actions of the trainer that the user should know about. */
  readonly events: readonly MaskEvent[];
}

/** An event during the computation of a mask, which becomes a finding. */
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
  /** The index of the message in the row, from 0. */
  readonly about?: number;
}

/** Thrown if the trainer would stop. */
export class RefusedRow extends Error {
  constructor(
    message: string,
    readonly code: 'mask-refused' | 'mask-unmarked' = 'mask-refused',
  ) {
    super(message);
  }
}

/** Thrown if the mask cannot be determined, for example because token positions are uncertain. */
export class UncertainMask extends Error {}

/** Sets the labels of a span of tokens to their ids. */
export function train(labels: number[], ids: readonly number[], from: number, to: number): void {
  for (let i = Math.max(0, from); i < Math.min(to, ids.length); i++) labels[i] = ids[i] as number;
}

export const noLabels = (ids: readonly number[]): number[] => new Array<number>(ids.length).fill(IGNORED);
