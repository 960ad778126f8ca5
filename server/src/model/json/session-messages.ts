/** The messages of an agent's session while its log grows: only appended records are read again. */
import { modelRole, toolRole } from '../../grammar/index.ts';
import { memoizeGrowing, noteGrowth } from '../../syntax/grown-list.ts';
import { type JsonNode, type JsonReading, lastAtMost } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { elementMessages } from './chat-messages.ts';
import { firstShown } from './list.ts';
import type { JsonMessage } from './message.ts';
import { soundIn } from './sound.ts';

/** The messages of a session; each element is read once. `isClear`: an element is unambiguous. `text`: the text of the unit. */
export function messagesOfSession(
  elements: readonly JsonNode[],
  isClear: (node: JsonNode) => boolean,
  text: string,
): JsonMessage[] {
  messageReaders.set(elements, (node) => messagesOfElement(node, isClear(node), text));
  return messagesInLog(elements).said;
}

/** Checks soundness by element: a message may be only a part of an element, and all parts share the doubt about their element. */
export function isSoundInSession(reading: JsonReading, list: JsonNode | undefined): (message: Span) => boolean {
  const items = list?.kind === 'array' ? list.items : [];
  const isSound = soundIn(reading, list, items);
  if (reading.doubt === undefined) return isSound;
  return (message) => {
    const item = lastAtMost(items, message.start, ({ start }) => start);
    return item !== undefined && isSound(item);
  };
}

/** The messages of a log in order, and the calls in the log by their ids. */
interface MessagesInLog {
  readonly said: JsonMessage[];
  readonly calls: Map<string, JsonMessage[]>;
}

/** For each list, the function that reads its messages. */
const messageReaders = new WeakMap<readonly JsonNode[], (node: JsonNode) => readonly JsonMessage[]>();

const messagesInLog = memoizeGrowing<JsonNode, MessagesInLog>(
  (messages) => {
    const said = messagesFrom(messages, messages);
    const calls = new Map<string, JsonMessage[]>();
    return { said: withCalledTools(said, calls), calls };
  },
  ({ said: old, calls }, messages, { before, same }) => {
    const startIn = (list: readonly JsonNode[]) => list[same]?.start ?? Number.POSITIVE_INFINITY;
    const start = Math.min(startIn(before), startIn(messages));
    let cut = old.length;
    while (cut > 0 && (old[cut - 1] as JsonMessage).start >= start) cut--;
    const rest = old.slice(cut);
    for (const { callId } of rest.filter(isCalling)) calls.get(callId as string)?.pop();
    const kept = rest.filter((one) => (sessionOrigins.get(one)?.node.start ?? start) < start);
    const added = [...kept, ...messagesFrom(messages.slice(same), messages)].sort((a, b) => a.start - b.start);
    const said = old.slice(0, cut).concat(withCalledTools(added, calls));
    noteGrowth(said, old, cut);
    return { said, calls };
  },
);

const messagesFrom = (some: readonly JsonNode[], messages: readonly JsonNode[]): JsonMessage[] =>
  some.flatMap((node) => messageReaders.get(messages)?.(node) ?? []).sort((a, b) => a.start - b.start);

const namedReplies = new WeakMap<JsonMessage, JsonMessage>();

const isCalling = ({ role, callId, to }: JsonMessage): boolean =>
  role === modelRole && callId !== undefined && to !== undefined;

/**
 * Adds tool names to replies, since logs name the tool only in the call. `calls`: the calls before `messages`, to which the
 * calls in `messages` are added.
 */
function withCalledTools(messages: readonly JsonMessage[], calls: Map<string, JsonMessage[]>): JsonMessage[] {
  return messages.map((message) => {
    const { role, callId, name } = message;
    if (callId === undefined) return message;
    const known = calls.get(callId);
    if (isCalling(message)) {
      if (known) known.push(message);
      else calls.set(callId, [message]);
    }
    const call = role === toolRole && name === undefined ? known?.at(-1) : undefined;
    const called = call?.tool ?? call?.to;
    if (called === undefined) return message;
    const before = namedReplies.get(message);
    if (before?.name === called) return before;
    const named = { ...message, name: called };
    const origin = sessionOrigins.get(message);
    if (origin) sessionOrigins.set(named, origin);
    namedReplies.set(message, named);
    return named;
  });
}

/** The cached messages of each element while the log grows, and whether they are sound. */
const sessionMessages = new WeakMap<JsonNode, { readonly sound: boolean; readonly said: readonly JsonMessage[] }>();
const sessionOrigins = new WeakMap<JsonMessage, { readonly node: JsonNode; readonly isFirst: boolean }>();

/** The element that a message is a part of, and whether it is the first part. */
export const originInSession = (message: JsonMessage) => sessionOrigins.get(message);

/**
 * The messages of an element. An answer may have blocks in several records, with replies between them; its text takes the
 * position of its first text block.
 */
function messagesOfElement(node: JsonNode, isClear: boolean, text: string): readonly JsonMessage[] {
  const known = sessionMessages.get(node);
  if (known?.sound === isClear) return known.said;
  const textAt = firstShown(node);
  const messages = elementMessages(node, isClear, text);
  const said = messages.map((one): JsonMessage => {
    const { start, end } =
      (one.role === modelRole && one.channel === undefined && one.start === node.start && textAt) || one;
    return start === one.start ? one : { ...one, start, end };
  });
  for (const [i, one] of said.entries()) sessionOrigins.set(one, { node, isFirst: i === 0 });
  sessionMessages.set(node, { sound: isClear, said });
  return said;
}
