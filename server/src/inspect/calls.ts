/** The calls in a document as data, for programs that route them to tools. */
import { type ConversationMessage, calledTool, textOfPieces } from '../convert/conversation.ts';
import { callsOfReplies, identified } from '../convert/pairs.ts';
import { type CallStatus, statusOf } from '../model/calls/call-status.ts';
import { durationOf } from '../model/json/sessions/durations.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import { parseJson } from '../syntax/json/values.ts';
import { conversationsIn, type Talk, type Unread } from './conversations.ts';
import { sessionIn } from './session.ts';
import { lineOf, messagesInTurns } from './turn-messages.ts';

/** A call (2.2 §18). A missing id is generated. Lines and turns are counted from 1. */
export interface Call {
  readonly id: string;
  readonly to: string;
  /** The object or list in the body, or else the text of the body. */
  readonly arguments: unknown;
  readonly status: CallStatus;
  readonly turn: number;
  readonly line: number;
  /** Whether the call comes from the log of a session. */
  readonly inSession: boolean;
  /** The time from the call to its reply in milliseconds, if the log of a session has times. */
  readonly duration?: number | undefined;
  /** The body of the message, which is the only part that the tool receives (2.2 §8.3). */
  readonly input: string;
}

export const callsIn = (document: AnyDocument, unread?: Unread): Call[] =>
  [...callsWithMessages(document, unread)].map(({ call }) => call);

/** A call with its message, the reply to it, and the conversation that contains both messages. */
export interface CallWithMessages {
  readonly call: Call;
  readonly said: ConversationMessage;
  readonly reply: ConversationMessage | undefined;
  readonly talk: Talk;
}

/** Yields the calls in a document, in order. */
export function* callsWithMessages(document: AnyDocument, unread?: Unread): Generator<CallWithMessages> {
  const session = sessionIn(document);
  let turns = 0;
  for (const talk of conversationsIn(document, unread)) {
    const messages = identified(talk);
    const ids = new Map(talk.messages.map((one, i) => [one, messages[i]?.attributes.get('call_id')]));
    const replies = new Map([...callsOfReplies(talk.messages, talk.withoutIds)].map(([reply, call]) => [call, reply]));
    for (const { said, item, turn } of messagesInTurns(talk, turns)) {
      turns = turn;
      const to = calledTool(said);
      if (to === undefined) continue;
      const input = textOfPieces(said.pieces);
      const reply = replies.get(said);
      const { value } = parseJson(input) as { value?: unknown };
      const call: Call = {
        id: ids.get(said) ?? '',
        to,
        arguments: typeof value === 'object' && value !== null ? value : input,
        status: reply && talk.hasFailed?.(reply) ? 'error' : statusOf(reply && textOfPieces(reply.pieces)),
        turn,
        inSession: session !== undefined,
        line: lineOf(document, session ? said.places.whole.start : item.start),
        ...(session && reply && { duration: durationOf(session, said.places.whole, reply.places.whole) }),
        input,
      };
      yield { call, said, reply, talk };
    }
  }
}
