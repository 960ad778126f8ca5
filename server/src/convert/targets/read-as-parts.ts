/**
 * Notes text that would be read as a thought, a call or a reply, for targets in which bodies have tags and tokens for these
 * (A-140).
 */
import { asMessage, isOddContent } from '../../model/json/as-message.ts';
import { type Family, families } from '../../syntax/families/index.ts';
import { draftOf } from '../../write/index.ts';
import { type ConversationMessage, textOfPieces } from '../conversation.ts';
import { Notes } from '../notes.ts';
import { partsIn } from '../read/parts.ts';

const inJson = /["'“”<]/;

/** The context of a text in the target: the family that reads it (by default ChatML), and the text after it in the same message. */
interface Surroundings {
  readonly family?: Family;
  readonly following?: string;
}

/**
 * Notes the first stretch of the content that the family would read as a thought, a call or a reply. An unclosed tag includes the
 * text after it.
 */
export function noteReadAsParts(message: ConversationMessage, notes: Notes, surroundings: Surroundings = {}): void {
  const { family = families['openchatml-0.1'], following = '' } = surroundings;
  const text = textOfPieces(message.pieces);
  if (!inJson.test(text) || !(family.has.bodyCalls || isOddContent(text))) return;
  const { whole } = message.places;
  const content = text + following;
  const familyIsCertain = surroundings.family !== undefined;
  const read = asMessage({
    ...whole,
    role: message.role,
    roleSpan: whole,
    content,
    open: false,
    family,
    familyIsCertain,
  });
  const [first] = partsIn(read, { ...message, pieces: draftOf(read).pieces }, new Notes());
  if (first === undefined || first.start >= text.length) return;
  notes.losePart(
    message,
    'tags',
    `This text will be read back as a ${first.kind}, because tags and tokens in a body are interpreted, not kept as text.`,
    message.places.body(first.start, Math.min(first.end, text.length)),
  );
}
