/** The conversation object of openai/harmony, which is the JSON equivalent of Harmony text (HARM-39). */
import { type ConversationMessage, textOfPieces } from '../conversation.ts';
import { harmonyCodes, type Notes } from '../notes.ts';
import { spelledList } from '../spelled.ts';
import { inHarmony } from './channel-frames.ts';
import { noteOthers } from './dropped.ts';
import { noteEnd } from './ends.ts';
import type { Target } from './target.ts';

export const harmonyJson: Target = {
  name: "the JSON of Harmony's library",
  codes: harmonyCodes,
  form: 'json',
  write(conversation, notes) {
    const messages = inHarmony(conversation, notes, { keepNames: true });
    return { value: { messages: messages.flatMap((one) => message(one, notes)) } };
  },
};

function message(source: ConversationMessage, notes: Notes): readonly Record<string, unknown>[] {
  if (noteEnd(source, notes)) return [];
  const { role, attributes, channel, constraint, parts, pieces } = source;
  const [to, name, type] = ['to', 'name', 'content_type'].map((key) => attributes.get(key));
  noteOthers(source, ['to', 'name', 'content_type'], "a message in openai/harmony's library", notes);
  const contentType = constraint === undefined ? type : `<|constrain|>${constraint}`;
  return [
    {
      role,
      ...(name !== undefined && { name }),
      ...(to !== undefined && { recipient: to }),
      ...(channel !== undefined && { channel }),
      ...(contentType !== undefined && { content_type: contentType }),
      content: parts ? spelledList(parts) : textOfPieces(pieces),
    },
  ];
}
