/** Lists of messages for chat templates and chat APIs: the position of the list in a document, and facts about the document. */
import { type PartFact, partType } from '../../grammar/content-parts.ts';
import { modelRole, type TagFact, tags } from '../../grammar/index.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { isFlagged } from './ambiguous.ts';
import { type Data, isForReader } from './audience.ts';
import type { Conversations, Words } from './shapes/conversation.ts';
import { elements } from './shapes/elements.ts';
import { unwrapped } from './shapes/wrapped.ts';
import { conversationsOf } from './shapes.ts';
import { callsOf } from './tool-calls.ts';

export interface MessageList extends Conversations {
  /** The value of `name`, which selects a template; the whole document if there is no `name`. */
  readonly template: JsonNode | undefined;
  /** Whether `add_generation_prompt` is true. */
  readonly generationPrompt: boolean;
  /** The names that the document uses for role and content. */
  readonly words: Words;
}

const usual: Words = { role: 'role', content: 'content' };

const empty: MessageList = {
  list: undefined,
  messages: [],
  misshapen: [],
  conversations: [],
  template: undefined,
  generationPrompt: false,
  words: usual,
};

const cache = new WeakMap<JsonReading, MessageList>();

export function listOf(reading: JsonReading): MessageList {
  let list = cache.get(reading);
  if (list === undefined) {
    list = read(reading.root);
    cache.set(reading, list);
  }
  return list;
}

/** Whether the reply that begins at an offset is marked as failed. */
export const hasFailed = ({ session, failed }: MessageList, start: number): boolean =>
  (session?.failed ?? failed)?.has(start) === true;

/** Replaces the messages of a reading. */
export const putList = (reading: JsonReading, list: MessageList): void => void cache.set(reading, list);

function read(root: JsonNode | undefined): MessageList {
  if (root === undefined) return empty;
  const prompt = memberOf(root, 'add_generation_prompt');
  const generationPrompt = prompt?.value?.kind === 'boolean' && prompt.value.value === true;
  const name = memberOf(root, 'name');
  const messages = memberOf(unwrapped(root), 'messages')?.value;
  const conversations =
    conversationsOf(root) ?? (root.kind === 'array' ? elements(root) : messages && elements(messages));
  // In a data set, `name` may be the name of a conversation. If there are messages, `name` therefore selects a template only if it names a
  // known template.
  if (conversations) return { ...empty, ...conversations, generationPrompt, template: name?.value };
  const isMessage = memberOf(root, 'role') ?? memberOf(root, 'content');
  if (isMessage === undefined && (name ?? prompt)) {
    return { ...empty, generationPrompt, template: name?.value ?? name?.key ?? root };
  }
  return { ...empty, misshapen: [root] };
}

/** Returns the request or the data set row that contains a message, and whose tools apply to it. */
export function requestOf(reading: JsonReading, message: JsonNode): JsonNode | undefined {
  const { rowOf, request } = listOf(reading);
  const row = request ?? rowOf?.get(message) ?? reading.root;
  return row && unwrapped(row);
}

/** Whether calls are in the format for chat templates and not for a chat API: all of their arguments are objects. */
export function callsForTemplates(reading: JsonReading): boolean {
  const argumentKinds = listOf(reading).messages.flatMap((message) =>
    callsOf(message).flatMap(({ asText, arguments: args }) => (asText && args ? [args.kind] : [])),
  );
  return argumentKinds.length > 0 && argumentKinds.every((kind) => kind === 'object');
}

/** Returns the requests or rows of a document. */
export function rowsOf(reading: JsonReading): readonly JsonNode[] {
  const { list, rowOf } = listOf(reading);
  const rows = rowOf && list?.kind === 'array' ? list.items : reading.root ? [reading.root] : [];
  return rows.map(unwrapped);
}

/** Returns the parts of a message's content that users do not see, such as calls, reasoning and parts of an unknown type. */
export function hiddenParts(message: JsonNode): JsonNode[] {
  return partsOf(message).filter((part) => !isShown(part, message));
}

/** Returns the first part of a message's content that users see. */
export function firstShown(message: JsonNode): JsonNode | undefined {
  return partsOf(message).find((part) => isShown(part, message));
}

