/** Reads conversations in the formats of sessions and benchmarks: SWE-agent, tau-bench, BFCL. */
import { sessionMembers, systemRole, turnListMember } from '../../../grammar/index.ts';
import { promptedMembers, sessionContents, sessionRoles } from '../../../grammar/json-rows.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import {
  besides,
  type ConversationShape,
  firstOf,
  hasMessageList,
  isArray,
  member,
  stringAt,
  valueOf,
  withBesides,
} from './conversation.ts';
import { elements } from './elements.ts';
import { isShareGpt, shareGptMessage, shareGptWords } from './share-gpt.ts';

const speaks = (node: JsonNode) => textOf(node, 'role') !== undefined || isShareGpt(node);

/** Whether a message has its content in `text`. In some programs, all messages do. */
const saysText = (node: JsonNode) => textOf(node, 'text') !== undefined && !memberOf(node, 'content') && speaks(node);

/** The list of messages, if all of them have their content in `text`. */
function textMessagesIn(root: JsonNode): JsonNode | undefined {
  const list = valueOf(root, 'messages');
  return list?.kind === 'array' && list.items.length > 0 && list.items.every(saysText) ? list : undefined;
}

const sessionIn = (root: JsonNode) =>
  hasMessageList(root)
    ? textMessagesIn(root)
    : sessionMembers.map((key) => valueOf(root, key)).find((list) => isArray(list) && firstOf(list).some(speaks));

/** A session of Hermes, which is an object with instructions and a list of messages. */
export const promptedSessions: ConversationShape = {
  name: 'messages',
  matches: (root) =>
    hasMessageList(root) &&
    promptedMembers.every((key) => textOf(root, key) !== undefined) &&
    textOf(firstOf(valueOf(root, 'messages'))[0] ?? root, 'role') !== systemRole,
  read(root) {
    const list = valueOf(root, 'messages') as JsonNode;
    const prompt = memberOf(root, promptedMembers[0]);
    const before = prompt ? besides(prompt, systemRole) : [];
    const read = elements(list);
    const conversations = read.conversations.map((messages) => [...before, ...messages]);
    return { ...withBesides(read, before), conversations };
  },
};

/** A session in a field that is not named `messages`, in the format of chat APIs or of ShareGPT. */
export const sessions: ConversationShape = {
  name: 'messages',
  matches: (root) => sessionIn(root) !== undefined,
  read(root) {
    const list = sessionIn(root) as JsonNode;
    if (!firstOf(list).some(isShareGpt)) return elements(list, sessionMessage);
    return { ...elements(list, (node) => (isShareGpt(node) ? shareGptMessage(node) : node)), words: shareGptWords };
  },
};

/** Converts a message with other names for role or content to the format of chat APIs. */
function sessionMessage(node: JsonNode): JsonNode {
  const role = memberOf(node, 'role');
  if (node.kind !== 'object' || role?.value?.kind !== 'string') return node;
  const chatRole = getOwn(sessionRoles, role.value.value);
  const contentMember = memberOf(node, 'content')
    ? undefined
    : sessionContents
        .map((key) => memberOf(node, key))
        .find((one) => one?.value?.kind === 'string' && one.value.value !== '');
  if (chatRole === undefined && contentMember === undefined) return node;
  const members = node.members.map((one) => {
    if (one === role && chatRole !== undefined)
      return member('role', one.key, stringAt(role.value as JsonNode, chatRole));
    return one === contentMember && one.value ? member('content', one.key, one.value) : one;
  });
  return { ...node, members };
}

/** A list of turns, each of which is a list of messages. */
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
