/**
 * Converts content parts whose text is in `value` to the format of chat APIs. LLaMA-Factory has such parts for text (`{"type": "text",
 * "value": …}`), reasoning, calls (`tool_call`) and images. A call becomes a separate message.
 */
import { functionsNamespace } from '../../../grammar/index.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { member, stringAt } from './conversation.ts';

/** The types of parts with a `value`, each with the key of the value in chat APIs. */
const memberOfType = new Map<string | undefined, string>([
  ...['text', 'reasoning'].map((type) => [type, 'text'] as const),
  ...['image_url', 'video_url', 'audio_url'].map((type) => [type, type] as const),
]);
const callType = 'tool_call';

const adapted = new WeakSet<JsonNode>();

/** Whether a part, or a message made of parts, was converted, so that its keys differ from those in the document. */
export const isAdaptedPart = (part: JsonNode): boolean => adapted.has(part);

/** Whether a message was made from a part of another message that was a call. */
export const isCallPart = (message: JsonNode): boolean =>
  adapted.has(message) && memberOf(message, 'recipient') !== undefined;

/**
 * Splits a message at the calls in its parts, and converts all parts that have a `value`. A message without such parts is returned
 * unchanged.
 */
export function messagesOfParts(node: JsonNode): readonly JsonNode[] {
  const content = memberOf(node, 'content');
  if (content?.value?.kind !== 'array' || !content.value.items.some(hasValue)) return [node];
  const { key, value: list } = content;
  const messages: JsonNode[] = [];
  let parts: JsonNode[] = [];
  const add = (at: JsonNode, contentNode: JsonNode, more: readonly JsonMember[] = []) => {
    const contentMember = member('content', key, contentNode);
    // The first of the new messages represents the original message, and keeps its other fields.
    const members =
      messages.length === 0
        ? membersOf(node).flatMap((one) =>
            one.key.value === 'content' ? (one === content ? [contentMember] : []) : [one],
          )
        : [...membersOf(node).filter((one) => one.key.value === 'role'), contentMember];
    const { start, end } = messages.length === 0 ? node : at;
    const message: JsonNode = { kind: 'object', start, end, members: [...members, ...more] };
    adapted.add(message);
    messages.push(message);
  };
  const addParts = () => {
    const [first] = parts;
    if (first) add(first, { ...list, items: parts });
    parts = [];
  };
  for (const part of list.items) {
    const value = valueIn(part);
    if (value === undefined || textOf(part, 'type') !== callType) parts.push(value ? renamed(part) : part);
    else {
      addParts();
      add(part, value, [
        member('recipient', part, stringAt(memberOf(part, 'type')?.value ?? part, functionsNamespace)),
      ]);
    }
  }
  addParts();
  return messages;
}

/** The `value` of a part; undefined if the part is already in the format of chat APIs or has an unknown type. */
function valueIn(part: JsonNode): JsonNode | undefined {
  const type = textOf(part, 'type');
  if (type === callType) return memberOf(part, 'value')?.value;
  const name = memberOfType.get(type);
  const value = name === undefined || memberOf(part, name) ? undefined : memberOf(part, 'value')?.value;
  return value?.kind === 'string' ? value : undefined;
}

const hasValue = (part: JsonNode) => valueIn(part) !== undefined;

function renamed(part: JsonNode): JsonNode {
  const name = memberOfType.get(textOf(part, 'type')) as string;
  const members = membersOf(part).map((one) =>
    one.key.value === 'value' && one.value ? member(name, one.key, one.value) : one,
  );
  const fresh = { ...part, members } as JsonNode;
  adapted.add(fresh);
  return fresh;
}

const membersOf = (node: JsonNode): readonly JsonMember[] => (node.kind === 'object' ? node.members : []);
