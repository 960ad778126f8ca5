/** Long, reproducible sessions in every format, with branches, compactions, parallel calls, errors, aborted turns and an incomplete end. */
import { randomFrom } from '../random.ts';
import { formatOf, type SessionKind, stepsOf, type WrittenSession, writtenSession } from './random.ts';
import type { StepKind } from './steps.ts';
import { linesOf } from './telling.ts';

export interface LargeSession extends WrittenSession {
  /** The kind of each step. The texts of a step contain its number. */
  readonly steps: readonly StepKind[];
  /** Whether there is one record per line and the last line is incomplete. */
  readonly isTorn: boolean;
}

/** The numbers of steps for which a session is written in each format. */
export const largeSizes = [40, 120, 300] as const;

/** Returns a session with `size` steps, of all kinds that the format can write. */
export function largeSession(kind: SessionKind, size: number): LargeSession {
  const kinds = stepsOf(kind);
  const next = randomFrom(size);
  const steps = Array.from({ length: size }, (_, i) => ({
    kind: kinds[i < kinds.length ? i : Math.floor(next() * kinds.length)] as StepKind,
    disguise: '',
  }));
  const session = writtenSession(kind, steps);
  const isTorn = formatOf(kind).join === linesOf;
  return {
    ...session,
    text: isTorn ? `${session.text}{"type":"mess` : session.text,
    steps: ['user', ...steps.map((step) => step.kind), 'answer'],
    isTorn,
  };
}
