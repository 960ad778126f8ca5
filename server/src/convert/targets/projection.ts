/** Writes the JSON projection, which has an object for each message (2.2 §10). */
import { answerChannel, modelRole, thoughtChannel } from '../../grammar/index.ts';
import { families } from '../../syntax/families/index.ts';
import { isRefusal, writeBody } from '../../write/index.ts';
import { type ConversationMessage, calledTool, textOfPieces } from '../conversation.ts';
import { instructed } from '../declared.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { identified } from '../pairs.ts';
import { isBody } from '../projected.ts';
import { noteOthers } from './dropped.ts';
import { noteEnd } from './ends.ts';
import { headerKeys } from './header.ts';
import { asText } from './parts.ts';
import type { Target } from './target.ts';
import { writable } from './values.ts';

export const projection: Target = {
  name: 'OpenChatML as JSON',
  codes: usualCodes,
  form: 'json',
  envelopes: true,
  thinks: true,
  write(conversation, notes, { thinking = false }) {
    headerKeys(conversation, notes);
    const messages = instructed(conversation.messages, conversation.declared, notes);
    const writableMessages = writable(identified({ ...conversation, messages }, notes), notes);
    return {
      value: thinking
        ? withThinking(writableMessages, notes)
        : writableMessages.flatMap((one) => object(asText(one, notes), notes)),
    };
  },
};

/**
 * Writes the messages. Reasoning becomes `thinking` in the assistant's next message, from which it is read back as a separate
 * message.
 */
function withThinking(all: readonly ConversationMessage[], notes: Notes): readonly unknown[] {
  let thought: string | undefined;
  return all.flatMap((one, i) => {
    const next = all[i + 1];
    const message = asText(one, notes);
    const text = textOfPieces(message.pieces);
    const goesOn = next?.role === modelRole && !next.slot && next.channel !== thoughtChannel;
    if (goesOn && isThinking(message, text)) {
      noteEnd(message, notes);
      thought = text;
      return [];
    }
    const thinking = thought === undefined ? undefined : { thinking: thought };
    thought = undefined;
    return object(message, notes).map((fields) => ({ ...fields, ...thinking }));
  });
}

/**
 * Whether `thinking` can express the whole message: reasoning without attributes or a type, whose text does not look like it has thought
 * markers.
 */
const isThinking = ({ role, channel, attributes, constraint, slot }: ConversationMessage, text: string): boolean =>
  role === modelRole &&
  channel === thoughtChannel &&
  attributes.size === 0 &&
  constraint === undefined &&
  !slot &&
  text !== '' &&
  !isBody(text);

function object(message: ConversationMessage, notes: Notes): readonly Record<string, unknown>[] {
  if (noteEnd(message, notes)) return [];
  const { role, attributes, constraint } = message;
  const [to, id, name, intent, type] = ['to', 'call_id', 'name', 'intent', 'content_type'].map((key) =>
    attributes.get(key),
  );
  noteOthers(message, ['to', 'call_id', 'name', 'intent', 'content_type'], "OpenChatML's JSON", notes);
  // Each object states the effective channel of its message (2.2 §5, §13; A-084).
  const channel = message.channel ?? answerChannel;
  const isCall = calledTool(message) !== undefined;
  const [mainType, other] = isCall ? [constraint, type] : [type, constraint];
  const part = isCall ? 'content_type' : 'constraint';
  if (other !== undefined)
    notes.losePart(
      message,
      part,
      `The type \`${other}\` ${mainType === undefined ? 'is read back in another position' : 'is dropped'}: an object can have only one \`content_type\`.`,
    );
  const body = contentOf(message, notes);
  const header = { role, channel, ...(intent && { intent }), ...(name && { name }) };
  if (!isCall)
    return [{ ...header, ...(id && { call_id: id }), ...(to && { to }), ...typed(mainType ?? other), content: body }];
  return [{ ...header, tool_call: { id, recipient: to, ...typed(mainType ?? other), arguments: body } }];
}

const typed = (type: string | undefined) => (type === undefined ? {} : { content_type: type });

function contentOf(message: ConversationMessage, notes: Notes): string {
  const text = textOfPieces(message.pieces);
  if (!isBody(text)) return text;
  const body = writeBody({ ...message, source: undefined }, families['openchatml-2.2']);
  if (!isRefusal(body)) return body;
  notes.refusePart(message, body);
  return '';
}
