/** ShareGPT: `conversations` of `from` and `value`. */
import { shareGptRoles } from '../../grammar/index.ts';
import { type JsonMember, type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { type ConversationShape, elements, firstOf, isArray, member, stringAt, valueOf } from './conversation.ts';

const roleOf = new Map(shareGptRoles.map((fact) => [fact.name, fact]));

export const shareGpt: ConversationShape = {
  name: 'sharegpt',
  matches: (root) =>
    firstOf(valueOf(root, 'conversations')).some((node) => memberOf(node, 'from') ?? memberOf(node, 'value')),
  read: (root) => ({
    ...elements(valueOf(root, 'conversations') as JsonNode, asMessage),
    words: { role: 'from', content: 'value', roles: shareGptRoles.map(({ name }) => name) },
  }),
};

/** Conversations under this name whose messages are those of chat APIs. */
export const conversations: ConversationShape = {
  name: 'messages',
  matches: (root) =>
    isArray(valueOf(root, 'conversations')) &&
    firstOf(valueOf(root, 'conversations')).some((node) => memberOf(node, 'role')),
  read: (root) => elements(valueOf(root, 'conversations') as JsonNode),
};

function asMessage(node: JsonNode): JsonNode {
  if (node.kind !== 'object') return node;
  return { ...node, members: node.members.flatMap(inOtherWords) };
}

function inOtherWords(said: JsonMember): JsonMember[] {
  const { key, value } = said;
  if (key.value === 'value' && value) return [member('content', key, value)];
  if (key.value !== 'from' || value === undefined) return [said];
  const fact = value.kind === 'string' ? roleOf.get(value.value) : undefined;
  if (fact === undefined) return [member('role', key, value)];
  const role = member('role', key, stringAt(value, fact.role));
  // Which tool is called is in the content.
  return fact.call ? [role, member('recipient', key, stringAt(value, 'functions'))] : [role];
}
