/** Reads a JSON value as a conversation, according to its shape or to a given dialect. */

import { functionsNamespace, modelRole, pairForms, systemRole, userRole } from '../../grammar/index.ts';
import { pairPrompts, shapeMembers, systemMembers, textMember } from '../../grammar/json-rows.ts';
import { isItem } from '../../model/json/shapes/api-shapes.ts';
import { type LooseText, member, stringAt } from '../../model/json/shapes/conversation.ts';
import type { Turn } from '../../model/json/shapes/dialogue-text.ts';
import { isCallPart } from '../../model/json/shapes/value-parts.ts';
import { unwrapped } from '../../model/json/shapes/wrapped.ts';
import { conversationsOf } from '../../model/json/shapes.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { sourceOffset } from '../../syntax/json/strings.ts';
import { append } from '../../syntax/lists.ts';
import { withBuiltins } from '../built-in.ts';
import {
  asPreamble,
  type Conversation,
  type ConversationMessage,
  calledTool,
  type Places,
  plain,
  textOfPieces,
} from '../conversation.ts';
import { type Declared, noteToolLosses } from '../declared.ts';
import { unreadConversation } from '../emptied.ts';
import type { Notes } from '../notes.ts';
import { withToolNames } from '../pairs.ts';
import { formatOf, type Tool, toolsFrom } from '../tools/index.ts';
import { takeAccounts } from './answer-accounts.ts';
import { readChat } from './chat.ts';
import { declaresFunctions } from './library-content.ts';
import { noteAsides } from './session.ts';
import { isNothing } from './unread.ts';

/** A value, and the text to which the positions of its nodes refer. Without the text, positions are not offsets. */
export interface JsonSource {
  readonly root: JsonNode;
  readonly text: string | undefined;
}

interface ChatSource extends JsonSource {
  /** Whether tags and tokens in the content are plain text. */
  readonly verbatim: boolean;
  /** Whether to also read the rejected answer of a pair. */
  readonly keepsRejected?: boolean;
  /** Whether to drop those messages of a session that a summary replaced in the model's context. */
  readonly seenByModel?: boolean;
}

