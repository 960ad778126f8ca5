/**
 * Pairs the calls and replies of a session by id. A growing log is paired again after each addition, for which a call graph of all names
 * would be too slow.
 */
import { modelRole, toolRole } from '../../grammar/index.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import { memoizeGrowing } from '../../syntax/grown-list.ts';
import { lastAtMost } from '../../syntax/json/nodes.ts';

/** Calls and replies by their ids, each in the order of the log. */
interface ById {
  readonly calls: Map<string, JsonMessage[]>;
  readonly replies: Map<string, JsonMessage[]>;
  /** The number of calls and replies without an id. */
  nameless: number;
}

const byId = memoizeGrowing<JsonMessage, ById>(
  (messages) => {
    const messagesById: ById = { calls: new Map(), replies: new Map(), nameless: 0 };
    for (const message of messages) add(messagesById, message);
    return messagesById;
  },
  (messagesById, messages, { before, same }) => {
    for (let i = before.length - 1; i >= same; i--) remove(messagesById, before[i] as JsonMessage);
    for (let i = same; i < messages.length; i++) add(messagesById, messages[i] as JsonMessage);
    return messagesById;
  },
);

function add(messagesById: ById, message: JsonMessage): void {
  const { callId } = message;
  if (!isCall(message) && !isReply(message)) return;
  const ofKind = isReply(message) ? messagesById.replies : messagesById.calls;
  const messages = callId === undefined ? undefined : ofKind.get(callId);
  if (callId === undefined) messagesById.nameless++;
  else if (messages) messages.push(message);
  else ofKind.set(callId, [message]);
}

function remove(messagesById: ById, message: JsonMessage): void {
  const { callId } = message;
  if (!isCall(message) && !isReply(message)) return;
  if (callId === undefined) messagesById.nameless--;
  else (isReply(message) ? messagesById.replies : messagesById.calls).get(callId)?.pop();
}

interface SessionPairs {
  /** The last call before a reply, with the same id as the reply. */
  callOf(reply: JsonMessage): JsonMessage | undefined;
  /** The last reply to a call, before the next call with the same id. */
  replyTo(call: JsonMessage): JsonMessage | undefined;
}

export const isCall = ({ role, to }: JsonMessage): boolean => role === modelRole && to !== undefined;

export const isReply = ({ role }: JsonMessage): boolean => role === toolRole;

/** The pairs of calls and replies. Undefined if any call or reply has no id, because then all of them have to be paired by order. */
export function pairsIn(messages: readonly JsonMessage[]): SessionPairs | undefined {
  const { calls, replies, nameless } = byId(messages);
  if (nameless > 0) return undefined;
  const lastBefore = (all: readonly JsonMessage[] | undefined, start: number) => {
    const last = all && lastAtMost(all, start, (one) => one.start);
    return last && last.start <= start ? last : undefined;
  };
  return {
    callOf: ({ callId = '', start }) => lastBefore(calls.get(callId), start),
    replyTo: (call) => {
      const { callId = '' } = call;
      const all = calls.get(callId) ?? [];
      const next = all[all.indexOf(call) + 1];
      const reply = lastBefore(replies.get(callId), next ? next.start : Number.POSITIVE_INFINITY);
      return reply && reply.start >= call.start ? reply : undefined;
    },
  };
}
