/** Long sessions in every format, the same each time: with branches, compactions, calls at once, errors, aborted turns and a torn end. */
import { randomFrom } from '../random.ts';
import { formatOf, type SessionKind, stepsOf, type WrittenSession, writtenSession } from './random.ts';
import type { StepKind } from './steps.ts';
import { linesOf } from './telling.ts';

export interface LargeSession extends WrittenSession {
  /** The kind of each step; its number is in its texts. */
  readonly steps: readonly StepKind[];
  /** It is a record a line, and the last one is not whole. */
  readonly isTorn: boolean;
}

/** How many steps each of the sessions of a format has. */
export const largeSizes = [40, 120, 300] as const;

/** A session of so many steps, each kind of which the format can write. */
export function largeSession(kind: SessionKind, size: number): LargeSession {
  const kinds = stepsOf(kind);
  const next = randomFrom(size);
  const told = Array.from({ length: size }, (_, i) => ({
    kind: kinds[i < kinds.length ? i : Math.floor(next() * kinds.length)] as StepKind,
    disguise: '',
  }));
  const written = writtenSession(kind, told);
  const isTorn = formatOf(kind).join === linesOf;
  return {
    ...written,
    text: isTorn ? `${written.text}{"type":"mess` : written.text,
    steps: ['user', ...told.map((step) => step.kind), 'answer'],
    isTorn,
  };
}
