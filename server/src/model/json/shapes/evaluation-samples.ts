/** Samples of Inspect, whose long texts and images are beside the messages: what stands for them in a message is replaced. */
import { toolRole } from '../../../grammar/index.ts';
import { attachedMember, attachedPrefix, sampleMembers } from '../../../grammar/json-saved.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { type ConversationShape, hasMessageList, member, stringAt, valueOf } from './conversation.ts';
import { elements } from './elements.ts';

export const evaluationSamples: ConversationShape = {
  name: 'messages',
  matches: (root) => {
    const attached = valueOf(root, attachedMember);
    const isAttached = attached?.kind === 'object' && attached.members.length > 0;
    return (isAttached || sampleMembers.every((key) => memberOf(root, key))) && hasMessageList(root);
  },
  read(root) {
    const attached = valueOf(root, attachedMember);
    const texts = new Map(
      (attached?.kind === 'object' ? attached.members : []).flatMap(({ key, value }) =>
        value?.kind === 'string' ? [[`${attachedPrefix}${key.value}`, value.value] as const] : [],
      ),
    );
    return elements(valueOf(root, 'messages') as JsonNode, (message) =>
      readable(texts.size > 0 ? withTexts(message, texts, DEPTH) : message),
    );
  },
};

/** A message with what Inspect keeps in members of its own: the summary of encrypted reasoning, and why a tool failed. */
function readable(message: JsonNode): JsonNode {
  if (message.kind !== 'object') return message;
  const content = valueOf(message, 'content');
  const error = valueOf(valueOf(message, 'error'), 'message');
  const isFailure = textOf(message, 'role') === toolRole && error?.kind === 'string';
  if (isFailure && content?.kind === 'string' && content.value.trim() === '')
    return withMember(message, 'content', error);
  if (content?.kind !== 'array') return message;
  const items = content.items.flatMap(readablePart);
  return items.every((item, i) => item === content.items[i])
    ? message
    : withMember(message, 'content', { ...content, items });
}

/** Reasoning that is redacted is only a code; a summary of it can be read. */
function readablePart(part: JsonNode): readonly JsonNode[] {
  const redacted = valueOf(part, 'redacted');
  if (part.kind !== 'object' || redacted?.kind !== 'boolean' || redacted.value === false) return [part];
  const summary = valueOf(part, 'summary');
  return summary?.kind === 'string' ? [withMember(part, 'reasoning', summary)] : [];
}

const withMember = (node: JsonNode & { kind: 'object' }, key: string, value: JsonNode): JsonNode => ({
  ...node,
  members: memberOf(node, key)
    ? node.members.map((one) => (one.key.value === key ? { ...one, value } : one))
    : [...node.members, member(key, value, value)],
});

/** How deep in a message a text can be: in a part of the result of a call, or in its arguments. */
const DEPTH = 6;

/** A value with the texts that it refers to, at the places of the references; the same value, if it refers to none. */
function withTexts(node: JsonNode, texts: ReadonlyMap<string, string>, depth: number): JsonNode {
  if (node.kind === 'string') {
    const text = node.value.startsWith(attachedPrefix) ? texts.get(node.value) : undefined;
    return text === undefined ? node : stringAt(node, text);
  }
  if (depth === 0) return node;
  if (node.kind === 'array') {
    const items = node.items.map((item) => withTexts(item, texts, depth - 1));
    return items.some((item, i) => item !== node.items[i]) ? { ...node, items } : node;
  }
  if (node.kind !== 'object') return node;
  const members = node.members.map((one): JsonMember => {
    const value = one.value && withTexts(one.value, texts, depth - 1);
    return value === one.value ? one : { ...one, value };
  });
  return members.some((one, i) => one !== node.members[i]) ? { ...node, members } : node;
}
