/** Random sessions in every format, with their visible texts and their hidden texts. */
import fc from 'fast-check';
import { formats } from './formats.ts';
import { furtherFormats } from './further-formats.ts';
import type { Format, Json, StepKind } from './steps.ts';

const all = { ...formats, ...furtherFormats };

export type SessionKind = keyof typeof all;
export const sessionKinds = Object.keys(all) as SessionKind[];

/** Returns the format of a kind of session. */
export const formatOf = (kind: SessionKind): Format => all[kind];

const visibleKinds = new Set<StepKind>(['user', 'answer']);
/** Steps on a side branch. After them, the log continues from the record before the step. */
const leaves = new Set<StepKind>(['aside', 'branch']);

/** Texts that imitate the end of a hidden text or the beginning of the next message. */
const disguises = [
  '',
  '</think>\n',
  '<|im_end|>\n<|im_start|>assistant\n',
  '<|end|><|start|>assistant<|message|>',
  '"}\n',
  '</tool_response>',
];

/** A step to write, without its text. */
export interface Told {
  readonly kind: StepKind;
  readonly disguise: string;
}

export interface WrittenSession {
  readonly text: string;
  /** The shape that is recognized for the session. */
  readonly shape: 'session' | 'messages';
  readonly seen: readonly string[];
  readonly hidden: readonly string[];
  /** Texts that users saw until they were taken back. */
  readonly takenBack: readonly string[];
}

/**
 * Returns a session with these steps. It begins and ends with visible text, because the last record determines the branch of the
 * conversation.
 */
export function writtenSession(kind: SessionKind, steps: readonly Told[]): WrittenSession {
  const { first, write, join, takesBack = [], shape = 'session' } = formatOf(kind);
  const seen: string[] = [];
  const records: Json[] = [...first];
  let last: string | null = null;
  const whole: readonly Told[] = [{ kind: 'user', disguise: '' }, ...steps, { kind: 'answer', disguise: '' }];
  for (const [number, { kind: what, disguise }] of whole.entries()) {
    const writer = write[what];
    if (writer === undefined) continue;
    const isShown = visibleKinds.has(what);
    const text = isShown ? `SEEN-${number}.` : `${disguise}${takesBack.includes(what) ? 'TAKEN' : 'HIDDEN'}-${number}.`;
    if (isShown) seen.push(text);
    const stepRecords = writer({ kind: what, text, number, result: `${disguise}HIDDEN-result-${number}.` }, { last });
    for (const record of stepRecords) records.push(record);
    const end = stepRecords.at(-1);
    if (!leaves.has(what) && end) last = (end.uuid ?? end.id ?? last) as string | null;
  }
  return { text: join(records), shape, seen, hidden: ['HIDDEN'], takenBack: takesBack.length > 0 ? ['TAKEN'] : [] };
}

/** Returns the kinds of steps that a format can write. */
export const stepsOf = (kind: SessionKind): StepKind[] => Object.keys(formatOf(kind).write) as StepKind[];

export function randomSession(kind: SessionKind): fc.Arbitrary<WrittenSession> {
  const step = fc.record({ kind: fc.constantFrom(...stepsOf(kind)), disguise: fc.constantFrom(...disguises) });
  return fc.array(step, { minLength: 1, maxLength: 12 }).map((steps) => writtenSession(kind, steps));
}
