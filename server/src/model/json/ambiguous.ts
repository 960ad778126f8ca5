/** Finds objects that are valid JSON but ambiguous: they may be read as a different message, or it is unclear whether users see them. */
import { modelRole, speakers } from '../../grammar/index.ts';
import { shapeMembers } from '../../grammar/json-rows.ts';
import { messageMembers, messageTypes, partMembers } from '../../grammar/messages.ts';
import { projectionMembers, toolCallMembers } from '../../grammar/openchatml-json.ts';
import { type JsonNode, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { letters, nodeSaysHidden } from './hiding-members.ts';

/** Whether a message may be read as a different one, or contains something that may be meant to be hidden. */
export function isAmbiguous(node: JsonNode): boolean {
  return repeatsKeys(node) || isMarked(node) || hasOtherType(node) || hasOddCalls(node);
}

/** All known keys, reduced to their letters, since some parsers accept keys that differ only in other characters. */
const read = new Set(
  [
    ...[...messageMembers, ...projectionMembers, ...toolCallMembers, ...partMembers].map(({ name }) => name),
    ...shapeMembers,
  ].map(letters),
);

/**
 * Whether an object, or an object nested in it, has two equal keys or two keys that some parsers treat as equal. Parsers disagree about
 * which of the values counts.
 */
function repeatsKeys(node: JsonNode): boolean {
  const open = [node];
  const later = (one: JsonNode | undefined) => {
    if (one?.kind === 'array' || one?.kind === 'object') open.push(one);
  };
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === 'array') one.items.forEach(later);
    if (one.kind !== 'object') continue;
    if (repeatsMembers(one)) return true;
    for (const { value } of one.members) later(value);
  }
  return false;
}

/** Whether an object has two keys that are equal or that some parsers treat as equal. */
export function repeatsMembers(node: JsonNode | undefined): boolean {
  if (node?.kind !== 'object') return false;
  const keys = new Set<string>();
  for (const { key } of node.members) {
    const name = letters(key.value);
    keys.add(read.has(name) ? name : key.value);
  }
  return keys.size < node.members.length;
}

/** Returns the keys that repeat an earlier key of the same object exactly, at any depth. */
export function repeatedKeys(root: JsonNode): JsonString[] {
  const strings: JsonString[] = [];
  const open = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === 'array') for (const item of one.items) open.push(item);
    if (one.kind !== 'object') continue;
    const keys = new Set<string>();
    for (const { key, value } of one.members) {
      if (keys.has(key.value)) strings.push(key);
      keys.add(key.value);
      if (value) open.push(value);
    }
  }
  return strings;
}

const knownInPart = new Set(partMembers.map(({ name }) => name));
const knownInMessage = new Set([...messageMembers, ...projectionMembers, ...partMembers].map(({ name }) => name));

/** Whether a field marks a message as hidden from users: `"thought": true`, `"chan": "analysis"`. */
const isMarked = (node: JsonNode) => nodeSaysHidden(node, knownInMessage);

/** Whether a field marks a content part as hidden from users. */
export const isFlagged = (part: JsonNode): boolean => nodeSaysHidden(part, knownInPart);

/**
 * Whether a message has an unknown type. In the lists of some APIs, calls, replies and reasoning are items like messages, and differ only
 * in their type.
 */
function hasOtherType(node: JsonNode): boolean {
  const type = memberOf(node, 'type')?.value;
  if (type === undefined || type.kind === 'null') return false;
  return type.kind !== 'string' || !messageTypes.includes(type.value);
}

/**
 * Whether a message has calls that cannot be separated from its content. Such calls have an unknown shape, the wrong role, or a speaker as
 * their recipient.
 */
function hasOddCalls(node: JsonNode): boolean {
  const call = memberOf(node, 'tool_call')?.value;
  if (hasValue(call) && (textOf(node, 'role') !== modelRole || isSpeaker(textOf(call, 'recipient')))) return true;
  if (hasValue(memberOf(node, 'to')?.value) && textOf(node, 'to') === undefined) return true;
  const calls = memberOf(node, 'tool_calls')?.value;
  const older = memberOf(node, 'function_call')?.value;
  const isOdd = calls?.kind === 'array' ? calls.items.some(({ kind }) => kind !== 'object') : hasValue(calls);
  return isOdd || (older?.kind !== 'object' && hasValue(older));
}

const isSpeaker = (recipient: string | undefined) => recipient !== undefined && speakers.includes(recipient);

const hasValue = (node: JsonNode | undefined) => node !== undefined && node.kind !== 'null';
