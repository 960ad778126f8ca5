/** Messages of chat APIs, whatever shape they are kept in, as messages of 2.2. */
import {
  answerChannel,
  callChannel,
  developerRole,
  functionsNamespace,
  messageRoles,
  modelRole,
  partType,
  reasoningMembers,
  systemRole,
  thoughtChannel,
  toolRole,
  userRole,
} from '../../grammar/index.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { callsOf } from '../../model/json/tool-calls.ts';
import { families } from '../../syntax/families/index.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import { own } from '../../syntax/own.ts';
import type { Span } from '../../syntax/span.ts';
import { asPreamble, calledTool, type Places, plain, type Utterance } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { called, callsInText } from './calls.ts';
import { divided } from './divided.ts';
import { laidOut } from './library-content.ts';
import { mayHoldParts } from './parts.ts';

/** Members that are read here, and those that say nothing where they are null or empty. */
const known = new Set<string>([
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', ...reasoningMembers],
  ...['channel', 'recipient', 'to', 'content_type', 'type'],
]);
const replying = new Set(messageRoles.flatMap(({ name, replies }) => (replies ? name : [])));
const chatml = families['openchatml-0.1'];

/** How a list is read. */
export interface Reading {
  /** The text of its unit, where the nodes have their places in it. */
  readonly text: string | undefined;
  /** No tag and no token counts in its contents. */
  readonly verbatim: boolean;
  /** Functions are declared somewhere in the conversation, in members of the library. */
  readonly callsFunctions?: boolean;
}

/** The messages of 2.2 that a message of a list is. */
export function readChat(
  node: JsonNode,
  { text, verbatim, callsFunctions = false }: Reading,
  notes: Notes,
): readonly Utterance[] {
  const place = placer(node, text);
  const simple = simply(node, place, verbatim);
  if (simple) return [simple];
  const content = laidOut(memberOf(node, 'content')?.value, { text, callsFunctions }, notes);
  const items = content?.kind === 'array' ? content.items : undefined;
  const isThought = textOf(node, 'type') === 'reasoning';
  noteUnread(node, notes);
  const thoughts = reasoningMembers.flatMap((key) => {
    const value = memberOf(node, key)?.value;
    return value?.kind === 'string' && value.value !== '' ? [thought(value.value, place(value))] : [];
  });
  const around = (items ?? []).flatMap((part) => besidesText(part, place, notes));
  const before = around.filter(({ channel }) => channel === thoughtChannel);
  const beside = around.filter((one) => !before.includes(one));
  const calls = callsOf(node).flatMap((call) => called(call, place, notes));
  const spoken = isThought ? [] : said(node, content, place, verbatim, notes);
  const isSilent = calls.length + around.length + thoughts.length > 0 || isThought;
  const heard = spoken.filter(({ pieces, parts }) => !isSilent || pieces.length > 0 || parts !== undefined);
  const replies = beside.filter(({ role }) => role === toolRole);
  const flagged =
    calls.length > 0 || beside.some((one) => calledTool(one) !== undefined) ? heard.map(asPreamble) : heard;
  // What tools answered comes before what the user says on.
  return [...thoughts, ...before, ...replies, ...flagged, ...calls.filter((call) => !beside.includes(call))];
}

/** A message that only says who speaks and what, as most of a data set do; undefined where it may say more. */
function simply(node: JsonNode, place: Placer, verbatim: boolean): Utterance | undefined {
  if (node.kind !== 'object' || node.members.length !== 2) return undefined;
  const [role, content] = [memberOf(node, 'role')?.value, memberOf(node, 'content')?.value];
  if (role?.kind !== 'string' || content?.kind !== 'string' || !simpleRoles.has(role.value)) return undefined;
  if (!verbatim && mayHoldParts(content.value)) return undefined;
  return {
    role: role.value,
    attributes: none,
    channel: role.value === modelRole ? answerChannel : undefined,
    constraint: undefined,
    pieces: plain(content.value),
    terminator: 'end',
    slot: false,
    places: place(content),
  };
}

const none: ReadonlyMap<string, string> = new Map();
/** Roles whose messages are what they say. */
const simpleRoles = new Set<string>([modelRole, userRole, systemRole, developerRole]);

export type Placer = (at: Span & { readonly kind?: string }) => Places;

const keys: Readonly<Record<string, string>> = {
  to: 'recipient',
  call_id: 'tool_call_id',
  constraint: 'content_type',
  body: 'content',
};

/** The places of what stands at a node; of a string, also those of its stretches. */
function placer(message: JsonNode, text: string | undefined): Placer {
  return (at) => ({
    whole: message,
    of(part) {
      const key = own(keys, part) ?? part;
      return memberOf(message, key)?.value ?? at;
    },
    body(start, end) {
      // What stands for members has no places of its own.
      if (text === undefined || at.kind !== 'string' || text[at.start] !== '"') return at;
      const string = at as JsonString;
      return { start: sourceOffset(text, string, start), end: sourceOffset(text, string, end) };
    },
  });
}

function thought(text: string, places: Places): Utterance {
  return {
    role: modelRole,
    attributes: none,
    channel: thoughtChannel,
    constraint: undefined,
    pieces: plain(text),
    terminator: 'end',
    slot: false,
    places,
  };
}

