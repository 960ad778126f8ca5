/** Samples of Inspect, whose long texts and images are beside the messages: what stands for them in a message is replaced. */
import { attachedMember, attachedPrefix } from '../../../grammar/json-saved.ts';
import type { JsonMember, JsonNode } from '../../../syntax/json/nodes.ts';
import { type ConversationShape, hasMessageList, stringAt, valueOf } from './conversation.ts';
import { elements } from './elements.ts';

export const evaluationSamples: ConversationShape = {
  name: 'messages',
  matches: (root) => {
    const attached = valueOf(root, attachedMember);
    return attached?.kind === 'object' && attached.members.length > 0 && hasMessageList(root);
  },
  read(root) {
    const attached = valueOf(root, attachedMember);
    const texts = new Map(
      (attached?.kind === 'object' ? attached.members : []).flatMap(({ key, value }) =>
        value?.kind === 'string' ? [[`${attachedPrefix}${key.value}`, value.value] as const] : [],
      ),
    );
    return elements(valueOf(root, 'messages') as JsonNode, (message) => withTexts(message, texts, DEPTH));
  },
};

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
