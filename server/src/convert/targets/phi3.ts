/** Writes Phi-3, which has instructions, questions and answers, but no calls or replies. */
import { answerChannel, modelRole } from '../../grammar/index.ts';
import { families } from '../../syntax/families/index.ts';
import { type ConversationMessage, textOfPieces } from '../conversation.ts';
import { noteUndeclared } from '../declared.ts';
import type { Composed } from './composed.ts';
import { noteDropped, noteMissing } from './dropped.ts';
import { type Bodies, plainTarget, roleIn } from './plain-frames.ts';
import { noteReadAsParts } from './read-as-parts.ts';

const form = 'Phi-3';
const family = families.phi3;

const bodies = (): Bodies => ({
  family,
  name: form,
  bos: '',
  namesTools: false,
  declared(messages, declared, notes) {
    noteUndeclared(declared, form, notes);
    return messages;
  },
  speech({ thoughts, answer, calls }, notes) {
    for (const one of thoughts) noteMissing(one, 'A thought', form, notes);
    for (const one of calls) notes.refuse(one.places.whole, `${form} has no tool calls.`);
    if (answer === undefined) return [];
    noteDropped(answer, { attributes: [], channel: answerChannel }, form, notes);
    noteReadAsParts(answer, notes, { family });
    return [composeMessage(answer, modelRole)];
  },
  replies(replies, notes) {
    for (const one of replies) notes.refuse(one.places.whole, `${form} has no tool replies.`);
    return [];
  },
  other(message, notes) {
    noteDropped(message, { attributes: [] }, form, notes);
    return composeMessage(message, roleIn(family, message, notes));
  },
});

export const phi3 = plainTarget(bodies, form);

const composeMessage = (message: ConversationMessage, role: string): Composed => ({
  role,
  of: message,
  slot: message.slot,
  stretches: [{ kind: 'text', text: textOfPieces(message.pieces), of: message }],
  terminator: message.terminator === undefined ? undefined : 'end',
});
