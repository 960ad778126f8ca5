/** What users see of a channel in general, where only the name of a channel is known. */
import { channels } from '../../grammar/index.ts';

/** Whether users see messages on it, or, with `preambles`, those flagged as such. Any word but a channel's exact name: no. */
export function isShownOn(channel: unknown, intent?: unknown, preambles = false): boolean {
  const fact = channels.find(({ name }) => name === channel);
  if (fact === undefined) return false;
  return fact.visible || (preambles && fact.preambles === true && intent === 'preamble');
}
