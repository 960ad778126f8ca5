/** Reads messages with the id of the message that they reply to, as published by Open Assistant, either as trees or as flat lists. */
import { treeRoles } from '../../../grammar/json-rows.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { type ConversationShape, type Conversations, firstOf, member, stringAt, valueOf } from './conversation.ts';

const isTreeMessage = (node: JsonNode | undefined) =>
  node !== undefined && textOf(node, 'text') !== undefined && getOwn(treeRoles, textOf(node, 'role')) !== undefined;

/** A message, and the path to it from the prompt. */
interface Way {
  readonly message: JsonNode;
  readonly before: Way | undefined;
}

interface Reply {
  readonly node: JsonNode;
  readonly before: Way | undefined;
}

/**
 * The maximum number of messages in all conversations of a tree. A message that several conversations have in common is counted
 * in each of them.
 */
const MAX_WAYS_LENGTH = 100_000;

function messagesOf(last: Way): JsonNode[] {
  const messages: JsonNode[] = [];
  for (let way: Way | undefined = last; way !== undefined; way = way.before) messages.push(way.message);
  return messages.reverse();
}

/**
 * Returns one conversation for each path from a prompt to a reply that has no replies. `asMessage`: converts a node to a message;
 * undefined if the node has no content.
 */
export function waysFrom(
  prompts: readonly JsonNode[],
  repliesTo: (node: JsonNode) => readonly JsonNode[],
  asMessage = (node: JsonNode): JsonNode | undefined =>
    node.kind === 'object' ? treeMessage(node.members, node) : undefined,
): Conversations {
  const messages: JsonNode[] = [];
  const misshapen: JsonNode[] = [];
  const conversations: JsonNode[][] = [];
  // A stack is used instead of recursion, since trees can be arbitrarily deep.
  const stack: Reply[] = prompts.toReversed().map((node) => ({ node, before: undefined }));
  let length = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, before } = next;
    if (node.kind !== 'object') {
      misshapen.push(node);
      continue;
    }
    const message = asMessage(node);
    if (message) messages.push(message);
    const path = message ? { message, before } : before;
    const replies = repliesTo(node);
    if (replies.length > 0) for (const reply of replies.toReversed()) stack.push({ node: reply, before: path });
    else if (path && length < MAX_WAYS_LENGTH) {
      const way = messagesOf(path);
      conversations.push(way);
      length += way.length;
    }
  }
  return { list: undefined, messages, misshapen, conversations };
}

/** A prompt that contains its replies, which contain their own replies. */
export const trees: ConversationShape = {
  name: 'messages',
  matches: (root) => isTreeMessage(valueOf(root, 'prompt')) && memberOf(root, 'message_tree_id') !== undefined,
  read: (root) =>
    waysFrom([valueOf(root, 'prompt') as JsonNode], (node) => {
      const replies = valueOf(node, 'replies');
      return replies?.kind === 'array' ? replies.items : [];
    }),
};

const isFlatMessage = (node: JsonNode) => isTreeMessage(node) && textOf(node, 'message_id') !== undefined;

/** The messages of trees as a list in which each message has the id of its parent, or as a single message in a row of a data set. */
export const flatTrees: ConversationShape = {
  name: 'messages',
  matches: (root) => (root.kind === 'array' ? firstOf(root).some(isFlatMessage) : isFlatMessage(root)),
  read(root) {
    const items = root.kind === 'array' ? root.items : [root];
    const ids = new Set(items.map((item) => textOf(item, 'message_id')));
    const replies = new Map<string, JsonNode[]>();
    const prompts: JsonNode[] = [];
    for (const item of items) {
      const parent = textOf(item, 'parent_id');
      if (parent === undefined || !ids.has(parent) || parent === textOf(item, 'message_id')) prompts.push(item);
      else {
        const siblings = replies.get(parent);
        if (siblings) siblings.push(item);
        else replies.set(parent, [item]);
      }
    }
    return waysFrom(prompts, (node) => {
      const id = textOf(node, 'message_id') ?? '';
      const nodes = replies.get(id) ?? [];
      // If several messages have the same id, only the first one gets the replies.
      replies.delete(id);
      return nodes;
    });
  },
};

/** Converts a message of a tree to the format of chat APIs, without its replies. */
function treeMessage(members: readonly JsonMember[], { start, end }: JsonNode): JsonNode {
  const chatMembers = members.flatMap((one) => {
    const { key, value } = one;
    if (key.value === 'replies') return [];
    if (key.value === 'text' && value) return [member('content', key, value)];
    const role = key.value === 'role' && value?.kind === 'string' ? getOwn(treeRoles, value.value) : undefined;
    return role !== undefined && value ? [member('role', key, stringAt(value, role))] : [one];
  });
  return { kind: 'object', start, end, members: chatMembers };
}
