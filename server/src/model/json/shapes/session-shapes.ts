/** Conversations under the names of sessions and benchmarks: SWE-agent, tau-bench, BFCL, and OASST's trees. */
import { sessionMembers, turnListMember } from '../../../grammar/index.ts';
import { treeRoles } from '../../../grammar/json-rows.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { type ConversationShape, firstOf, isArray, member, stringAt, valueOf } from './conversation.ts';
import { elements } from './elements.ts';
import { isShareGpt, shareGptMessage, shareGptWords } from './share-gpt.ts';

const speaks = (node: JsonNode) => textOf(node, 'role') !== undefined || isShareGpt(node);

const sessionIn = (root: JsonNode) =>
  isArray(valueOf(root, 'messages'))
    ? undefined
    : sessionMembers.map((key) => valueOf(root, key)).find((list) => isArray(list) && firstOf(list).some(speaks));

/** A session in a member of another name, in the words of chat APIs or of ShareGPT. */
export const sessions: ConversationShape = {
  name: 'messages',
  matches: (root) => sessionIn(root) !== undefined,
  read(root) {
    const list = sessionIn(root) as JsonNode;
    if (!firstOf(list).some(isShareGpt)) return elements(list);
    return { ...elements(list, (node) => (isShareGpt(node) ? shareGptMessage(node) : node)), words: shareGptWords };
  },
};

/** The messages of one turn after another, each a list. */
export const turnLists: ConversationShape = {
  name: 'messages',
  matches: (root) => firstOf(valueOf(root, turnListMember)).some((turn) => firstOf(turn).some(speaks)),
  read(root) {
    const list = valueOf(root, turnListMember) as JsonNode;
    const turns = (list.kind === 'array' ? list.items : []).map((turn) => elements(turn));
    const messages = turns.flatMap((turn) => turn.messages);
    return { list, messages, misshapen: turns.flatMap(({ misshapen }) => misshapen), conversations: [messages] };
  },
};

const isTreeMessage = (node: JsonNode | undefined) =>
  node !== undefined && textOf(node, 'text') !== undefined && getOwn(treeRoles, textOf(node, 'role')) !== undefined;

/** A message, and the way to it from the prompt. */
interface Way {
  readonly message: JsonNode;
  readonly before: Way | undefined;
}

interface Reply {
  readonly node: JsonNode;
  readonly before: Way | undefined;
}

/** So many messages are in all conversations of a tree: with each reply, those before it count again. */
const MAX_WAYS_LENGTH = 100_000;

function messagesOf(last: Way): JsonNode[] {
  const messages: JsonNode[] = [];
  for (let way: Way | undefined = last; way !== undefined; way = way.before) messages.push(way.message);
  return messages.reverse();
}

/** A prompt with all its replies, each with its own: a conversation for every way from the prompt to a last reply. */
export const trees: ConversationShape = {
  name: 'messages',
  matches: (root) => isTreeMessage(valueOf(root, 'prompt')) && memberOf(root, 'message_tree_id') !== undefined,
  read(root) {
    const messages: JsonNode[] = [];
    const misshapen: JsonNode[] = [];
    const conversations: JsonNode[][] = [];
    // A list of what is left, as trees can be as deep as any text says.
    const left: Reply[] = [{ node: valueOf(root, 'prompt') as JsonNode, before: undefined }];
    let length = 0;
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { node, before } = next;
      if (node.kind !== 'object') {
        misshapen.push(node);
        continue;
      }
      const message = treeMessage(node.members, node);
      messages.push(message);
      const said: Way = { message, before };
      const replies = valueOf(node, 'replies');
      if (replies?.kind === 'array' && replies.items.length > 0)
        for (const reply of [...replies.items].reverse()) left.push({ node: reply, before: said });
      else if (length < MAX_WAYS_LENGTH) {
        const way = messagesOf(said);
        conversations.push(way);
        length += way.length;
      }
    }
    return { list: undefined, messages, misshapen, conversations };
  },
};

/** A message of a tree in the words of chat APIs, without its replies. */
function treeMessage(members: readonly JsonMember[], { start, end }: JsonNode): JsonNode {
  const kept = members.flatMap((one) => {
    const { key, value } = one;
    if (key.value === 'replies') return [];
    if (key.value === 'text' && value) return [member('content', key, value)];
    const role = key.value === 'role' && value?.kind === 'string' ? getOwn(treeRoles, value.value) : undefined;
    return role !== undefined && value ? [member('role', key, stringAt(value, role))] : [one];
  });
  return { kind: 'object', start, end, members: kept };
}
