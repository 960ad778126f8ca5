/** The messages of a JSON document, whichever dialect it has: what symbols, hovers and the preview are made of. */
import {
  callChannel,
  functionsNamespace,
  type JsonDialectId,
  modelRole,
  thoughtChannel,
  toolRole,
} from '../../grammar/index.ts';
import { generationRole, reasoningMembers } from '../../grammar/messages.ts';
import { type Family, families } from '../../syntax/families/index.ts';
import { memoizeGrowing, noteGrowth } from '../../syntax/grown-list.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/document.ts';
import { type JsonNode, type JsonReading, lastAtMost, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { writtenText } from '../../syntax/json/valid-values.ts';
import type { Span } from '../../syntax/span.ts';
import { isAmbiguous, repeatsMembers } from './ambiguous.ts';
import { calledToolOf, withEntries } from './entries.ts';
import { firstShown, hiddenParts, listOf, shownContent } from './list.ts';
import { type Misspelled, misspelledIn } from './misspelled.ts';
import { objectsOf } from './projection.ts';
import { unwrapped } from './shapes/wrapped.ts';
import { conversationsOf, dialectOf, dialectOfUnit } from './shapes.ts';
import { soundIn } from './sound.ts';
import { wireOf } from './wire.ts';

export interface JsonMessage extends Span {
  /** As it is written; undefined where there is none. */
  readonly role: string | undefined;
  readonly roleSpan: Span;
  readonly channel?: string | undefined;
  readonly content: string;
  readonly name?: string | undefined;
  readonly intent?: string | undefined;
  readonly callId?: string | undefined;
  /** The tool that is called, or whom a reply goes to. */
  readonly to?: string | undefined;
  /** The called tool as it is written, where that is not `to`. */
  readonly tool?: string | undefined;
  /** Nothing closes the message: the model continues. */
  readonly open: boolean;
  /** The type of the content; for a call, that of its arguments. */
  readonly type?: string | undefined;
  /** The places of header words, by the names of their attributes. */
  readonly spans?: Readonly<Record<string, Span | undefined>>;
  /** False where a fault of the JSON leaves open what the message is, or which message its content belongs to. */
  readonly sound?: boolean;
  /** No token counts in the content. */
  readonly verbatim?: boolean;
  /** Where it comes among the messages of its conversation, if not where it is written. */
  readonly order?: number;
  /** Keys that may have meant who sees the message. */
  readonly misspelled?: readonly Misspelled[];
  /** The family whose tokens and tags hide parts of the content, where it is not 2.2. */
  readonly family?: Family;
  /** Whether the content is of that family without doubt, as it was read from its text or is written to it. */
  readonly familyIsCertain?: boolean;
}

const chatml = families['openchatml-0.1'];
const cache = new WeakMap<JsonReading, readonly JsonMessage[]>();

/** The messages of a unit; events have none. */
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
      const said = { start, end, role: role?.value, roleSpan: role ?? opener, content, open, family: chatml };
      return marked(withEntries(said), message.sound && isSound(message));
    });
  },
  messages(reading) {
    const said = saidIn(reading);
    const known = new Set(said.map(({ start }) => start));
    const replaced = replacedIn(reading).flatMap((node) =>
      known.has(node.start) ? [] : marked(chat(node, reading.text), false),
    );
    return replaced.length === 0 ? said : [...said, ...replaced].sort((a, b) => a.start - b.start);
  },
  'openchatml-json'(reading) {
    const { objects } = objectsOf(reading);
    const isSound = soundIn(reading, reading.root, objects);
    return objects.flatMap((node) => {
      const said = projected(node).flatMap((one) => (callIn(node) ? one : withEntries(one)));
      return marked([...reasoning(node, ['thinking']), ...said], isSound(node) && !isAmbiguous(node));
    });
  },
};

/** A message of a session may be no more than a part of an element: what that is made of is in doubt together. */
function isSoundInSession(reading: JsonReading, list: JsonNode | undefined): (message: Span) => boolean {
  const items = list?.kind === 'array' ? list.items : [];
  const isSound = soundIn(reading, list, items);
  if (reading.doubt === undefined) return isSound;
  return (message) => {
    const item = lastAtMost(items, message.start, ({ start }) => start);
    return item !== undefined && isSound(item);
  };
}

