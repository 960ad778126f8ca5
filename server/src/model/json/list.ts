/** Lists of messages for chat templates and chat APIs: where the list is, and what else the document is. */
import { shownParts } from '../../grammar/index.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { isFlagged } from './ambiguous.ts';
import { type Conversations, elements, type Words } from './conversation.ts';
import { conversationsOf } from './shapes.ts';
import { callsOf } from './tool-calls.ts';

export interface MessageList extends Conversations {
  /** The document chooses a template: the value of `name`, or the document where it has none. */
  readonly template: JsonNode | undefined;
  /** `add_generation_prompt` is true. */
  readonly generationPrompt: boolean;
  /** What the document calls role and content. */
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

function read(root: JsonNode | undefined): MessageList {
  if (root === undefined) return empty;
  const prompt = memberOf(root, 'add_generation_prompt');
  const generationPrompt = prompt?.value?.kind === 'boolean' && prompt.value.value === true;
  const name = memberOf(root, 'name');
  const messages = memberOf(root, 'messages')?.value;
  const found = conversationsOf(root) ?? (root.kind === 'array' ? elements(root) : messages && elements(messages));
  // Data sets name their conversations: beside messages, only the name of a template is one.
  if (found) return { ...empty, ...found, generationPrompt, template: name?.value };
  const isMessage = memberOf(root, 'role') ?? memberOf(root, 'content');
  if (isMessage === undefined && (name ?? prompt)) {
    return { ...empty, generationPrompt, template: name?.value ?? name?.key ?? root };
  }
  return { ...empty, misshapen: [root] };
}

/** The parts of a message's content that are neither texts nor strings: reasoning, and what nobody knows. */
export function hiddenParts(message: JsonNode): JsonNode[] {
  const content = memberOf(message, 'content')?.value;
  if (content?.kind !== 'array') return [];
  return content.items.filter((part) => !isShown(part));
}

/** Whether the text of a part is for the reader. */
export function isShown(part: JsonNode): boolean {
  if (part.kind === 'string') return true;
  if (isFlagged(part)) return false;
  const types = part.kind === 'object' ? part.members.filter(({ key }) => key.value === 'type') : [];
  return types.length === 1 && shownParts.includes(textOf(part, 'type') ?? '');
}

/** The strings of a message's content: itself, or the texts of its parts that count. */
export function contentStrings(message: JsonNode, counts = (_part: JsonNode) => true): JsonString[] {
  const content = memberOf(message, 'content')?.value;
  if (content?.kind === 'string') return [content];
  if (content?.kind !== 'array') return [];
  return content.items.filter(counts).flatMap((part) => {
    const text = part.kind === 'object' ? memberOf(part, 'text')?.value : part;
    return text?.kind === 'string' ? [text] : [];
  });
}

/** Whether a message of user or assistant is a call, or what a tool answers: those come between the turns. */
export function isAside(message: JsonNode): boolean {
  const content = memberOf(message, 'content')?.value;
  const parts = content?.kind === 'array' ? content.items : [];
  return (
    callsOf(message).length > 0 ||
    memberOf(message, 'recipient') !== undefined ||
    parts.some((part) => textOf(part, 'type') === 'tool_result')
  );
}

/** The role of a message, as a span. */
export function roleOf(message: JsonNode | undefined): (Span & { readonly value: string }) | undefined {
  const role = memberOf(message, 'role')?.value;
  return role?.kind === 'string' ? role : undefined;
}
