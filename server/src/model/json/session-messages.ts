/** The messages of an agent's session. When its log grows, only the appended records are read. */
import { modelRole, toolRole } from '../../grammar/index.ts';
import { memoizeGrowing, noteGrowth } from '../../syntax/grown-list.ts';
import { type JsonNode, type JsonReading, lastAtMost } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { elementMessages } from './chat-messages.ts';
import { firstShown } from './list.ts';
import type { JsonMessage } from './message.ts';
import { soundIn } from './sound.ts';

/**
 * Returns the messages of a session, reading each element only once. `isClear`: whether an element is unambiguous. `text`: the
 * text of the unit.
 */
export function messagesOfSession(
  elements: readonly JsonNode[],
  isClear: (node: JsonNode) => boolean,
  text: string,
): JsonMessage[] {
  messageReaders.set(elements, (node) => messagesOfElement(node, isClear(node), text));
  return messagesInLog(elements).said;
}

/** Returns a function that checks whether a message is sound. A message that is only a part of an element is sound if the element is. */
export function isSoundInSession(reading: JsonReading, list: JsonNode | undefined): (message: Span) => boolean {
  const items = list?.kind === 'array' ? list.items : [];
  const isSound = soundIn(reading, list, items);
  if (reading.doubt === undefined) return isSound;
  return (message) => {
    const item = lastAtMost(items, message.start, ({ start }) => start);
    return item !== undefined && isSound(item);
  };
}

/** The messages of a log in order, and its calls by their ids. */
interface MessagesInLog {
  readonly said: JsonMessage[];
  readonly calls: Map<string, JsonMessage[]>;
}

/** The function that reads the messages of an element, for each list of elements. */
const messageReaders = new WeakMap<readonly JsonNode[], (node: JsonNode) => readonly JsonMessage[]>();

const messagesInLog = memoizeGrowing<JsonNode, MessagesInLog>(
  (messages) => {
    const jsonMessages = messagesFrom(messages, messages);
    const calls = new Map<string, JsonMessage[]>();
    return { said: withCalledTools(jsonMessages, calls), calls };
  },
  ({ said: old, calls }, messages, { before, same }) => {
    const startIn = (list: readonly JsonNode[]) => list[same]?.start ?? Number.POSITIVE_INFINITY;
    const start = Math.min(startIn(before), startIn(messages));
    let cut = old.length;
    while (cut > 0 && (old[cut - 1] as JsonMessage).start >= start) cut--;
    const rest = old.slice(cut);
    for (const { callId } of rest.filter(isCalling)) calls.get(callId as string)?.pop();
    const earlierMessages = rest.filter((one) => (sessionOrigins.get(one)?.node.start ?? start) < start);
    const newMessages = [...earlierMessages, ...messagesFrom(messages.slice(same), messages)].sort(
      (a, b) => a.start - b.start,
    );
    const jsonMessages = old.slice(0, cut).concat(withCalledTools(newMessages, calls));
    noteGrowth(jsonMessages, old, cut);
    return { said: jsonMessages, calls };
  },
);

const messagesFrom = (some: readonly JsonNode[], messages: readonly JsonNode[]): JsonMessage[] =>
  some.flatMap((node) => messageReaders.get(messages)?.(node) ?? []).sort((a, b) => a.start - b.start);

const namedReplies = new WeakMap<JsonMessage, JsonMessage>();

const isCalling = ({ role, callId, to }: JsonMessage): boolean =>
  role === modelRole && callId !== undefined && to !== undefined;

/**
 * Adds the names of tools to replies, since in logs only the call has the name. `calls`: the calls before `messages`. The calls in
 * `messages` are added to `calls`.
 */
function withCalledTools(messages: readonly JsonMessage[], calls: Map<string, JsonMessage[]>): JsonMessage[] {
  return messages.map((message) => {
    const { role, callId, name } = message;
    if (callId === undefined) return message;
    const callsWithId = calls.get(callId);
    if (isCalling(message)) {
      if (callsWithId) callsWithId.push(message);
      else calls.set(callId, [message]);
    }
    const call = role === toolRole && name === undefined ? callsWithId?.at(-1) : undefined;
    const called = call?.tool ?? call?.to;
    if (called === undefined) return message;
    const before = namedReplies.get(message);
    if (before?.name === called) return before;
    const namedReply = { ...message, name: called };
    const origin = sessionOrigins.get(message);
    if (origin) sessionOrigins.set(namedReply, origin);
    namedReplies.set(message, namedReply);
    return namedReply;
  });
}

/** The messages of each element, cached while the log grows, and whether they are sound. */
const sessionMessages = new WeakMap<JsonNode, { readonly sound: boolean; readonly said: readonly JsonMessage[] }>();
const sessionOrigins = new WeakMap<JsonMessage, { readonly node: JsonNode; readonly isFirst: boolean }>();

/** Returns the element that a message is a part of, and whether the message is its first part. */
export const originInSession = (message: JsonMessage) => sessionOrigins.get(message);

/**
 * The messages of an element. The parts of an answer may be in several records, with replies between them. The text of such an
 * answer is placed where its first text part is.
 */
function messagesOfElement(node: JsonNode, isClear: boolean, text: string): readonly JsonMessage[] {
  const entry = sessionMessages.get(node);
  if (entry?.sound === isClear) return entry.said;
  const textAt = firstShown(node);
  const messages = elementMessages(node, isClear, text);
  const movedMessages = messages.map((one): JsonMessage => {
    const { start, end } =
      (one.role === modelRole && one.channel === undefined && one.start === node.start && textAt) || one;
    return start === one.start ? one : { ...one, start, end };
  });
  for (const [i, one] of movedMessages.entries()) sessionOrigins.set(one, { node, isFirst: i === 0 });
  sessionMessages.set(node, { sound: isClear, said: movedMessages });
  return movedMessages;
}