function saidIn(reading: JsonReading): JsonMessage[] {
  const { messages, list, unsaid = [], texts = [], rowOf, session } = listOf(reading);
  const rows = rowOf && list?.kind === 'array' ? list.items : undefined;
  const isSound = session ? isSoundInSession(reading, list) : soundIn(reading, list, rows ?? messages);
  const around = (node: JsonNode) => (rows ? rowOf?.get(node) : reading.root) as JsonNode;
  // Where there is more than messages, a member next to them may be one as well.
  const isClear = (node: JsonNode) =>
    isSound(rows ? around(node) : node) &&
    ((list === reading.root && !rows) || !holdersOf(around(node), node).some(repeatsMembers));
  const rejected = new Set(unsaid);
  if (session) {
    const said = (node: JsonNode) => saidInSession(node, isClear(node) && !rejected.has(node), reading.text);
    saidInMessages.set(messages, said);
    return saidInLog(messages).said;
  }
  const said = messages.flatMap((node) =>
    marked(
      [...reasoning(node, reasoningMembers), ...chat(node, reading.text)],
      isClear(node) && !isAmbiguous(node) && !rejected.has(node),
    ),
  );
  const loose = texts.flatMap(({ node, answer, turns, role: speaker, order, unsaid: isRejected }) => {
    const { start, end, value } = node;
    const one = { start, end, roleSpan: node, open: false, family: chatml, ...(order !== undefined && { order }) };
    const whole = [{ role: answer ? modelRole : speaker, start: 0, end: value.length }];
    return (turns ?? whole).flatMap(({ role, ...stretch }) => {
      const content = value.slice(stretch.start, stretch.end);
      const isSaid = !isRejected && (answer || (turns ?? speaker) !== undefined);
      return marked(withEntries({ ...one, role, content }), isClear(node) && isSaid && !content.includes('<|'));
    });
  });
  return loose.length === 0 ? said : [...said, ...loose].sort((a, b) => a.start - b.start);
}

/** The messages of a log, in its order, and their calls by their ids. */
interface SaidInLog {
  readonly said: JsonMessage[];
  readonly calls: Map<string, JsonMessage[]>;
}

/** How a message of a list is read. */
const saidInMessages = new WeakMap<readonly JsonNode[], (node: JsonNode) => readonly JsonMessage[]>();

const saidInLog = memoizeGrowing<JsonNode, SaidInLog>(
  (messages) => {
    const said = saidBy(messages, messages);
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
    const added = [...kept, ...saidBy(messages.slice(same), messages)].sort((a, b) => a.start - b.start);
    const said = old.slice(0, cut).concat(withCalledTools(added, calls));
    noteGrowth(said, old, cut);
    return { said, calls };
  },
);

const saidBy = (some: readonly JsonNode[], messages: readonly JsonNode[]): JsonMessage[] =>
  some.flatMap((node) => saidInMessages.get(messages)?.(node) ?? []).sort((a, b) => a.start - b.start);

const namedReplies = new WeakMap<JsonMessage, JsonMessage>();

const isCalling = ({ role, callId, to }: JsonMessage): boolean =>
  role === modelRole && callId !== undefined && to !== undefined;

/**
 * Replies with the names of the tools whose calls they answer: logs name these only in the calls. `calls`: those before the messages,
 * to which theirs are added.
 */
function withCalledTools(messages: readonly JsonMessage[], calls: Map<string, JsonMessage[]>): JsonMessage[] {
  return messages.map((said) => {
    const { role, callId, name } = said;
    if (callId === undefined) return said;
    const known = calls.get(callId);
    if (isCalling(said)) {
      if (known) known.push(said);
      else calls.set(callId, [said]);
    }
    const call = role === toolRole && name === undefined ? known?.at(-1) : undefined;
    const called = call?.tool ?? call?.to;
    if (called === undefined) return said;
    const before = namedReplies.get(said);
    if (before?.name === called) return before;
    const named = { ...said, name: called };
    const origin = sessionOrigins.get(said);
    if (origin) sessionOrigins.set(named, origin);
    namedReplies.set(said, named);
    return named;
  });
}

