/** Converts chat API messages, in any shape, to messages of 2.2. */
import {
  answerChannel,
  callChannel,
  developerRole,
  everybody,
  functionsNamespace,
  modelRole,
  systemRole,
  thoughtChannel,
  toolRole,
  userRole,
} from '../../grammar/index.ts';
import { responseItems } from '../../grammar/json-rows.ts';
import { messageRoles, messageTypes, reasoningMembers } from '../../grammar/messages.ts';
import { asMessage } from '../../model/json/as-message.ts';
import { isItem } from '../../model/json/shapes/api-shapes.ts';
import { callsOf } from '../../model/json/tool-calls.ts';
import { families } from '../../syntax/families/index.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import type { Span } from '../../syntax/span.ts';
import { asPreamble, type ConversationMessage, calledTool, type Places, plain } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import type { Tool } from '../tools/index.ts';
import { takeAccounts } from './answer-accounts.ts';
import { callMessages, callsInText } from './calls.ts';
import { contentIn, isSaid, isText, noteOther, saidAt, takeType, withRefusal } from './content.ts';
import { laidOut } from './library-content.ts';
import { listsIn } from './lists.ts';
import { asFunction } from './part.ts';
import { mayHoldParts } from './parts.ts';
import { splitMixed } from './split-mixed.ts';
import { chatShape, itemShape, noteUnread, resultPart, type Shape, usePart } from './unread.ts';

const replying = new Set(messageRoles.flatMap(({ name, replies }) => (replies ? name : [])));
const chatml = families['openchatml-0.1'];

/** Options for reading a list of messages. */
export interface Reading {
  /** The text of the unit with the list, if the nodes have positions in that text. */
  readonly text: string | undefined;
  /** Whether tags and tokens in the content of messages are plain text. */
  readonly verbatim: boolean;
  /** Whether functions are declared anywhere in the conversation, in fields of openai/harmony's library. */
  readonly callsFunctions?: boolean;
  /**
   * The list that receives the tools declared by `<tools>` in the text of a system message. If it is undefined, such declarations
   * stay text.
   */
  readonly tools?: Tool[] | undefined;
}

/** Reads a message in a list as messages of 2.2. */
export function readChat(
  node: JsonNode,
  { text, verbatim, callsFunctions = false, tools }: Reading,
  notes: Notes,
): readonly ConversationMessage[] {
  const placesOf = placer(node, text);
  const simple = simply(node, placesOf, verbatim);
  if (simple) {
    notes.take(node);
    notes.take(memberOf(node, 'role')?.value);
    notes.take(memberOf(node, 'content')?.value);
    return [simple];
  }
  notes.enterMessage(node);
  const contentWithRefusal = withRefusal(memberOf(node, 'content')?.value, node, notes);
  const content = laidOut(contentWithRefusal, { text, callsFunctions }, notes);
  const items = content?.kind === 'array' ? content.items : undefined;
  const isThought = textOf(node, 'type') === 'reasoning';
  noteUnread(node, isItem(node) ? itemShape : chatShape, notes);
  takeAccounts(node, notes);
  const thoughts = reasoningMembers.flatMap((key) => {
    const value = memberOf(node, key)?.value;
    if (value?.kind !== 'string' || value.value === '') return [];
    notes.take(value);
    return [thought(value.value, placesOf(value))];
  });
  const around = (items ?? []).flatMap((part) =>
    isThought && isSaid(part) ? thoughtIn(part, text, placesOf, notes) : besidesText(part, text, placesOf, notes),
  );
  const before = around.filter(({ channel }) => channel === thoughtChannel);
  const beside = around.filter((one) => !before.includes(one));
  const calls = callsOf(node).flatMap((call) => callMessages(call, text, placesOf, notes));
  const contentMessages = isThought ? [] : readContent(node, content, { text, verbatim, tools }, placesOf, notes);
  const isSilent = calls.length + around.length + thoughts.length > 0 || isThought;
  const keptMessages = contentMessages.filter(
    ({ pieces, parts }) => !isSilent || pieces.length > 0 || parts !== undefined,
  );
  takeWords(node, keptMessages.length > 0, notes);
  const replies = beside.filter(({ role }) => role === toolRole);
  const flagged =
    calls.length > 0 || beside.some((one) => calledTool(one) !== undefined)
      ? keptMessages.map(asPreamble)
      : keptMessages;
  // Replies from tools precede the other text in the user's message.
  return [...thoughts, ...before, ...replies, ...flagged, ...calls.filter((call) => !beside.includes(call))];
}

