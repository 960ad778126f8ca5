/**
 * Calls and replies of a session, by their ids: a log that grows is paired again and again, which the call graph of all of its names
 * would take too long for.
 */
import { modelRole, toolRole } from '../../grammar/index.ts';
import type { JsonMessage } from '../../model/json/message.ts';

interface SessionPairs {
  readonly callOf: ReadonlyMap<JsonMessage, JsonMessage>;
  /** The last one. */
  readonly replyTo: ReadonlyMap<JsonMessage, JsonMessage>;
}

const cache = new WeakMap<readonly JsonMessage[], SessionPairs | undefined>();

/** Whether a message is a call. */
export const isCall = ({ role, to }: JsonMessage): boolean => role === modelRole && to !== undefined;

/** Whether a message is what a tool returned. */
export const isReply = ({ role }: JsonMessage): boolean => role === toolRole;

/** Undefined where a call or a reply has no id: their order pairs them. */
export function pairsIn(messages: readonly JsonMessage[]): SessionPairs | undefined {
  if (!cache.has(messages)) cache.set(messages, pair(messages));
  return cache.get(messages);
}

function pair(messages: readonly JsonMessage[]): SessionPairs | undefined {
  const calls = new Map<string, JsonMessage>();
  const callOf = new Map<JsonMessage, JsonMessage>();
  const replyTo = new Map<JsonMessage, JsonMessage>();
  for (const message of messages) {
    const answers = isReply(message);
    if (!answers && !isCall(message)) continue;
    const { callId } = message;
    if (callId === undefined) return undefined;
    const call = answers ? calls.get(callId) : undefined;
    if (!answers) calls.set(callId, message);
    if (call === undefined) continue;
    callOf.set(message, call);
    replyTo.set(call, message);
  }
  return { callOf, replyTo };
}
