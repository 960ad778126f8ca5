/** The document header and the marks of a sequence, where the target has neither. */
import type { Conversation } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/** `version` says how 2.2 is read, and nothing of the conversation. */
const ofFormat = /^(?:version|profiles\..*)$/;

/** Notes each key of the document header, and each mark, as dropped. `kept`: keys that are said elsewhere. */
export function headerKeys({ header, marks = [] }: Conversation, notes: Notes, kept: readonly string[] = []): void {
  for (const key of header?.keys ?? [])
    if (!ofFormat.test(key.path) && !kept.includes(key.path))
      notes.lose(key, `\`${key.path}\` is dropped: this form has no document header.`);
  for (const mark of marks) notes.lose(mark, 'The mark of the sequence is dropped.');
}
