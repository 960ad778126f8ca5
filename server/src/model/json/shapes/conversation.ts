/** The conversations of a JSON document: messages in the terms of chat APIs, wherever its shape has them. */
import { type ShapeName, systemRole, userRole } from '../../../grammar/index.ts';
import { systemMembers } from '../../../grammar/json-rows.ts';
import { type JsonMember, type JsonNode, type JsonString, memberOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import type { SessionFacts } from '../sessions/session.ts';
import type { Turn } from './dialogue-text.ts';

/**
 * Messages with `role` and `content`. Where the document calls these something else, a message here has the keys of chat
 * APIs, and the positions of the document, so that problems are reported at the original text.
 */
export interface Conversations {
  /** The list whose elements are the messages; undefined where they are not all in one list. */
  readonly list: JsonNode | undefined;
  /** The messages, which are objects, in the order of the document. */
  readonly messages: readonly JsonNode[];
  /** The nodes that should be a list of objects, or one of them, and are not. */
  readonly misshapen: readonly JsonNode[];
  /** Which messages follow one another: those of a pair share their prompt. */
  readonly conversations: readonly (readonly JsonNode[])[];
  /** Messages that were never said: answers that a pair rejects. */
  readonly unsaid?: readonly JsonNode[];
  /** Prompts and answers that are texts. */
  readonly texts?: readonly LooseText[];
  /** The document's words for role and content, and its roles. */
  readonly words?: Words;
  /** In a list of conversations: the element that contains a message or a text. */
  readonly rowOf?: ReadonlyMap<JsonNode, JsonNode>;
  /** The object that declares tools, if that is not the one that the messages are in. */
  readonly request?: JsonNode;
  /** Replies that are marked as failed, by where they begin; those of a session are in what is known of it. */
  readonly failed?: ReadonlySet<number>;
  /** Of an agent's session: what is known of it besides its messages. */
  readonly session?: SessionFacts;
}

export interface LooseText {
  readonly node: JsonString;
  /** The whole answer of a model, and nothing else: a prompt may hold anything, instructions among it. */
  readonly answer: boolean;
  /** The speaker, where known: an answer is the model's. Of a text called `prompt` it is not known (`speakerOf`). */
  readonly role?: string;
  /** Where it belongs among the others, if not where it is written: earlier turns may be kept after the answer. */
  readonly order?: number;
  /** The model wrote it, or its end: what else it holds is not known. */
  readonly byModel?: boolean;
  /** The conversation that the string is, where it is one. */
  readonly turns?: readonly Turn[] | undefined;
  /** It was never said: an answer that a pair rejects. */
  readonly unsaid?: boolean;
}

export interface Words {
  readonly role: string;
  readonly content: string;
  /** Undefined where the roles are those of chat APIs. */
  readonly roles?: readonly string[];
}

/** A shape whose messages are those of the dialect `messages`. */
export interface ConversationShape {
  readonly name: ShapeName;
  /** Whether a value shows the shape. */
  matches(root: JsonNode): boolean;
  /** Of a value that does. */
  read(root: JsonNode): Conversations;
}

/** Whether an object has a member that says something: tables fill in null for the columns that a row lacks. */
export const isGiven = (node: JsonNode, key: string): boolean =>
  (memberOf(node, key)?.value?.kind ?? 'null') !== 'null';

/** Whether a row has a list of messages, next to which other members say less. */
export const hasMessageList = (root: JsonNode): boolean => isArray(valueOf(root, 'messages'));

/** The value of a member. */
export const valueOf = (node: JsonNode | undefined, key: string): JsonNode | undefined => memberOf(node, key)?.value;

export const isArray = (node: JsonNode | undefined) => node?.kind === 'array';

/** The first elements of a list, which decide its shape. */
export function firstOf(node: JsonNode | undefined, count = 8): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items.slice(0, count) : [];
}

/** A word that is not in the document, at a given place. */
export const stringAt = ({ start, end }: Span, value: string): JsonString => ({
  kind: 'string',
  value,
  exact: false,
  start,
  end,
});

export const member = (name: string, at: JsonNode, value: JsonNode): JsonMember => ({ key: stringAt(at, name), value });

/** A list and the messages next to it, in the order of the document. */
export function withBesides(read: Conversations, before: readonly JsonNode[]): Conversations {
  const messages = [...before, ...read.messages].sort((a, b) => a.start - b.start);
  return before.length === 0 ? read : { ...read, messages };
}

/** A message that is a member of another object: instructions next to the list, or a turn. */
export function besides({ key, value }: JsonMember, role: string): JsonNode[] {
  if (value?.kind !== 'string' && value?.kind !== 'array') return [];
  const members = [member('role', key, stringAt(key, role)), member('content', key, value)];
  return [{ kind: 'object', start: key.start, end: value.end, members }];
}

/**
 * The speaker of a row's text other than an answer: instructions are the system's, and a question is the user's. A text called
 * `prompt` is whatever a model was given, with instructions or without, so nobody is known to say it, and a view for users hides it.
 */
export function speakerOf(root: JsonNode, text: JsonNode | undefined): { readonly role?: string } {
  const isIn = (key: string) => memberOf(root, key)?.value === text;
  if (systemMembers.some(isIn)) return { role: systemRole };
  return isIn(promptMember) ? {} : { role: userRole };
}

const promptMember = 'prompt';
