/** The conversations of a JSON document, as messages in the format of chat APIs, for every shape that contains messages. */
import { type ShapeName, systemRole, userRole } from '../../../grammar/index.ts';
import { systemMembers } from '../../../grammar/json-rows.ts';
import { type JsonMember, type JsonNode, type JsonString, memberOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import type { SessionFacts } from '../sessions/session.ts';
import type { Turn } from './dialogue-text.ts';

/**
 * The messages of a document, with `role` and `content`. If the document has other names for these fields, they are converted. Their
 * positions are still those in the document, so that problems are reported at the original text.
 */
export interface Conversations {
  /** The list whose elements are the messages; undefined if not all messages are in the same list. */
  readonly list: JsonNode | undefined;
  /** The messages, in document order. All of them are objects. */
  readonly messages: readonly JsonNode[];
  /** The nodes that should be a list of objects, or an object in such a list, but are not. */
  readonly misshapen: readonly JsonNode[];
  /** The messages of each conversation. The two conversations of a pair have the same prompt. */
  readonly conversations: readonly (readonly JsonNode[])[];
  /** Messages that are not part of the conversation, such as the rejected answers of pairs. */
  readonly unsaid?: readonly JsonNode[];
  /** The prompts and answers that are strings. */
  readonly texts?: readonly LooseText[];
  /** The names that the document uses for role and content, and its roles. */
  readonly words?: Words;
  /** The element that contains each message or text, if the document is a list of conversations. */
  readonly rowOf?: ReadonlyMap<JsonNode, JsonNode>;
  /** The object in which tools are declared, if it does not contain the messages. */
  readonly request?: JsonNode;
  /** The starts of the replies that are marked as failed. For sessions, see `SessionFacts`. */
  readonly failed?: ReadonlySet<number>;
  /** The facts about an agent's session, apart from its messages. */
  readonly session?: SessionFacts;
}

export interface LooseText {
  readonly node: JsonString;
  /**
   * Whether the string is the whole answer of a model, and nothing else. If false, the string is a prompt, which may contain anything, even
   * instructions.
   */
  readonly answer: boolean;
  /** The speaker of a prompt, if known. The speaker of a string under the key `prompt` is unknown (see `speakerOf`). */
  readonly role?: string;
  /** The position among the texts, if the order in the document is different, since earlier turns may be stored after the answer. */
  readonly order?: number;
  /** Whether at least the end of the string was written by the model. Who wrote the text before the end is unknown. */
  readonly byModel?: boolean;
  /** The turns in the string, if the string is a conversation. */
  readonly turns?: readonly Turn[] | undefined;
  /** Whether the string is the rejected answer of a pair. */
  readonly unsaid?: boolean;
}

export interface Words {
  readonly role: string;
  readonly content: string;
  /** The roles; undefined if they are those of chat APIs. */
  readonly roles?: readonly string[];
}

/** A shape whose messages are in the `messages` dialect. */
export interface ConversationShape {
  readonly name: ShapeName;
  matches(root: JsonNode): boolean;
  /** Returns the conversations of a value that has the shape. */
  read(root: JsonNode): Conversations;
}

/** Whether an object has a field whose value is not null. In rows from tables, null means that the row has no value for a column. */
export const isGiven = (node: JsonNode, key: string): boolean =>
  (memberOf(node, key)?.value?.kind ?? 'null') !== 'null';

/** Whether a row has a list of messages, which is used instead of other fields. */
export const hasMessageList = (root: JsonNode): boolean => isArray(valueOf(root, 'messages'));

export const valueOf = (node: JsonNode | undefined, key: string): JsonNode | undefined => memberOf(node, key)?.value;

export const isArray = (node: JsonNode | undefined) => node?.kind === 'array';

/** Returns the first elements of a list, by which its shape is recognized. */
export function firstOf(node: JsonNode | undefined, count = 8): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items.slice(0, count) : [];
}

/** Creates a string that is not in the document, with a given span. */
export const stringAt = ({ start, end }: Span, value: string): JsonString => ({
  kind: 'string',
  value,
  exact: false,
  start,
  end,
});

export const member = (name: string, at: JsonNode, value: JsonNode): JsonMember => ({ key: stringAt(at, name), value });

/** Adds messages from other fields to the messages of a list, in document order. */
export function withBesides(conversations: Conversations, before: readonly JsonNode[]): Conversations {
  const messages = [...before, ...conversations.messages].sort((a, b) => a.start - b.start);
  return before.length === 0 ? conversations : { ...conversations, messages };
}

/** Returns a message made from a field of another object, such as instructions next to the list, or a turn. */
export function besides({ key, value }: JsonMember, role: string): JsonNode[] {
  if (value?.kind !== 'string' && value?.kind !== 'array') return [];
  const members = [member('role', key, stringAt(key, role)), member('content', key, value)];
  return [{ kind: 'object', start: key.start, end: value.end, members }];
}

/**
 * Returns the speaker of a string in a row that is not an answer: the system for instructions, the user for questions. A string
 * `prompt` can be any input of a model, with or without instructions, so its speaker is unknown, and views for users hide it.
 */
export function speakerOf(root: JsonNode, text: JsonNode | undefined): { readonly role?: string } {
  const isIn = (key: string) => memberOf(root, key)?.value === text;
  if (systemMembers.some(isIn)) return { role: systemRole };
  return isIn(promptMember) ? {} : { role: userRole };
}

const promptMember = 'prompt';
