import type { Transcript } from '../syntax/transcript.ts';
import type { Reading } from './message.ts';

/** How a transcript is read: Harmony's shapes, and whether there are escapes. */
export function readingOf({ family, choice }: Pick<Transcript, 'family' | 'choice'>): Reading {
  const { harmony, escapes } = family.has;
  return { harmony, escapes, sequencePair: choice.sequencePair };
}