/** Reads a request, an answer, or a row of a data set as a conversation; undefined for any other value. */
export function readChats(source: ChatSource, notes: Notes): Conversation | undefined {
  const { root, text, verbatim } = source;
  const conversationLists = conversationsOf(root);
  if (conversationLists === undefined) return undefined;
  const { messages, texts = [], unsaid = [], misshapen, conversations, list, session } = conversationLists;
  for (const node of misshapen) notes.refuse(node, 'A message is expected here: an object with `role` and `content`.');
  const [first = messages, ...more] = conversations.length > 1 ? conversations : [messages];
  const request = conversationLists.request ?? unwrapped(root);
  const pair = source.keepsRejected ? pairOf(request, texts, more) : undefined;
  const nodesToRead = new Set(pair ? [...first, ...pair.messages] : first);
  const others = new Set((unsaid.length > 0 ? unsaid : more.flat()).filter((node) => !nodesToRead.has(node)));
  const rejected = rejectedIn(request);
  const rejectedTexts = new Set([
    ...rejected,
    ...texts.flatMap(({ node, unsaid: isRejected }) => (isRejected ? node : [])),
  ]);
  const rejectedList = [...rejected].find((value) => value?.kind === 'array');
  if (session) noteAsides(session, others, notes);
  else for (const node of others.size > 0 && rejectedList ? [rejectedList] : others) notes.lose(node, otherAnswer);
  const superseded = source.seenByModel ? session?.superseded : undefined;
  const ordered = instructionsFirst(superseded ? first.filter((node) => !superseded.has(node)) : first, list);
  const callsFunctions = [...ordered, ...(pair?.messages ?? [])].some(declaresFunctions);
  const declared = declaredIn(request, text, notes);
  // If tools are declared next to the messages, declarations in the text are meant for the model, and stay text.
  const inText: Tool[] = [];
  const tools = declared === undefined || declared.tools.length === 0 ? inText : undefined;
  const readMessage = once((node: JsonNode) => readChat(node, { text, verbatim, callsFunctions, tools }, notes));
  const readText = once((_, one: LooseText) => readLooseText(one, { root, text }, notes));
  // Both conversations of a pair contain the same prompt, so joined messages in the prompt are noted only once.
  const joined = new Set<ConversationMessage>();
  const noteJoin = (message: ConversationMessage) => {
    if (!joined.has(message))
      notes.lose(message.places.whole, 'This text is joined with the preceding text, because both are from the user.');
    joined.add(message);
  };
  const conversation = (nodes: readonly JsonNode[], strings: readonly LooseText[]) => {
    const listed = besideCalls(nodes, nodes.map(readMessage));
    // Text next to a list of messages is the question before it or the answer after it. Without a list, questions and answers may
    // alternate.
    const isAsked = ({ answer }: LooseText) => listed.length > 0 && !answer;
    const read = (some: readonly LooseText[]) =>
      joinedTurns(
        instructionTextsFirst(some, request).flatMap((one) => readText(one.node, one)),
        noteJoin,
      );
    return [...read(strings.filter(isAsked)), ...listed, ...read(strings.filter((one) => !isAsked(one)))];
  };
  const chosenTexts = texts.filter(({ node }) => !rejectedTexts.has(node));
  const paired = new Set(pair?.texts.map(({ node }) => node));
  for (const { node } of texts) if (rejectedTexts.has(node) && !paired.has(node)) notes.lose(node, otherAnswer);
  const chosenMessages = conversation(ordered, chosenTexts);
  const rejectedAnswer = pair && conversation(instructionsFirst(pair.messages, list), pair.texts);
  takeRepeated(request, ordered, notes);
  takeAccounts(request, notes);
  const prompt = memberOf(root, 'add_generation_prompt')?.value;
  if (prompt?.kind === 'boolean') notes.take(prompt);
  if (chosenMessages.every(isSilent)) refuseEmptied(root, [...messages, ...texts.map(({ node }) => node)], notes);
  const slot = prompt?.kind === 'boolean' && prompt.value === true ? [slotAt(prompt)] : [];
  // Lists from openai/harmony's library name recipients and channels themselves.
  const isPlain = !verbatim && ordered.every((node) => !namesRecipient(node));
  const finished = (some: readonly ConversationMessage[]) => {
    const all = withToolNames([...some, ...slot], 'order');
    return isPlain ? withBuiltins(all, [...inText, ...(declared?.tools ?? [])]) : all;
  };
  return {
    messages: finished(chosenMessages),
    ...(rejectedAnswer && { rejected: finished(rejectedAnswer) }),
    declared: inText.length > 0 ? { tools: inText, formats: declared?.formats ?? [] } : declared,
    ...(session && { origin: session.origin }),
    withoutIds: 'order',
    idPrefix: 'c',
    lineBreak: '\n',
  };
}

/** Returns a reader that reads each node only once, since the conversations of a pair share their prompt. */
function once<Rest extends unknown[]>(
  read: (node: JsonNode, ...rest: Rest) => readonly ConversationMessage[],
): typeof read {
  const messagesByNode = new Map<JsonNode, readonly ConversationMessage[]>();
  return (node, ...rest) => {
    const messages = messagesByNode.get(node) ?? read(node, ...rest);
    messagesByNode.set(node, messages);
    return messages;
  };
}

/** The messages and texts of the conversation with the rejected answer of a pair; undefined if the row has no pair. */
function pairOf(
  request: JsonNode,
  texts: readonly LooseText[],
  [rejected]: readonly (readonly JsonNode[])[],
): { readonly messages: readonly JsonNode[]; readonly texts: readonly LooseText[] } | undefined {
  const form = pairForms.find((one) => memberOf(request, one.chosen) && memberOf(request, one.rejected));
  if (form === undefined || rejected === undefined) return undefined;
  const chosen = memberOf(request, form.chosen)?.value;
  return { messages: rejected, texts: texts.filter(({ node }) => node !== chosen) };
}

const rejectedIn = (request: JsonNode): ReadonlySet<JsonNode | undefined> =>
  new Set(pairForms.map((form) => memberOf(request, form.rejected)?.value));

/** Whether a message has a recipient or a channel. The recipient `functions` does not count, since it also occurs in ShareGPT. */
const namesRecipient = (node: JsonNode): boolean =>
  ![undefined, functionsNamespace].includes(textOf(node, 'recipient')) || textOf(node, 'channel') !== undefined;

