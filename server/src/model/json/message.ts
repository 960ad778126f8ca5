/** The messages of a JSON document in any dialect, from which symbols, hovers and the preview are derived. */
import { type JsonDialectId, modelRole } from '../../grammar/index.ts';
import { type Family, families } from '../../syntax/families/index.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, type JsonReading, lastAtMost, memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { isAmbiguous, repeatsMembers } from './ambiguous.ts';
import { chatMessages, elementMessages } from './chat-messages.ts';
import { withEntries } from './entries.ts';
import { listOf } from './list.ts';
import { reasoningMessages } from './message-members.ts';
import type { Misspelled } from './misspelled.ts';
import { callIn, projectedMessage } from './projected-message.ts';
import { objectsOf } from './projection.ts';
import { isSoundInSession, messagesOfSession } from './session-messages.ts';
import type { LooseText } from './shapes/conversation.ts';
import { unwrapped } from './shapes/wrapped.ts';
import { conversationsOf, dialectOf, dialectOfUnit } from './shapes.ts';
import { markedAsUnchosen, markedBySoundness, soundIn } from './sound.ts';
import { wireOf } from './wire.ts';

export interface JsonMessage extends Span {
  /** The role as written; undefined if there is none. */
  readonly role: string | undefined;
  readonly roleSpan: Span;
  readonly channel?: string | undefined;
  readonly content: string;
  readonly name?: string | undefined;
  readonly intent?: string | undefined;
  readonly callId?: string | undefined;
  /** The called tool, or the recipient of a message that is not a call. */
  readonly to?: string | undefined;
  /** The name of the called tool as written, if it differs from `to`. */
  readonly tool?: string | undefined;
  /** Whether the message has no end, so that the model continues it. */
  readonly open: boolean;
  /** The type of the content or, for a call, of its arguments. */
  readonly type?: string | undefined;
  /** The spans of the words that a header would contain, by the names of the attributes. */
  readonly spans?: Readonly<Record<string, Span | undefined>>;
  /** False if a fault in the JSON makes it unclear what the message is, or to which message its content belongs. */
  readonly sound?: boolean;
  /** Whether the message is an answer that its row rejects, so that users do not see it. Nothing else about the message is in doubt. */
  readonly unchosen?: boolean;
  /** Whether tokens in the content are plain text. */
  readonly verbatim?: boolean;
  /** The position of the message in its conversation, if the order in the document is different. */
  readonly order?: number;
  /** The misspelled keys of the message. The intended keys determine who sees the message. */
  readonly misspelled?: readonly Misspelled[];
  /** The family whose tokens and tags can hide parts of the content; if undefined, that of 2.2. */
  readonly family?: Family;
  /** Whether the family of the content is certain, because the content was parsed from text or is converted to text. */
  readonly familyIsCertain?: boolean;
}

const chatml = families['openchatml-0.1'];
const cache = new WeakMap<JsonReading, readonly JsonMessage[]>();

/** Returns the messages of a unit. Events have none. */
export function messagesOf(unit: JsonUnit, dialect: JsonDialectId): readonly JsonMessage[] {
  const reading = readUnit(unit);
  let messages = cache.get(reading);
  if (messages === undefined) {
    messages = readers[dialectOf(reading, dialect)](reading);
    cache.set(reading, messages);
  }
  return messages;
}

const readers: Record<JsonDialectId, (reading: JsonReading) => JsonMessage[]> = {
  json: () => [],
  'stream-event': () => [],
  'chatml-wire'(reading) {
    const { messages } = wireOf(reading);
    const isSound = soundIn(reading, reading.root, messages);
    return messages.flatMap((message) => {
      const { start, end, opener, role, texts, open, headerLength = 0 } = message;
      const whole = texts.map(({ value }) => value).join('');
      const content = whole.slice(headerLength);
      const jsonMessage = { start, end, role: role?.value, roleSpan: role ?? opener, content, open, family: chatml };
      return markedBySoundness(withEntries(jsonMessage), message.sound && isSound(message));
    });
  },
  messages(reading) {
    const listed = listedMessages(reading);
    const starts = new Set(listed.map(({ start }) => start));
    const replaced = replacedIn(reading).flatMap((node) =>
      starts.has(node.start) ? [] : markedBySoundness(chatMessages(node, reading.text), false),
    );
    return replaced.length === 0 ? listed : [...listed, ...replaced].sort((a, b) => a.start - b.start);
  },
  'openchatml-json'(reading) {
    const { objects } = objectsOf(reading);
    const isSound = soundIn(reading, reading.root, objects);
    return objects.flatMap((node) => {
      const message = projectedMessage(node);
      const messages = callIn(node) ? [message] : withEntries(message);
      return markedBySoundness(
        [...reasoningMessages(node, ['thinking']), ...messages],
        isSound(node) && !isAmbiguous(node),
      );
    });
  },
};

