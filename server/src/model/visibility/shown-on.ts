/** What users see of a channel as such: where a message is not at hand, but its channel is named. */
import { channels } from '../../grammar/index.ts';

/** Whether they see what is on it, or, with `preambles`, what is flagged as one there. Any word but a channel's own name: no. */
export function isShownOn(channel: unknown, intent?: unknown, preambles = false): boolean {
  const fact = channels.find(({ name }) => name === channel);
  if (fact === undefined) return false;
  return fact.visible || (preambles && fact.preambles === true && intent === 'preamble');
}
