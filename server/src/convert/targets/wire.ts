/** Writes ChatML on the wire, which has only messages from the system, the user and the assistant. */

import { wireRoles, wireTokens } from '../../grammar/chatml-wire.ts';
import { answerChannel, developerRole, modelRole, systemRole } from '../../grammar/index.ts';
import { type ConversationMessage, calledTool, isAnswer, textOfPieces } from '../conversation.ts';
import { noteUndeclared } from '../declared.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { noteDropped, noteMissing } from './dropped.ts';
import { noteReturn } from './ends.ts';
import { extractThoughts, withoutMarkers } from './extract-thoughts.ts';
import { headerKeys } from './header.ts';
import { asText } from './parts.ts';
import { noteReadAsParts } from './read-as-parts.ts';
import type { Target } from './target.ts';

const form = 'ChatML on the wire';
const [start, message, end] = wireTokens.map(({ name }) => ({ token: name }));
const roles = new Set(wireRoles.map(({ name }) => name));

export const wire: Target = {
  name: form,
  codes: usualCodes,
  form: 'json',
  onlyLines: true,
  write(conversation, notes) {
    headerKeys(conversation, notes);
    noteUndeclared(conversation.declared, form, notes);
    const messages = withoutMarkers(extractThoughts(conversation.messages, notes), notes);
    const kept = messages.filter((one) => isSaid(one, notes));
    return { value: kept.flatMap((one, i) => elements(asText(one, notes), i === kept.length - 1, notes)) };
  },
};

/** Whether the format can express a message at all. */
function isSaid(said: ConversationMessage, notes: Notes): boolean {
  const { role, slot } = said;
  if (role === modelRole && (slot || isAnswer(said))) return true;
  if (role !== undefined && role !== modelRole && (roles.has(role) || role === developerRole)) return true;
  const what =
    role !== modelRole ? `A message with role \`${role}\`` : calledTool(said) === undefined ? 'A thought' : 'A call';
  noteMissing(said, what, form, notes);
  return false;
}

function elements(said: ConversationMessage, isLast: boolean, notes: Notes): readonly unknown[] {
  const { attributes, pieces, slot, terminator } = said;
  const name = attributes.get('name');
  const example = said.role === systemRole && roles.has(`${systemRole}:${name}`) ? `${systemRole}:${name}` : undefined;
  if (said.role === developerRole)
    notes.losePart(said, 'role', 'The role `developer` becomes `system`, the only role for instructions in ChatML.');
  noteDropped(said, { attributes: example ? ['name'] : [], channel: answerChannel }, form, notes);
  if (said.role === modelRole) noteReadAsParts(said, notes);
  noteReturn([said], notes);
  const role = example ?? (said.role === developerRole ? systemRole : said.role);
  const text = textOfPieces(pieces);
  return [
    start,
    role,
    message,
    ...(slot && text === '' ? [] : [text]),
    ...(isLast && terminator === undefined ? [] : [end]),
  ];
}
