/** Adds notes on the document header and the marks of a sequence, for targets that have neither. */
import type { Conversation } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/** Keys that only control how 2.2 is read, and have no meaning for the conversation. */
const ofFormat = new Set(['version', 'profiles.harmony.enabled']);

/** Notes that each key and comment in the document header, and each mark, is dropped. `paths`: keys that are written elsewhere. */
export function headerKeys({ header, marks = [] }: Conversation, notes: Notes, paths: readonly string[] = []): void {
  if (header?.broken)
    notes.lose(header.broken, 'This document header is dropped: it is not YAML, and the target format has no header.');
  for (const key of header?.keys ?? [])
    if (!ofFormat.has(key.path) && !paths.includes(key.path))
      notes.lose(key, `\`${key.path}\` is dropped: the target format has no document header.`);
  for (const comment of header?.comments ?? [])
    notes.lose(comment, 'This comment is dropped: the target format has no document header.');
  for (const mark of marks)
    notes.lose(
      mark,
      'This token marks the beginning or end of a text. It is dropped, because the output is a single conversation.',
    );
}
