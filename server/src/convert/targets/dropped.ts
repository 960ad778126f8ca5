/** What a message says that a form without headers has no place for. */
import type { Utterance } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/** What is not lost: attributes that are written, or that come back as they were; the channel and the type that are read back. */
export interface Kept {
  readonly attributes: readonly string[];
  readonly channel?: string | undefined;
  readonly constraint?: string | undefined;
}

/** Notes all else. `form`: what has no place for it. */
export function noteDropped(said: Utterance, kept: Kept, form: string, notes: Notes): void {
  const { attributes, channel, constraint } = said;
  for (const [key, value] of attributes)
    if (!kept.attributes.includes(key))
      notes.losePart(said, key, `\`${key}=${value}\` is dropped: ${form} has no place for it.`);
  if (channel !== undefined && channel !== kept.channel)
    notes.losePart(said, 'channel', `The channel \`${channel}\` is dropped: ${form} has none.`);
  if (constraint !== undefined && constraint !== kept.constraint)
    notes.losePart(said, 'constraint', `The type \`${constraint}\` is dropped: ${form} has no place for it.`);
}

/** Notes that a message is not written at all. */
export function noteMissing(said: Utterance, what: string, form: string, notes: Notes): void {
  notes.losePart(said, 'message', `${what} is dropped: ${form} has no place for it.`);
}