/** Marks the prompt of a pair as converted if the conversations of the pair repeat it, so that it is not lost. */
function takeRepeated(request: JsonNode, messages: readonly JsonNode[], notes: Notes): void {
  for (const key of pairPrompts) {
    const prompt = memberOf(request, key)?.value;
    if (prompt?.kind === 'string' && messages.some((node) => textOf(node, 'content') === prompt.value))
      notes.take(prompt);
  }
}

/** The fields of a message that are not its content, such as the source of the message and metadata. */
const notingMembers = new Set([
  ...['role', 'from', 'name', 'id', 'type', 'index', 'object', 'model', 'status', 'finish_reason', 'created', 'date'],
  ...['timestamp', 'lang', 'weight', 'tool_call_id', 'call_id', 'channel', 'recipient', 'to', 'content_type'],
]);
/** The fields that may contain the text of a row without messages. */
const rowTexts = [...new Set([textMember, ...shapeMembers])];

/** Refuses a conversation if nothing in it can be read although its messages are not empty. */
function refuseEmptied(root: JsonNode, nodes: readonly JsonNode[], notes: Notes): void {
  const says = (node: JsonNode | undefined) =>
    node !== undefined && !isNothing(node) && !(node.kind === 'array' && node.items.every(isOnlyNamed));
  const isText = ({ kind }: JsonNode) => kind === 'string' || kind === 'array' || kind === 'object';
  const speaks = (node: JsonNode) =>
    node.kind === 'object'
      ? node.members.some(({ key, value }) => !notingMembers.has(key.value) && value && isText(value) && says(value))
      : says(node);
  const rowSpeaks = () => rowTexts.some((key) => textOf(unwrapped(root), key)?.trim());
  if (nodes.length === 0 ? rowSpeaks() : nodes.some(speaks)) notes.refuse(root, unreadConversation);
}

/** Whether a part of the content has only a type, as empty instructions do in lists from openai/harmony's library. */
const isOnlyNamed = (part: JsonNode): boolean =>
  part.kind === 'object' && part.members.every(({ key, value }) => key.value === 'type' || !value || isNothing(value));

const isSilent = (one: ConversationMessage): boolean =>
  one.pieces.length === 0 && one.parts === undefined && calledTool(one) === undefined;

const otherAnswer =
  'This is part of another answer, and is dropped: only one answer of a conversation is converted, the first or the preferred one.';

/** Moves messages that are next to the list, which are instructions, to the beginning. */
function instructionsFirst(messages: readonly JsonNode[], list: JsonNode | undefined): readonly JsonNode[] {
  if (list === undefined) return messages;
  const isBeside = ({ start }: JsonNode) => start < list.start || start >= list.end;
  return [...messages.filter(isBeside), ...messages.filter((node) => !isBeside(node))];
}

/**
 * Returns all messages of a list in order. If calls are separate items, the text before them becomes a preamble, as in lists whose messages
 * have both text and calls.
 */
function besideCalls(
  nodes: readonly JsonNode[],
  read: readonly (readonly ConversationMessage[])[],
): readonly ConversationMessage[] {
  const allMessages: ConversationMessage[] = [];
  for (const [i, messages] of read.entries()) {
    const last = allMessages.at(-1);
    const node = nodes[i] as JsonNode;
    const [first] = messages;
    const isCall = first !== undefined && calledTool(first) !== undefined;
    if (last && isCall && (isItem(node) || isCallPart(node) || textOf(node, 'role') !== modelRole))
      allMessages[allMessages.length - 1] = asPreamble(last);
    append(allMessages, messages);
  }
  return allMessages;
}

function slotAt(node: JsonNode): ConversationMessage {
  const places: Places = { whole: node, of: () => node, body: () => node };
  const role = { role: modelRole, attributes: new Map<string, string>(), channel: undefined, constraint: undefined };
  return { ...role, pieces: [], terminator: undefined, slot: true, places };
}

/** Sorts the texts, so that those in fields for instructions come first. */
function instructionTextsFirst(texts: readonly LooseText[], request: JsonNode): readonly LooseText[] {
  const isSystem = isSystemOf(request);
  return [...texts.filter(({ node }) => isSystem(node)), ...texts.filter(({ node }) => !isSystem(node))];
}

