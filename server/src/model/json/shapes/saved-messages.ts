/** Reads messages as saved by LangChain and Cohere, and a single message with the server's metadata (Ollama). */
import { modelRole, systemRole, toolRole, userRole } from '../../../grammar/index.ts';
import {
  libraryExtras,
  libraryMembers,
  libraryRoles,
  savedLists,
  simulationMember,
  speakerRoles,
} from '../../../grammar/json-saved.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { besides, type ConversationShape, firstOf, isArray, member, stringAt, valueOf } from './conversation.ts';
import { elements } from './elements.ts';

/** The object that contains the content of a LangChain message: the message itself, its `data`, or the `kwargs` of a serialized message. */
function heldIn(node: JsonNode): JsonNode | undefined {
  if (memberOf(node, 'role')) return undefined;
  const isSerialised = textOf(node, 'type') === 'constructor' && memberOf(node, 'lc') !== undefined;
  const container = isSerialised ? valueOf(node, 'kwargs') : (valueOf(node, 'data') ?? node);
  if (container?.kind !== 'object' || memberOf(container, 'content') === undefined) return undefined;
  return libraryRole(isSerialised ? container : node) === undefined ? undefined : container;
}

const libraryRole = (node: JsonNode) => getOwn(libraryRoles, textOf(node, 'type'));

function libraryMessage(node: JsonNode): JsonNode {
  const container = heldIn(node);
  const type = memberOf(container, 'type') ?? memberOf(node, 'type');
  if (container?.kind !== 'object' || type?.value === undefined) return node;
  const role = libraryRole(container) ?? libraryRole(node);
  if (role === undefined) return node;
  const { start, end } = node;
  // If the content consists of Anthropic's blocks, it already has the calls that are also in `tool_calls`.
  const hasCalls = firstOf(valueOf(container, 'content'), Number.POSITIVE_INFINITY).some(
    (part) => textOf(part, 'type') === 'tool_use',
  );
  const isRepeated = ({ key }: JsonMember) => hasCalls && key.value === 'tool_calls';
  const others = container.members.flatMap((one) => (isNoted(one) || isRepeated(one) ? [] : [calls(one)]));
  return { kind: 'object', start, end, members: [member('role', type.key, stringAt(type.value, role)), ...others] };
}

/** Whether a field of a LangChain message is metadata or is empty. */
const isNoted = ({ key, value }: JsonMember) =>
  libraryMembers.includes(key.value) ||
  (libraryExtras.includes(key.value) &&
    ((value?.kind === 'object' && value.members.length === 0) ||
      (value?.kind === 'array' && value.items.length === 0)));

/** Converts calls that have a name and arguments but no `function` object, as in logs of Inspect. An empty list becomes null. */
function calls(jsonMember: JsonMember): JsonMember {
  const { key, value } = jsonMember;
  if (key.value !== 'tool_calls' || value?.kind !== 'array') return jsonMember;
  if (value.items.length === 0) return member(key.value, key, { ...stringAt(value, ''), kind: 'null', value: null });
  const items = value.items.map((call): JsonNode => {
    const [name, args] = [memberOf(call, 'name'), memberOf(call, 'args') ?? memberOf(call, 'arguments')];
    if (call.kind !== 'object' || name?.value === undefined || args?.value === undefined) return call;
    const id = call.members.filter(({ key }) => key.value === 'id');
    const called = [member('function', name.key, name.value), member('arguments', args.key, args.value)];
    return { ...call, members: [...id, ...called] };
  });
  return member(key.value, key, { ...value, items });
}

const listsIn = (root: JsonNode) =>
  root.kind === 'array' ? [root] : savedLists.flatMap((key) => valueOf(root, key) ?? []);

const listIn = (root: JsonNode, shows: (node: JsonNode) => boolean) =>
  listsIn(root).find((list) => isArray(list) && firstOf(list).some(shows));

const isLibrary = (node: JsonNode) => heldIn(node) !== undefined;

/** LangChain's messages as written by `messages_to_dict`, or as in logs of graphs and traces. */
export const libraryMessages: ConversationShape = {
  name: 'messages',
  matches: (root) => listIn(root, isLibrary) !== undefined,
  read: (root) => elements(listIn(root, isLibrary) as JsonNode, libraryMessage),
};

const speakerRole = (node: JsonNode) => getOwn(speakerRoles, textOf(node, 'role'));
const isCohere = (node: JsonNode) =>
  speakerRole(node) !== undefined && (textOf(node, 'message') !== undefined || textOf(node, 'role') === 'Chatbot');
const cohereIn = (root: JsonNode) => listIn(root, isCohere);

/** Cohere's format: a list of earlier turns, with the next user message and the instructions in other fields. */
export const cohereMessages: ConversationShape = {
  name: 'messages',
  matches: (root) => cohereIn(root) !== undefined,
  read(root) {
    const list = cohereIn(root) as JsonNode;
    const conversations = elements(list, cohereMessage);
    const [next, before] = ['message', 'preamble'].map((key) => (list === root ? undefined : memberOf(root, key)));
    const nodes = [
      ...(before ? besides(before, systemRole) : []),
      ...conversations.messages,
      ...(next ? besides(next, userRole) : []),
    ];
    const messages = [...nodes].sort((a, b) => a.start - b.start);
    return {
      ...conversations,
      list: nodes.length > conversations.messages.length ? undefined : list,
      messages,
      conversations: [nodes],
    };
  },
};

function cohereMessage(node: JsonNode): JsonNode {
  const role = speakerRole(node);
  if (node.kind !== 'object' || role === undefined) return node;
  return {
    ...node,
    members: node.members.map((one) => {
      const { key, value } = one;
      if (key.value === 'role' && value) return member('role', key, stringAt(value, role));
      return key.value === 'message' && value && !memberOf(node, 'content') ? member('content', key, value) : one;
    }),
  };
}

const isSimulated = (node: JsonNode) =>
  memberOf(node, simulationMember) !== undefined && memberOf(node, 'role') !== undefined;
const simulationIn = (root: JsonNode) => [valueOf(root, 'messages')].find((list) => firstOf(list).some(isSimulated));

/** The messages of a tau2 run, in which a reply has the id of its call. */
export const simulations: ConversationShape = {
  name: 'messages',
  matches: (root) => simulationIn(root) !== undefined,
  read: (root) => elements(simulationIn(root) as JsonNode, simulationMessage),
};

function simulationMessage(node: JsonNode): JsonNode {
  if (node.kind !== 'object') return node;
  const isReply = textOf(node, 'role') === toolRole && memberOf(node, 'tool_call_id') === undefined;
  const members = node.members.map((one) =>
    isReply && one.key.value === 'id' && one.value ? member('tool_call_id', one.key, one.value) : calls(one),
  );
  return { ...node, members };
}

/** A request or a response of Ollama: a single message with the server's metadata. */
export const servedMessage: ConversationShape = {
  name: 'chat-completion',
  matches: (root) =>
    textOf(valueOf(root, 'message'), 'role') === modelRole && valueOf(root, 'done')?.kind === 'boolean',
  read(root) {
    const messages = [valueOf(root, 'message') as JsonNode];
    return { list: undefined, messages, misshapen: [], conversations: [messages] };
  },
};