/** The messages of a session, as long as their log only grows; of each, whether it is sound. */
const sessionMessages = new WeakMap<JsonNode, { readonly sound: boolean; readonly said: readonly JsonMessage[] }>();
const sessionOrigins = new WeakMap<JsonMessage, { readonly node: JsonNode; readonly isFirst: boolean }>();

/** The message of a session that something said is a part of, and whether it is the first part. */
export const originInSession = (said: JsonMessage) => sessionOrigins.get(said);

/**
 * The text of a message of a session, at its place in the log: an answer has its blocks in several records, between which
 * replies may be. Its text is where its first block of text is.
 */
function saidInSession(node: JsonNode, isClear: boolean, text: string): readonly JsonMessage[] {
  const known = sessionMessages.get(node);
  if (known?.sound === isClear) return known.said;
  const textAt = firstShown(node);
  const whole = marked([...reasoning(node, reasoningMembers), ...chat(node, text)], isClear && !isAmbiguous(node));
  const said = whole.map((one): JsonMessage => {
    const { start, end } =
      (one.role === modelRole && one.channel === undefined && one.start === node.start && textAt) || one;
    return start === one.start ? one : { ...one, start, end };
  });
  for (const [i, one] of said.entries()) sessionOrigins.set(one, { node, isFirst: i === 0 });
  sessionMessages.set(node, { sound: isClear, said });
  return said;
}

/** The objects that a message is in, from the outermost on. */
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

/** The messages of lists that a later member of the same name replaces: to some readers they are what counts. */
function replacedIn(reading: JsonReading): readonly JsonNode[] {
  const { root } = reading;
  // The records of a session are not conversations.
  if (root?.kind === 'array' && listOf(reading).session) return [];
  const rows = root?.kind === 'array' ? root.items : root ? [root] : [];
  return rows.map(unwrapped).flatMap((row) => {
    if (row.kind !== 'object' || memberOf(row, 'role') || !repeatsMembers(row)) return [];
    return conversationsOf({ ...row, members: row.members.toReversed() })?.messages ?? [];
  });
}

/** The spans in which messages are written: objects, or stretches of the wire. Events have none. */
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

function marked(messages: JsonMessage[], sound: boolean): JsonMessage[] {
  return sound ? messages : messages.map((message) => ({ ...message, sound }));
}

function common(node: JsonNode) {
  const { start, end } = node;
  return {
    start,
    end,
    role: textOf(node, 'role'),
    roleSpan: memberOf(node, 'role')?.value ?? { start, end: start + 1 },
  };
}

/** Private reasoning becomes a separate message on `analysis`, before the one that contains it. */
function reasoning(node: JsonNode, members: readonly string[]): JsonMessage[] {
  return members.flatMap((key) => {
    const member = memberOf(node, key);
    if (member?.value?.kind !== 'string' || member.value.value === '') return [];
    const { start, end } = member.value;
    const of = { role: modelRole, roleSpan: member.key, channel: thoughtChannel };
    return [{ start, end, ...of, content: member.value.value, open: false }];
  });
}

/** The arguments of a call: those in a string as they are, others as the document writes them. */
function argumentsOf(given: JsonNode | undefined, text: string): string {
  if (given?.kind === 'string') return given.value;
  if (given?.kind !== 'object' && given?.kind !== 'array') return '';
  return writtenText(given) ?? text.slice(given.start, given.end);
}

/** Parts that are not for the reader, each as a message: a call, a reply, or text as reasoning. */
function hiddenTexts(parts: readonly JsonNode[], text: string): JsonMessage[] {
  return parts.flatMap((part): JsonMessage[] => {
    const { start, end } = part;
    const type = textOf(part, 'type') ?? '';
    const roleSpan = memberOf(part, 'type')?.value ?? { start, end: start + 1 };
    const content = textOf(part, 'text') ?? textOf(part, type) ?? shownContent(part);
    const said = { start, end, roleSpan, content, open: false };
    if (type === 'tool_result') return [{ ...said, role: toolRole, callId: textOf(part, 'tool_use_id') }];
    const thought = { ...said, role: modelRole, channel: thoughtChannel };
    if (type === 'tool_use') {
      const input = argumentsOf(memberOf(part, 'input')?.value, text);
      const call = { ...calledToolOf(textOf(part, 'name')), callId: textOf(part, 'id') };
      return [{ ...thought, channel: callChannel, ...call, content: input }];
    }
    return content === '' ? [] : [thought];
  });
}