/** Values that only identify the kind of a message. Every target expresses the kind in its own way, so they are not lost. */
const knownWords: Readonly<Record<string, ReadonlySet<string>>> = {
  role: new Set(messageRoles.map(({ name }) => name)),
  type: new Set([...responseItems, ...messageTypes]),
  status: new Set(['completed', 'in_progress', 'incomplete']),
};

/** Marks the fields around the content as converted. `isWritten`: whether the conversation has a message whose header contains them. */
function takeWords(node: JsonNode, isWritten: boolean, notes: Notes): void {
  const take = (key: string) => notes.take(memberOf(node, key)?.value);
  for (const [key, words] of Object.entries(knownWords)) if (words.has(textOf(node, key) ?? '')) take(key);
  if (!isWritten) return;
  take(textOf(node, 'recipient') === undefined ? 'to' : 'recipient');
  for (const key of ['role', 'name', 'tool_call_id', 'channel', 'content_type']) take(key);
}

/** Reads a message that has only a role and text, like most messages in a data set; undefined if it may contain more. */
function simply(node: JsonNode, placesOf: Placer, verbatim: boolean): ConversationMessage | undefined {
  if (node.kind !== 'object' || node.members.length !== 2) return undefined;
  const [role, content] = [memberOf(node, 'role')?.value, memberOf(node, 'content')?.value];
  if (role?.kind !== 'string' || content?.kind !== 'string' || !simpleRoles.has(role.value)) return undefined;
  if (!verbatim && (mayHoldParts(content.value) || mayDeclare(role.value, content.value))) return undefined;
  return {
    role: role.value,
    attributes: none,
    channel: role.value === modelRole ? answerChannel : undefined,
    constraint: undefined,
    pieces: plain(content.value),
    terminator: 'end',
    slot: false,
    places: placesOf(content),
  };
}

/** Whether a message may declare tools in its text. */
const mayDeclare = (role: string, text: string) => role === systemRole && text.includes('<tools>');

const none: ReadonlyMap<string, string> = new Map();
/** Roles whose messages consist only of their text. */
const simpleRoles = new Set<string>([modelRole, userRole, systemRole, developerRole]);

export type Placer = (at: Span & { readonly kind?: string }) => Places;

const keys: Readonly<Record<string, string>> = {
  to: 'recipient',
  call_id: 'tool_call_id',
  constraint: 'content_type',
  body: 'content',
};

/**
 * Returns a function that returns the positions of a node. If the node is a string, they include the positions of stretches in the string.
 */
function placer(message: JsonNode, text: string | undefined): Placer {
  return (at) => ({
    whole: message,
    of(part) {
      if (part === 'body' && at !== message) return at;
      const key = getOwn(keys, part) ?? part;
      return memberOf(message, key)?.value ?? at;
    },
    body(start, end) {
      // Values built from several fields have no position of their own.
      if (text === undefined || at.kind !== 'string' || text[at.start] !== '"') return at;
      const string = at as JsonString;
      return { start: sourceOffset(text, string, start), end: sourceOffset(text, string, end) };
    },
  });
}