function listedMessages(reading: JsonReading): JsonMessage[] {
  const { messages, list, unsaid = [], texts = [], rowOf, session } = listOf(reading);
  const rows = rowOf && list?.kind === 'array' ? list.items : undefined;
  const isSound = session ? isSoundInSession(reading, list) : soundIn(reading, list, rows ?? messages);
  const around = (node: JsonNode) => (rows ? rowOf?.get(node) : reading.root) as JsonNode;
  // If an object has the same key twice, the message may be in the other value. If the list is nested in objects, these objects are checked
  // as well.
  const isClear = (node: JsonNode) =>
    isSound(rows ? around(node) : node) &&
    ((list === reading.root && !rows) || !holdersOf(around(node), node).some(repeatsMembers));
  const rejected = new Set(unsaid);
  if (session) return messagesOfSession(messages, (node) => isClear(node) && !rejected.has(node), reading.text);
  const jsonMessages = messages.flatMap((node) => {
    const nodeMessages = elementMessages(node, isClear(node), reading.text);
    return rejected.has(node) ? markedAsUnchosen(nodeMessages) : nodeMessages;
  });
  const loose = texts.flatMap((text) => looseMessages(text, isClear(text.node)));
  return loose.length === 0 ? jsonMessages : [...jsonMessages, ...loose].sort((a, b) => a.start - b.start);
}

/** The messages in a string that is not in a message object, such as a prompt. */
function looseMessages(text: LooseText, isClear: boolean): JsonMessage[] {
  const { node, answer, turns, role: speaker, order, unsaid: isRejected } = text;
  const { start, end, value } = node;
  const fields = { start, end, roleSpan: node, open: false, family: chatml, ...(order !== undefined && { order }) };
  const whole = [{ role: answer ? modelRole : speaker, start: 0, end: value.length }];
  const isSaid = answer || (turns ?? speaker) !== undefined;
  return (turns ?? whole).flatMap(({ role, ...stretch }) => {
    const content = value.slice(stretch.start, stretch.end);
    const isSound = isClear && isSaid && !content.includes('<|');
    const messages = markedBySoundness(withEntries({ ...fields, role, content }), isSound);
    return isRejected ? markedAsUnchosen(messages) : messages;
  });
}

/** The objects that contain a message, from the outermost to the innermost. */
function holdersOf(root: JsonNode, message: Span): JsonNode[] {
  const holders: JsonNode[] = [];
  const holds = (node: JsonNode | undefined) =>
    node !== undefined && node.start <= message.start && node.end >= message.end;
  for (let node: JsonNode | undefined = root; node && node.start < message.start; ) {
    if (node.kind === 'object') {
      holders.push(node);
      node = node.members.find(({ value }) => holds(value))?.value;
    } else node = node.kind === 'array' ? lastAtMost(node.items, message.start, ({ start }) => start) : undefined;
  }
  return holders;
}

/** The messages of lists that are replaced by a later field with the same key, since some parsers use the first one. */
function replacedIn(reading: JsonReading): readonly JsonNode[] {
  const { root } = reading;
  // The records of a session are not separate conversations.
  if (root?.kind === 'array' && listOf(reading).session) return [];
  const rows = root?.kind === 'array' ? root.items : root ? [root] : [];
  return rows.map(unwrapped).flatMap((row) => {
    if (row.kind !== 'object' || memberOf(row, 'role') || !repeatsMembers(row)) return [];
    return conversationsOf({ ...row, members: row.members.toReversed() })?.messages ?? [];
  });
}

/** Returns the spans of the messages in a unit: objects or, in ChatML on the wire, ranges of elements. Events have none. */
export function elementsOf(unit: JsonUnit, dialect: JsonDialectId): readonly Span[] {
  return elements[dialectOfUnit(unit, dialect)](readUnit(unit));
}

const elements: Record<JsonDialectId, (reading: JsonReading) => readonly Span[]> = {
  json: () => [],
  'stream-event': () => [],
  'chatml-wire': (reading) => wireOf(reading).messages,
  messages: (reading) => listOf(reading).messages,
  'openchatml-json': (reading) => objectsOf(reading).objects,
};
