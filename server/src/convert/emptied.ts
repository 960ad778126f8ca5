/** Refuses conversations whose output would be empty, since an output without messages would look like a successful conversion. */

import { userRole } from '../grammar/index.ts';
import { type Conversation, type ConversationMessage, isAnswer, textOfPieces } from './conversation.ts';
import { Notes } from './notes.ts';
import { jsonOf } from './spelled.ts';
import type { Output, Style, Target } from './targets/index.ts';

export const unreadConversation =
  'The output is empty: no text, reasoning, call or reply was recognized in the messages of this conversation. If it is in another format, name that format with `--from`.';
export const noMessage =
  'No message was found in this text: it contains no control token that begins a message in a known format. To convert the text, put it in the `content` of a message.';
const unwrittenConversation =
  'The output is empty: the target format cannot express anything in this conversation. Convert it to another format.';

/** Whether a note says that the output of a conversation would be empty. */
export const saysEmptied = ({ message }: { readonly message: string }): boolean => emptied.has(message);

const emptied = new Set([noMessage, unreadConversation, unwrittenConversation]);

/** Refuses a nonempty conversation if the output would be the same without its messages, or without the content of its messages. */
export function refuseUnwritten(one: Conversation, output: Output, target: Target, style: Style, notes: Notes): void {
  const [first] = one.messages;
  // With text from the user or an answer, the output cannot be empty, since every format can express both.
  if (first === undefined || one.messages.some(isHeldEverywhere) || !one.messages.some(saysSomething)) return;
  const isOutputOf = (messages: readonly ConversationMessage[]) =>
    spelling(target.write({ ...one, messages }, new Notes(), style)) === spelling(output);
  if (isOutputOf([]) || isOutputOf(one.messages.map(silenced))) notes.refuse(first.places.whole, unwrittenConversation);
}

/** Removes the content of a message, as if the format could not express any of it. */
const silenced = (one: ConversationMessage): ConversationMessage => ({
  ...one,
  pieces: [],
  parts: undefined,
  source: undefined,
});

const saysSomething = ({ pieces, parts }: ConversationMessage) =>
  parts !== undefined || /\S/.test(textOfPieces(pieces));
const isHeldEverywhere = (one: ConversationMessage) =>
  (one.role === userRole || isAnswer(one)) && one.parts === undefined && saysSomething(one);

const spelling = (output: Output): string => ('text' in output ? output.text : jsonOf(output.value));
