/** Notes words in a header that cannot be read, and that are therefore missing in the result. */
import { modelRole } from '../../grammar/index.ts';
import type { Message } from '../../model/message.ts';
import type { Span } from '../../syntax/span.ts';
import type { MessageDraft } from '../../write/index.ts';
import type { Notes } from '../notes.ts';

/**
 * The maximum length of the header text that is searched (UTF-16 units). Longer text is read as a header only because the end of the header
 * is missing.
 */
const MAX_HEADER_LENGTH = 2000;

/** Adds notes on the words of a faulty header that do not occur in the result. `at`: maps offsets in the block to the source. */
export function noteHeaderWords(
  { block, header }: Message,
  draft: MessageDraft,
  at: (span: Span) => Span,
  notes: Notes,
): void {
  if (header.faults.length === 0 && header.misspelled.length === 0 && !header.foreign) return;
  const { role, attributes, channel, constraint } = draft;
  const knownWords = new Set([role, channel, constraint, modelRole]);
  for (const [key, value] of attributes)
    for (const word of [value, `${key}=${value}`, `${role}:${value}`]) knownWords.add(word);
  const text = block.text.slice(0, Math.min(block.headerEnd, MAX_HEADER_LENGTH));
  for (const { 0: word, index } of text.matchAll(words))
    if (!word.startsWith('<|') && !knownWords.has(word))
      notes.lose(
        at({ start: index, end: index + word.length }),
        'This word in the header is unknown or a duplicate, so it is changed or dropped.',
      );
}

/** Tokens, and words between them. */
const words = /<\|\w+\|>|(?:(?!<\|)\S)+/g;