/** The message itself: who speaks, and what they say. */
function said(
  node: JsonNode,
  content: JsonNode | undefined,
  place: Placer,
  verbatim: boolean,
  notes: Notes,
): readonly Utterance[] {
  const given = textOf(node, 'role');
  const open = given === 'assistant_generation';
  const role = open ? modelRole : given !== undefined && replying.has(given) ? toolRole : given;
  const at = content?.kind === 'string' ? content : node;
  const items = content?.kind === 'array' ? content.items.filter(isSaid) : undefined;
  const texts = items?.map((part) => (part.kind === 'string' ? part.value : (textOf(part, 'text') ?? ''))) ?? [];
  const isOneText = items?.length === 1 && (items[0]?.kind === 'string' || memberOf(items[0], 'text') !== undefined);
  const text = content?.kind === 'string' ? content.value : texts.join('');
  const attributes = new Map<string, string>();
  const put = (key: string, value: string | undefined) =>
    value !== undefined && value !== '' && attributes.set(key, value);
  put('to', textOf(node, 'recipient') ?? textOf(node, 'to'));
  put('call_id', textOf(node, 'tool_call_id'));
  put('name', textOf(node, 'name'));
  if (attributes.get('to') === 'all') attributes.delete('to');
  if (role === toolRole && !attributes.has('to')) attributes.set('to', modelRole);
  const type = textOf(node, 'content_type');
  const constraint = type?.startsWith(constrain)
    ? type.slice(constrain.length).trim()
    : type === 'json'
      ? type
      : undefined;
  if (constraint === undefined) put('content_type', type);
  const channel = textOf(node, 'channel') ?? (role === toolRole ? callChannel : undefined);
  const one: Utterance = {
    role,
    attributes,
    channel,
    constraint,
    pieces: plain(text),
    terminator: open ? undefined : 'end',
    slot: false,
    places: place(at),
    parts: items && items.length > 0 && !isOneText ? items : undefined,
  };
  if (role === undefined) {
    notes.refuse(node, 'This message has no role, so nobody can say whose it is.');
    return [];
  }
  if (attributes.get('to') === functionsNamespace && role === modelRole) return callsInText(one, notes);
  if (calledTool(one) !== undefined) return [{ ...one, terminator: 'call' }];
  if (one.parts || verbatim || !mayHoldParts(text)) return [answering(one)];
  const read = asMessage({
    start: node.start,
    end: node.end,
    role,
    roleSpan: node,
    content: text,
    open,
    family: chatml,
  });
  return divided(read, one, notes).map(answering);
}

const constrain = '<|constrain|>';
const answering = (one: Utterance): Utterance => {
  const { role, channel, attributes } = one;
  if (role !== modelRole || one.slot) return one;
  if (channel === undefined) return { ...one, channel: answerChannel };
  // In Harmony, what is said on commentary is for users.
  const isPreamble = channel === callChannel && !attributes.has('to') && !attributes.has('intent');
  return isPreamble ? { ...one, attributes: new Map([...attributes, ['intent', 'preamble']]) } : one;
};

/** Whether a part is said, as text or as something to look at; what is unknown is kept as it is. */
function isSaid(part: JsonNode): boolean {
  if (part.kind === 'string') return true;
  const { said: isText, place } = partType(textOf(part, 'type')) ?? {};
  return isText === true || place !== undefined || partType(textOf(part, 'type')) === undefined;
}

/** Calls, replies and reasoning that stand among the parts of a content. */
function besidesText(part: JsonNode, place: Placer, notes: Notes): readonly Utterance[] {
  const type = textOf(part, 'type') ?? '';
  if (type === 'tool_result') return [result(part, place)];
  if (type === 'tool_use' || isSaid(part)) return [];
  const text = textOf(part, 'thinking') ?? textOf(part, 'text') ?? textOf(part, type) ?? '';
  if (type === 'refusal') return [{ ...thought(text, place(part)), channel: answerChannel }];
  if (text === '') {
    notes.lose(part, `A part of the type \`${type}\` has no counterpart in the messages of other forms.`);
    return [];
  }
  return [thought(text, place(part))];
}

/** What a tool answers, as a block of Anthropic's. */
function result(part: JsonNode, place: Placer): Utterance {
  const content = memberOf(part, 'content')?.value;
  const texts = content?.kind === 'array' ? content.items.map((item) => textOf(item, 'text') ?? '') : [];
  const text = content?.kind === 'string' ? content.value : texts.join('');
  const id = textOf(part, 'tool_use_id');
  return {
    ...{ role: toolRole, channel: callChannel, constraint: undefined, terminator: 'end', slot: false },
    attributes: new Map([...(id ? [['call_id', id] as const] : []), ['to', modelRole] as const]),
    pieces: plain(text),
    ...(content?.kind === 'array' &&
      content.items.some((item) => textOf(item, 'type') !== 'text') && { parts: content.items }),
    places: place(content ?? part),
  };
}

/** Members that no form has a place for. */
function noteUnread(node: JsonNode, notes: Notes): void {
  for (const { key, value } of node.kind === 'object' ? node.members : []) {
    const isNothing =
      value === undefined || value.kind === 'null' || (value.kind === 'array' && value.items.length === 0);
    if (!known.has(key.value) && !isNothing && !unsaid.has(key.value))
      notes.lose({ start: key.start, end: value.end }, `\`${key.value}\` has no counterpart in other forms.`);
  }
}

/** What items of the Responses API say of themselves besides: their `call_id` and the like are read as a call or a reply. */
const unsaid = new Set(['id', 'status', 'arguments', 'output', 'call_id', 'summary']);
