import { scanning } from '../syntax/scan.ts';
import type { Transcript } from '../syntax/transcript.ts';
import type { Reading } from './message.ts';

/** How a transcript is read: Harmony's shapes, and whether there are escapes. */
export function readingOf({ dialect, harmony, choice }: Pick<Transcript, 'dialect' | 'harmony' | 'choice'>): Reading {
  return { harmony, escapes: scanning[dialect].escapes, sequencePair: choice.sequencePair };
}