function thought(text: string, places: Places): ConversationMessage {
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

/** Reads the message apart from its calls, replies and reasoning: its speaker and its content. */
function readContent(
  node: JsonNode,
  content: JsonNode | undefined,
  { text: source, verbatim, tools }: Reading,
  placesOf: Placer,
  notes: Notes,
): readonly ConversationMessage[] {
  const roleText = textOf(node, 'role');
  const open = roleText === 'assistant_generation';
  const role = open ? modelRole : roleText !== undefined && replying.has(roleText) ? toolRole : roleText;
  const { text, parts, at = node } = contentIn(content, source, notes);
  const attributes = new Map<string, string>();
  const setAttribute = (key: string, value: string | undefined) =>
    value !== undefined && value !== '' && attributes.set(key, value);
  setAttribute('to', textOf(node, 'recipient') ?? textOf(node, 'to'));
  setAttribute('call_id', textOf(node, 'tool_call_id'));
  const name = textOf(node, 'name');
  setAttribute('name', role === toolRole && name && !verbatim ? asFunction(name) : name);
  if (attributes.get('to') === everybody) attributes.delete('to');
  if (role === toolRole && !attributes.has('to')) attributes.set('to', modelRole);
  const type = textOf(node, 'content_type');
  const constraint = type?.startsWith(constrain)
    ? type.slice(constrain.length).trim()
    : type === 'json'
      ? type
      : undefined;
  if (constraint === undefined) setAttribute('content_type', type);
  const channel = textOf(node, 'channel') ?? (role === toolRole ? callChannel : undefined);
  const one: ConversationMessage = {
    role,
    attributes,
    channel,
    constraint,
    pieces: plain(text),
    terminator: open ? undefined : 'end',
    slot: false,
    places: placesOf(at),
    parts,
  };
  if (role === undefined) {
    notes.refuse(node, 'This message has no role, so its speaker is unknown.');
    return [];
  }
  noteOther(one, content, notes);
  if (attributes.get('to') === functionsNamespace && role === modelRole) return callsInText(one, notes);
  if (calledTool(one) !== undefined) return [{ ...one, terminator: 'call' }];
  const declares = tools !== undefined && mayDeclare(role, text);
  if (one.parts || verbatim || !(mayHoldParts(text) || declares)) return [answering(one)];
  const message = asMessage({
    start: node.start,
    end: node.end,
    role,
    roleSpan: node,
    content: text,
    open,
    family: chatml,
  });
  const lists = declares ? listsIn(message, ({ start, end }) => one.places.body(start, end), tools, notes) : [];
  return splitMixed(message, one, notes, { flags: [], lists }).map(answering);
}

const constrain = '<|constrain|>';
const answering = (one: ConversationMessage): ConversationMessage => {
  const { role, channel, attributes } = one;
  if (role !== modelRole || one.slot) return one;
  if (channel === undefined) return { ...one, channel: answerChannel };
  // In Harmony, text on `commentary` is for users.
  const isPreamble = channel === callChannel && !attributes.has('to') && !attributes.has('intent');
  return isPreamble ? { ...one, attributes: new Map([...attributes, ['intent', 'preamble']]) } : one;
};

/** Reads a part of the content as the model's thought. */
function thoughtIn(
  part: JsonNode,
  source: string | undefined,
  placesOf: Placer,
  notes: Notes,
): readonly ConversationMessage[] {
  if (!isText(part)) notes.lose(part, 'This part of the reasoning is dropped because it is not text.');
  takeType(part, notes);
  const { text } = isText(part)
    ? contentIn({ ...part, kind: 'array', items: [part] } as JsonNode, source, notes)
    : { text: '' };
  return text === '' ? [] : [thought(text, placesOf(saidAt(part)))];
}

/** Reads a part of the content that is a reply or reasoning. */
function besidesText(
  part: JsonNode,
  source: string | undefined,
  placesOf: Placer,
  notes: Notes,
): readonly ConversationMessage[] {
  const type = textOf(part, 'type') ?? '';
  if (type === 'tool_result') return [result(part, source, placesOf, notes)];
  if (type === 'tool_use') noteUnread(part, usePart, notes);
  if (type === 'tool_use' || isSaid(part)) return [];
  const key = ['thinking', 'text', type].find((name) => textOf(part, name) !== undefined);
  const shape: Shape = { type: ['string'], ...(key !== undefined && { [key]: ['string'] }) };
  const text = (key && textOf(part, key)) ?? '';
  if (text !== '') noteUnread(part, shape, notes);
  const places = placesOf(saidAt(part, key));
  takeType(part, notes);
  if (text !== '') notes.take(saidAt(part, key));
  if (text === '') {
    notes.lose(part, `A part of type \`${type}\` is dropped: it is not text, a call, a reply or reasoning.`);
    return [];
  }
  return [thought(text, places)];
}

/** Reads a reply from a tool in one of Anthropic's blocks. */
function result(part: JsonNode, source: string | undefined, placesOf: Placer, notes: Notes): ConversationMessage {
  noteUnread(part, resultPart, notes);
  const content = memberOf(part, 'content')?.value;
  const { text, parts, at = part } = contentIn(content, source, notes, () => true);
  const id = memberOf(part, 'tool_use_id')?.value;
  takeType(part, notes);
  if (id?.kind === 'string') notes.take(id);
  const places = placesOf(at);
  const message: ConversationMessage = {
    role: toolRole,
    channel: callChannel,
    constraint: undefined,
    terminator: 'end',
    slot: false,
    attributes: new Map([
      ...(id?.kind === 'string' ? [['call_id', id.value] as const] : []),
      ['to', modelRole] as const,
    ]),
    pieces: plain(text),
    parts,
    places: { ...places, of: (name) => (name === 'call_id' && id ? id : places.of(name)) },
  };
  noteOther(message, content, notes);
  return message;
}
