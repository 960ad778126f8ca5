/** The messages in a document that belong to turns, with the numbers of their turns. */
import { type ConversationMessage, isReply } from '../convert/conversation.ts';
import { modelRole, userRole } from '../grammar/index.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import type { Item, Talk } from './conversations.ts';

/** Returns the line of an offset in a document, counted from 1. */
export const lineOf = (document: AnyDocument, offset: number) => document.positionAt(offset).line + 1;

interface MessageInTurn {
  readonly said: ConversationMessage;
  readonly item: Item;
  /** The number of the turn to which the message belongs. */
  readonly turn: number;
  /** The last message from the user before this message. */
  readonly question: ConversationMessage | undefined;
}

/**
 * Yields the messages that belong to turns, with the numbers of these turns. A turn is a maximal run of messages from the assistant and
 * replies to the assistant. `before`: the number of turns before this conversation.
 */
export function* messagesInTurns(talk: Talk, before: number): Generator<MessageInTurn> {
  let turn = before;
  let inTurn = false;
  let question: ConversationMessage | undefined;
  for (const item of talk.items)
    for (const message of item.said) {
      const belongs = message.role === modelRole || isReply(message);
      if (belongs && !inTurn) turn++;
      inTurn = belongs;
      if (belongs) yield { said: message, item, turn, question };
      else if (message.role === userRole) question = message;
    }
}