function chat(node: JsonNode, text: string): JsonMessage[] {
  const { start, end, role, roleSpan } = common(node);
  // Not spread: V8 adds members to a copy one by one, which took most of the time that a long list takes.
  const said: JsonMessage = {
    start,
    end,
    role,
    roleSpan,
    // As Harmony has them in its messages.
    channel: oneWord(node, 'channel'),
    to: oneWord(node, 'recipient') ?? oneWord(node, 'to'),
    content: shownContent(node),
    name: textOf(node, 'name'),
    callId: textOf(node, 'tool_call_id'),
    open: role === generationRole,
    misspelled: misspelledIn(node, 'messages'),
    family: chatml,
  };
  const calls = memberOf(node, 'tool_calls')?.value;
  const thoughts = hiddenTexts(hiddenParts(node), text);
  const first = firstShown(node)?.start ?? end;
  const before = thoughts.filter((thought) => thought.start < first);
  const after = thoughts.slice(before.length);
  const messages = said.content === '' && thoughts.length > 0 ? thoughts : [...before, ...withEntries(said), ...after];
  if (calls?.kind !== 'array') return messages;
  const calling = calls.items.map((call): JsonMessage => {
    const of = memberOf(call, 'function')?.value;
    return {
      ...common(node),
      start: call.start,
      end: call.end,
      roleSpan: memberOf(of, 'name')?.value ?? call,
      channel: callChannel,
      ...calledToolOf(textOf(of, 'name')),
      callId: textOf(call, 'id'),
      content: argumentsOf(memberOf(of, 'arguments')?.value, text),
      open: false,
    };
  });
  return said.content === '' ? [...thoughts, ...calling] : [...messages, ...calling];
}

/** The call of a message of the projection, whatever its shape. */
function callIn(node: JsonNode): JsonNode | undefined {
  const call = memberOf(node, 'tool_call')?.value;
  return call?.kind === 'null' ? undefined : call;
}

/** The object that a message of the projection is, without its `thinking`. */
export function projected(node: JsonNode): [JsonMessage] {
  const call = callIn(node);
  const isCall = call !== undefined;
  const spanOf = (of: JsonNode | undefined, key: string) => memberOf(of, key)?.value;
  return [
    {
      ...common(node),
      channel: oneWord(node, 'channel'),
      content: (call?.kind === 'object' ? textOf(call, 'arguments') : textOf(node, 'content')) ?? '',
      name: textOf(node, 'name'),
      intent: oneWord(node, 'intent'),
      callId: (isCall ? textOf(call, 'id') : textOf(node, 'call_id')) || undefined,
      to: isCall ? (textOf(call, 'recipient') ?? functionsNamespace) : textOf(node, 'to'),
      open: false,
      type: textOf(isCall ? call : node, 'content_type'),
      spans: {
        to: isCall ? spanOf(call, 'recipient') : spanOf(node, 'to'),
        call_id: isCall ? spanOf(call, 'id') : spanOf(node, 'call_id'),
        name: spanOf(node, 'name'),
        intent: spanOf(node, 'intent'),
        channel: spanOf(node, 'channel'),
      },
      misspelled: misspelledIn(node, 'openchatml-json'),
    },
  ];
}

/** A word that decides who sees the message; if it is not a string, or occurs twice, it counts as unknown. */
function oneWord(node: JsonNode, key: string): string | undefined {
  const members = node.kind === 'object' ? node.members.filter((member) => member.key.value === key) : [];
  const words = new Set(members.map(({ value }) => (value?.kind === 'string' ? value.value : value?.kind)));
  words.delete('null');
  return words.size > 1 || members.some(({ value }) => value?.kind !== 'string' && value?.kind !== 'null')
    ? '?'
    : [...words][0];
}
