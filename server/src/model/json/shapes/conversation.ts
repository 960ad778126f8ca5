/** The conversations of a JSON document: messages in the format of chat APIs, wherever they are in its shape. */
import { type ShapeName, systemRole, userRole } from '../../../grammar/index.ts';
import { systemMembers } from '../../../grammar/json-rows.ts';
import { type JsonMember, type JsonNode, type JsonString, memberOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import type { SessionFacts } from '../sessions/session.ts';
import type { Turn } from './dialogue-text.ts';

/**
 * Messages with `role` and `content`. If the document has other names for them, a message here has the keys of chat
 * APIs, and the positions of the document, so that problems are reported at the original text.
 */
export interface Conversations {
  /** The list with the messages as its elements; undefined if the messages are not all in one list. */
  readonly list: JsonNode | undefined;
  /** The messages, which are objects, in document order. */
  readonly messages: readonly JsonNode[];
  /** The nodes that should be a list of objects, or an element of one, but are not. */
  readonly misshapen: readonly JsonNode[];
  /** The messages of each conversation: the two conversations of a pair share their prompt. */
  readonly conversations: readonly (readonly JsonNode[])[];
  /** Messages that were never given: the rejected answers of pairs. */
  readonly unsaid?: readonly JsonNode[];
  /** Prompts and answers that are strings. */
  readonly texts?: readonly LooseText[];
  /** The names in the document for role and content, and its roles. */
  readonly words?: Words;
  /** In a list of conversations: the element that contains a message or a text. */
  readonly rowOf?: ReadonlyMap<JsonNode, JsonNode>;
  /** The object that declares tools, if it does not contain the messages. */
  readonly request?: JsonNode;
  /** The start offsets of replies that are marked as failed; for sessions, see `SessionFacts`. */
  readonly failed?: ReadonlySet<number>;
  /** For an agent's session: the facts about it besides the messages. */
  readonly session?: SessionFacts;
}

export interface LooseText {
  readonly node: JsonString;
  /** The string is the whole answer of a model, and nothing else: a prompt may contain anything, including instructions. */
  readonly answer: boolean;
  /** The speaker, if known: an answer is by the model. For a string named `prompt` it is unknown (`speakerOf`). */
  readonly role?: string;
  /** The position among the other texts, if it differs from that in the document: earlier turns may be stored after the answer. */
  readonly order?: number;
  /** At least the end was written by the model; the rest is unknown. */
  readonly byModel?: boolean;
  /** The turns, if the string is a conversation. */
  readonly turns?: readonly Turn[] | undefined;
  /** The string is a rejected answer of a pair. */
  readonly unsaid?: boolean;
}

export interface Words {
  readonly role: string;
  readonly content: string;
  /** Undefined for the roles of chat APIs. */
  readonly roles?: readonly string[];
}

/** A shape with messages of the dialect `messages`. */
export interface ConversationShape {
  readonly name: ShapeName;
  /** Whether a value has the shape. */
  matches(root: JsonNode): boolean;
  /** Reads the conversations of a value that has the shape. */
  read(root: JsonNode): Conversations;
}

/** Whether an object has a member that is not null: tables have null in columns that a row lacks. */
export const isGiven = (node: JsonNode, key: string): boolean =>
  (memberOf(node, key)?.value?.kind ?? 'null') !== 'null';

/** Whether a row has a list of messages, which takes precedence over other members. */
export const hasMessageList = (root: JsonNode): boolean => isArray(valueOf(root, 'messages'));

/** The value of a member. */
export const valueOf = (node: JsonNode | undefined, key: string): JsonNode | undefined => memberOf(node, key)?.value;

export const isArray = (node: JsonNode | undefined) => node?.kind === 'array';

/** The first elements of a list, which decide its shape. */
export function firstOf(node: JsonNode | undefined, count = 8): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items.slice(0, count) : [];
}

/** A string that is not in the document, with a given span. */
export const stringAt = ({ start, end }: Span, value: string): JsonString => ({
  kind: 'string',
  value,
  exact: false,
  start,
  end,
});

export const member = (name: string, at: JsonNode, value: JsonNode): JsonMember => ({ key: stringAt(at, name), value });

/** A list together with the messages next to it, in document order. */
export function withBesides(conversations: Conversations, before: readonly JsonNode[]): Conversations {
  const messages = [...before, ...conversations.messages].sort((a, b) => a.start - b.start);
  return before.length === 0 ? conversations : { ...conversations, messages };
}

/** A message made from a member of another object: instructions next to the list, or a turn. */
export function besides({ key, value }: JsonMember, role: string): JsonNode[] {
  if (value?.kind !== 'string' && value?.kind !== 'array') return [];
  const members = [member('role', key, stringAt(key, role)), member('content', key, value)];
  return [{ kind: 'object', start: key.start, end: value.end, members }];
}

/**
 * The speaker of a string in a row, other than an answer: the system for instructions, the user for questions. The string
 * `prompt` is any input of a model, with or without instructions, so its speaker is unknown, and a view for users hides it.
 */
export function speakerOf(root: JsonNode, text: JsonNode | undefined): { readonly role?: string } {
  const isIn = (key: string) => memberOf(root, key)?.value === text;
  if (systemMembers.some(isIn)) return { role: systemRole };
  return isIn(promptMember) ? {} : { role: userRole };
}

const promptMember = 'prompt';