/** Returns the parts of the content, if the content is a list. */
export function partsOf(message: JsonNode): readonly JsonNode[] {
  const content = memberOf(message, 'content')?.value;
  return content?.kind === 'array' ? content.items : [];
}

/** Whether users see a part of a message, or its placeholder. */
export function isShown(part: JsonNode, message: JsonNode): boolean {
  const { said, place } = factOf(part) ?? {};
  if (part.kind === 'string') return true;
  return (said === true || place !== undefined) && isForReader(plainMembers(part), textOf(message, 'role'));
}

/** The fields of an object, for checking who sees it. Objects and lists count as unknown words. */
function plainMembers(node: JsonNode): Data {
  if (node.kind !== 'object') return {};
  return Object.fromEntries(
    node.members.map(({ key, value }) => [
      key.value,
      value === undefined || value.kind === 'object' || value.kind === 'array' ? {} : value.value,
    ]),
  );
}

/** The facts about the type of a part; undefined if the part has two types, or if it is marked as hidden from users. */
export function factOf(part: JsonNode): PartFact | undefined {
  if (part.kind !== 'object' || isFlagged(part)) return undefined;
  const types = part.members.filter(({ key }) => key.value === 'type');
  return types.length === 1 ? partType(textOf(part, 'type')) : undefined;
}

/**
 * Returns the content as displayed to users: texts, and placeholders for images and other media. In chat completions, an answer may
 * have a refusal instead of content, in a separate member.
 */
export function shownContent(message: JsonNode): string {
  const [content, refusal] = [textOfParts(message), refusalOf(message)?.value];
  return refusal === undefined ? content : content === '' ? refusal : `${content}\n\n${refusal}`;
}

/** Returns the refusal of an answer in chat completions, if there is one. */
function refusalOf(message: JsonNode): JsonString | undefined {
  const refusal = textOf(message, 'role') === modelRole ? memberOf(message, 'refusal')?.value : undefined;
  return refusal?.kind === 'string' && refusal.value !== '' ? refusal : undefined;
}

function textOfParts(message: JsonNode): string {
  const content = memberOf(message, 'content')?.value;
  if (content?.kind === 'string') return content.value;
  const texts = partsOf(message)
    .filter((part) => isShown(part, message))
    .flatMap((part) => {
      const { place } = factOf(part) ?? {};
      return place ? [`[${place}]`] : (textIn(part) ?? []);
    });
  return texts.join('\n\n');
}

const textMember = (part: JsonNode) => partType(textOf(part, 'type'))?.member ?? 'text';

const textIn = (part: JsonNode) => (part.kind === 'string' ? part.value : textOf(part, textMember(part)));

/** Returns the strings of which a message's content consists: the content itself or the texts of its parts, and a refusal. */
export function contentStrings(message: JsonNode): JsonString[] {
  const content = memberOf(message, 'content')?.value;
  const refusal = refusalOf(message) ?? [];
  if (content?.kind === 'string') return [content].concat(refusal);
  const texts = partsOf(message).flatMap((part) => {
    const text = part.kind === 'object' ? memberOf(part, textMember(part))?.value : part;
    return text?.kind === 'string' ? [text] : [];
  });
  return texts.concat(refusal);
}

/** Whether a message contains calls or tool replies. Such a message does not count as a turn of the user or the assistant. */
export function isAside(message: JsonNode): boolean {
  return (
    callsOf(message).length > 0 ||
    callsInText(message) ||
    hasTag(message, 'tool_response') ||
    memberOf(message, 'recipient') !== undefined ||
    partsOf(message).some((part) => textOf(part, 'type') === 'tool_result')
  );
}

/** Whether the text of a message contains tool calls in tags, as written by ChatML models. Such calls have no ids. */
export const callsInText = (message: JsonNode): boolean => hasTag(message, 'tool_call');

function hasTag(message: JsonNode, name: TagFact['name']): boolean {
  const role = roleOf(message)?.value;
  const isWritten = tags.some((tag) => tag.name === name && role !== undefined && tag.roles.includes(role));
  return isWritten && contentStrings(message).some(({ value }) => value.includes(`<${name}>`));
}

/** Returns the role of a message, with its span. */
export function roleOf(message: JsonNode | undefined): (Span & { readonly value: string }) | undefined {
  const role = memberOf(message, 'role')?.value;
  return role?.kind === 'string' ? role : undefined;
}
