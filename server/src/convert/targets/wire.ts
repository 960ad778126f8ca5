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
    const wireMessages = messages.filter((one) => isSaid(one, notes));
    return {
      value: wireMessages.flatMap((one, i) => elements(asText(one, notes), i === wireMessages.length - 1, notes)),
    };
  },
};

/** Whether the format can express a message at all. */
function isSaid(source: ConversationMessage, notes: Notes): boolean {
  const { role, slot } = source;
  if (role === modelRole && (slot || isAnswer(source))) return true;
  if (role !== undefined && role !== modelRole && (roles.has(role) || role === developerRole)) return true;
  const what =
    role !== modelRole ? `A message with role \`${role}\`` : calledTool(source) === undefined ? 'A thought' : 'A call';
  noteMissing(source, what, form, notes);
  return false;
}

function elements(source: ConversationMessage, isLast: boolean, notes: Notes): readonly unknown[] {
  const { attributes, pieces, slot, terminator } = source;
  const name = attributes.get('name');
  const example =
    source.role === systemRole && roles.has(`${systemRole}:${name}`) ? `${systemRole}:${name}` : undefined;
  if (source.role === developerRole)
    notes.losePart(source, 'role', 'The role `developer` becomes `system`, the only role for instructions in ChatML.');
  noteDropped(source, { attributes: example ? ['name'] : [], channel: answerChannel }, form, notes);
  if (source.role === modelRole) noteReadAsParts(source, notes);
  noteReturn([source], notes);
  const role = example ?? (source.role === developerRole ? systemRole : source.role);
  const text = textOfPieces(pieces);
  return [
    start,
    role,
    message,
    ...(slot && text === '' ? [] : [text]),
    ...(isLast && terminator === undefined ? [] : [end]),
  ];
}
