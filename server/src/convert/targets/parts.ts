/** Joins the parts of content, for formats in which content is only text (A-147). */
import { partType } from '../../grammar/content-parts.ts';
import { textOf } from '../../syntax/json/nodes.ts';
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { isText, noteText } from '../read/content.ts';

/** The message with its texts joined. Notes each part that is not text at its position, and notes if there were several texts. */
export function asText(one: ConversationMessage, notes: Notes): ConversationMessage {
  if (one.parts === undefined) return one;
  const { parts, ...rest } = one;
  let texts = 0;
  for (const part of parts.nodes) {
    const type = textOf(part, 'type');
    const fact = partType(type);
    if (isText(part)) {
      texts++;
      noteText(part, notes);
    } else if (textOf(part, 'text') !== undefined && fact?.place === undefined)
      notes.lose(
        part,
        `Only the text of this part of type \`${type}\` is kept: the target format has only text parts.`,
      );
    else
      notes.lose(
        part,
        `${fact?.place ? `This ${fact.place}` : `A part of type \`${type}\``} is dropped: the target format holds only text.`,
      );
  }
  if (texts > 1)
    notes.losePart(one, 'body', `The ${texts} text parts of this content are joined, with nothing between them.`);
  return rest;
}
