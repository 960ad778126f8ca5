/**
 * Finds empty content in message lists and rows that an API rejects, or that a model would learn to write. `null`, `""`, an empty
 * list and an empty part are treated differently.
 */
import { modelRole, type ProfileFact, roles, tags, userRole } from '../../grammar/index.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { type JsonNode, type JsonReading, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Emptiness } from '../message-origin.ts';
import { listOf, roleOf } from './list.ts';
import type { LooseText } from './shapes/conversation.ts';
import { areCallsText, callsOf } from './tool-calls.ts';

export interface EmptyContent {
  readonly node: JsonNode;
  readonly role: string | undefined;
  readonly emptiness: Emptiness;
}

/**
 * Returns the empty content of a unit, without repeating a span. `profile`: the profile of the list. `training`: whether the unit
 * is a row for training.
 */
export function emptyContents(reading: JsonReading, profile: ProfileFact, training: boolean): Iterable<EmptyContent> {
  const { conversations, texts = [], unsaid = [], rowOf } = listOf(reading);
  // Models are trained to avoid rejected answers, so these may be empty.
  const rejected = new Set(unsaid);
  const contentByNode = new Map<JsonNode, EmptyContent>();
  const add = (node: JsonNode, role: string | undefined, emptiness: Emptiness) => {
    if (!contentByNode.has(node)) contentByNode.set(node, { node, role, emptiness });
  };
  for (const messages of conversations) {
    for (const [index, message] of messages.entries()) {
      const content = memberOf(message, 'content')?.value;
      if (content === undefined || speaksOtherwise(message)) continue;
      const role = roleOf(message)?.value;
      for (const [node, emptiness] of emptyIn(message, content, profile, index === messages.length - 1))
        add(node, role, emptiness);
      if (!training || !trained.has(role) || rejected.has(message)) continue;
      if (isEmpty(content)) add(content, role, 'trained');
      else if (role === modelRole && isThought(content)) add(content, role, 'only a thought');
    }
  }
  if (!training) return contentByNode.values();
  const row = ({ node }: LooseText) => rowOf?.get(node) ?? reading.root;
  // A question consists of two texts if the task and its input are in separate fields. Only one of the two texts must be non-empty.
  const asksAsWell = (one: LooseText, other: LooseText | undefined) =>
    other !== undefined &&
    !isEmpty(other.node) &&
    [one, other].every(({ role }) => role === userRole) &&
    one.order === other.order &&
    row(one) === row(other);
  for (const [i, one] of texts.entries()) {
    const { node, unsaid, answer, byModel = false } = one;
    if (unsaid || !isEmpty(node) || asksAsWell(one, texts[i - 1]) || asksAsWell(one, texts[i + 1])) continue;
    add(node, answer || byModel ? modelRole : userRole, 'trained');
  }
  return contentByNode.values();
}

const trained = new Set<string | undefined>(roles.flatMap(({ name, replies }) => (replies ? [] : [name])));

function emptyIn(
  message: JsonNode,
  content: JsonNode,
  { notEmpty }: ProfileFact,
  isLast: boolean,
): readonly [node: JsonNode, emptiness: Emptiness][] {
  const role = roleOf(message)?.value;
  if (notEmpty === 'null without calls') {
    return role === modelRole && content.kind === 'null' ? [[content, 'null without calls']] : [];
  }
  if (notEmpty === 'nothing' || replyRoles.has(role) || (role === modelRole && isLast)) return [];
  if (isEmpty(content)) return [[content, 'rejected']];
  const parts = content.kind === 'array' ? content.items : [];
  return parts.flatMap((part): [JsonNode, Emptiness][] => {
    const text = textOf(part, 'type') === 'text' ? memberOf(part, 'text')?.value : undefined;
    return text && isEmpty(text) ? [[text, 'rejected']] : [];
  });
}

const isEmpty = (node: JsonNode) =>
  node.kind === 'null' ||
  (node.kind === 'string' && !/\S/.test(node.value)) ||
  (node.kind === 'array' && node.items.length === 0);

const thoughts = tags
  .filter(({ name }) => name === 'think')
  .flatMap(({ name, aliases }) => [{ open: `<${name}>`, close: `</${name}>` }, ...aliases]);

function isThought(node: JsonNode): boolean {
  const text = node.kind === 'string' ? node.value.trim() : '';
  return thoughts.some(
    ({ open, close }) => text.startsWith(open) && text.indexOf(close) === text.length - close.length,
  );
}

/** Fields that a message may have instead of content. */
const others = ['refusal', 'audio'];

function speaksOtherwise(message: JsonNode): boolean {
  return (
    callsOf(message).length > 0 ||
    areCallsText(message) ||
    others.some((key) => (memberOf(message, key)?.value?.kind ?? 'null') !== 'null')
  );
}
