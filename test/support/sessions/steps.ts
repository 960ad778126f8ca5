/** Steps of a session in tests, which each format writes as its records. */

export type Json = Readonly<Record<string, unknown>>;

export type StepKind =
  | 'user'
  | 'answer'
  | 'thought'
  | 'call'
  | 'failure'
  /** Two parallel calls, then both replies. */
  | 'parallel'
  /** A call that never receives a reply. */
  | 'aborted'
  | 'instruction'
  | 'context'
  /** The program's summary, which replaces the earlier messages. */
  | 'compaction'
  | 'aside'
  /** A user message on a branch that the session has left. */
  | 'branch'
  /** A record of a kind that exists in no version of the format. */
  | 'other';

export interface Step {
  readonly kind: StepKind;
  readonly text: string;
  /** The result of a call. */
  readonly result: string;
  readonly number: number;
}

/** Writes a step as the records of a format. */
export type Writer = (step: Step, writer: { readonly last: string | null }) => readonly Json[];

export interface Format {
  /** The shape that is recognized for the format. The default is `session`. */
  readonly shape?: 'messages';
  readonly first: readonly Json[];
  readonly write: Readonly<Partial<Record<StepKind, Writer>>>;
  readonly join: (records: readonly Json[]) => string;
  /** Steps whose text users saw until it was taken back. */
  readonly takesBack?: readonly StepKind[];
}

/** Returns the id of a record for a step. */
export const id = (step: Step, part = ''): string => `r${step.number}${part}`;

/** Returns the two calls of a step with parallel calls. */
export const twoOf = (step: Step): readonly [Step, Step] => [step, { ...step, number: step.number + 10_000 }];