/** Returns a function that checks whether a node is in a field for instructions. */
function isSystemOf(request: JsonNode): (node: JsonNode) => boolean {
  const systems = new Set<JsonNode | undefined>(systemMembers.map((key) => memberOf(request, key)?.value));
  return (node) => systems.has(node);
}

/** Reads a prompt or an answer that is text. A prompt is from the user, unless it is in a field for instructions. */
function readLooseText(
  { node, answer, turns, byModel = false }: LooseText,
  { root, text }: JsonSource,
  notes: Notes,
): readonly ConversationMessage[] {
  if (turns) return turns.flatMap((turn) => readTurn(turn, node, text, notes));
  const isSystem = isSystemOf(unwrapped(root))(node);
  const role = answer || byModel ? modelRole : isSystem ? systemRole : userRole;
  const members = [member('role', node, stringAt(node, role)), member('content', node, node)];
  return readChat({ kind: 'object', start: node.start, end: node.end, members }, { text, verbatim: false }, notes);
}

/** Reads a turn in a string as a message, whose content has the position of the turn. */
function readTurn({ role, ...stretch }: Turn, node: JsonString, text: string | undefined, notes: Notes) {
  notes.take(node);
  const at = (offset: number) => (text === undefined ? node.start : sourceOffset(text, node, offset));
  const span = text === undefined ? node : { start: at(stretch.start), end: at(stretch.end) };
  const { start, end } = span;
  const content: JsonString = { ...stringAt(node, node.value.slice(stretch.start, stretch.end)), start, end };
  const members = [member('role', node, stringAt(node, role)), member('content', node, content)];
  const message: JsonNode = { kind: 'object', start: span.start, end: span.end, members };
  return readChat(message, { text, verbatim: false }, notes);
}

/** Joins adjacent user messages, such as a task and its input. */
function joinedTurns(
  all: readonly ConversationMessage[],
  noteJoin: (message: ConversationMessage) => void,
): readonly ConversationMessage[] {
  const joined: ConversationMessage[] = [];
  for (const one of all) {
    const last = joined.at(-1);
    if (last?.role !== userRole || one.role !== userRole) {
      joined.push(one);
      continue;
    }
    // If the task is empty, the input replaces it.
    if (last.pieces.length === 0 && last.parts === undefined) {
      joined[joined.length - 1] = one;
      continue;
    }
    noteJoin(one);
    const text = `${textOfPieces(last.pieces)}\n\n${textOfPieces(one.pieces)}`;
    joined[joined.length - 1] = { ...last, pieces: plain(text) };
  }
  return joined;
}

/** Returns the tools and the response format that a request declares. Data sets may also store the tools as a JSON string. */
function declaredIn(request: JsonNode, text: string | undefined, notes: Notes): Declared | undefined {
  const node = (memberOf(request, 'tools') ?? memberOf(request, 'functions'))?.value;
  notes.take(node);
  const parsed = node?.kind === 'string' ? readJson(node.value) : undefined;
  const list = parsed ? (parsed.faults.length === 0 ? parsed.root : undefined) : node;
  if (node !== undefined && node.kind !== 'null' && list?.kind !== 'array')
    notes.lose(node, 'These tool declarations are dropped because they are not in a list.');
  const { value: tools, losses } = toolsFrom(list?.kind === 'array' ? list.items : [], parsed?.text ?? text);
  const format = formatOf(request);
  if (format.value) notes.take(format.at);
  // Positions in a JSON string are relative to the string, so the position of the whole string is used.
  noteToolLosses(
    parsed && node ? losses.map((loss) => ({ ...loss, start: node.start, end: node.end })) : losses,
    notes,
  );
  noteToolLosses(format.losses, notes);
  const formats = format.value ? [format.value] : [];
  if (tools.length + formats.length === 0) return undefined;
  const placed = parsed && node ? tools.map((tool) => ({ ...tool, placeOf: () => node })) : tools;
  const raw = list?.kind === 'array' ? { nodes: list.items, text: parsed?.text ?? text } : undefined;
  return { tools: placed, formats, raw };
}
