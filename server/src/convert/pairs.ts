/** Matches replies to calls, and generates ids for both if the source has none. */
import { toolRole } from '../grammar/index.ts';
import { endsOrder } from '../model/calls/exchange.ts';
import { CallPairing, type IdentifiedPart, type WithoutIds } from '../model/calls/pairing.ts';
import { type Conversation, type ConversationMessage, calledTool, isReply } from './conversation.ts';
import type { Notes } from './notes.ts';

/** The messages of a conversation, with the settings for call ids that depend on its source. */
type Talk = Pick<Conversation, 'messages' | 'withoutIds' | 'idPrefix'>;

interface Part extends IdentifiedPart {
  readonly said: ConversationMessage;
}

/** Maps each reply to the call that it answers. */
export function callsOfReplies(
  messages: readonly ConversationMessage[],
  withoutIds: WithoutIds,
): ReadonlyMap<ConversationMessage, ConversationMessage> {
  const pairing = new CallPairing<Part>(withoutIds);
  const callsByReply = new Map<ConversationMessage, ConversationMessage>();
  for (const [i, message] of messages.entries()) {
    const tool = calledTool(message);
    if (tool === undefined && !isReply(message)) {
      if (endsOrder(message.role) && !isAround(message, messages[i + 1])) pairing.beginAnew();
      continue;
    }
    if (isReply(message) && isAround(message, messages[i + 1])) continue;
    const callId = message.attributes.get('call_id');
    const part: Part =
      tool === undefined
        ? { kind: 'reply', tool: message.attributes.get('name'), callId, said: message }
        : { kind: 'call', tool, callId, said: message };
    const call = pairing.take(part)?.call;
    if (call) callsByReply.set(message, call.said);
  }
  return callsByReply;
}

/** Whether the next message is a reply that comes from within the source of this message. */
export function isAround({ places: { whole } }: ConversationMessage, next: ConversationMessage | undefined): boolean {
  if (next === undefined || !isReply(next)) return false;
  const { start, end } = next.places.whole;
  return start >= whole.start && end <= whole.end && end - start < whole.end - whole.start;
}

/**
 * Puts adjacent replies into the order of their calls if the calls have no ids, since replies are then matched by order. They are matched
 * per tool, or all together if they do not name a tool. Notes are added for moved replies.
 */
export function inOrderOfCalls(
  { messages, withoutIds }: Talk,
  byTool: boolean,
  notes: Notes,
): readonly ConversationMessage[] {
  if (!messages.some(isReply)) return messages;
  const calls = callsOfReplies(messages, withoutIds);
  const indexByMessage = new Map(messages.map((one, i) => [one, i]));
  const rankOf = (one: ConversationMessage) => indexByMessage.get(calls.get(one) ?? one) as number;
  const ordered = [...messages];
  for (let at = 0; at < messages.length; at++) {
    const groups = new Map<string | undefined, number[]>();
    for (; at < messages.length && isReply(messages[at] as ConversationMessage); at++) {
      const tool = byTool ? messages[at]?.attributes.get('name') : '';
      const group = groups.get(tool);
      if (group) group.push(at);
      else groups.set(tool, [at]);
    }
    for (const group of groups.values()) {
      const sorted = group.map((i) => messages[i] as ConversationMessage).sort((a, b) => rankOf(a) - rankOf(b));
      for (const [i, one] of sorted.entries()) {
        const to = group[i] as number;
        if (messages[to] === one) continue;
        ordered[to] = one;
        const message =
          'This reply is moved: the target format has no call ids, so the order of replies shows which calls they answer.';
        notes.losePart(one, 'order', message);
      }
    }
  }
  return ordered;
}

/** Adds the name of the tool to each reply that lacks it. */
export function withToolNames(
  messages: readonly ConversationMessage[],
  withoutIds: WithoutIds,
): readonly ConversationMessage[] {
  if (messages.every((one) => one.role !== toolRole || one.attributes.has('name'))) return messages;
  const calls = callsOfReplies(messages, withoutIds);
  return messages.map((one) => {
    const call = calls.get(one);
    const tool = call && calledTool(call);
    if (tool === undefined || one.attributes.has('name')) return one;
    return { ...one, attributes: new Map([['name', tool], ...one.attributes]) };
  });
}

/** Gives each call without an id a new one, and the same id to its reply. A reply that answers no call also gets an id, with a note. */
export function identified(
  { messages, withoutIds, idPrefix: prefix }: Talk,
  notes?: Notes,
): readonly ConversationMessage[] {
  if (!messages.some((one) => isReply(one) || calledTool(one) !== undefined)) return messages;
  const calls = callsOfReplies(messages, withoutIds);
  const callIds = new Set(messages.map(({ attributes }) => attributes.get('call_id')));
  const ids = new Map<ConversationMessage, string>();
  let next = 1;
  return messages.map((one) => {
    const isCall = calledTool(one) !== undefined;
    if ((!isCall && !isReply(one)) || one.attributes.has('call_id')) return one;
    const call = isCall ? one : calls.get(one);
    let id = call && ids.get(call);
    if (id === undefined) {
      while (callIds.has(`${prefix}${next}`)) next++;
      id = `${prefix}${next++}`;
      if (call) ids.set(call, id);
      else notes?.warn(one, 'body', 'conversion-loss', unanswering);
    }
    return { ...one, attributes: new Map([...one.attributes, ['call_id', id]]) };
  });
}

const unanswering =
  'This reply does not answer an earlier call, so it gets a made-up id, which checks will report. Add the call, or remove the reply.';
