/** How a test tells the steps of a session, which each format writes as its records. */

export type Json = Readonly<Record<string, unknown>>;

export type StepKind =
  | 'user'
  | 'answer'
  | 'thought'
  | 'call'
  | 'failure'
  /** Two calls at once, then both replies. */
  | 'parallel'
  /** A call that never gets a reply. */
  | 'aborted'
  | 'instruction'
  | 'context'
  /** The program's summary in place of the messages so far. */
  | 'compaction'
  | 'aside'
  /** A message of the user on a branch that the session left. */
  | 'branch'
  /** A record that no version has. */
  | 'other';

export interface Step {
  readonly kind: StepKind;
  readonly text: string;
  /** The result of a call. */
  readonly result: string;
  readonly number: number;
}

/** How a format writes a step: its records. */
export type Writer = (step: Step, writer: { readonly last: string | null }) => readonly Json[];

export interface Format {
  /** As what it is read. */
  readonly shape?: 'messages';
  readonly first: readonly Json[];
  readonly write: Readonly<Partial<Record<StepKind, Writer>>>;
  readonly join: (records: readonly Json[]) => string;
  /** Steps that were said to users before they were taken back. */
  readonly takesBack?: readonly StepKind[];
}

/** The id of a record of a step. */
export const id = (step: Step, part = ''): string => `r${step.number}${part}`;

/** The two calls of a step that makes two at once. */
export const twoOf = (step: Step): readonly [Step, Step] => [step, { ...step, number: step.number + 10_000 }];
