/**
 * Reads chat API requests and responses that have more than a list of messages: Anthropic's, completions, and items of the
 * Responses API.
 */
import { developerRole, modelRole, systemRole, toolRole, userRole } from '../../../grammar/index.ts';
import { anthropicParts, responseItems } from '../../../grammar/json-rows.ts';
import { replyRoles } from '../../../grammar/messages.ts';
import { type JsonNode, type JsonObject, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import {
  besides,
  type ConversationShape,
  firstOf,
  isArray,
  member,
  stringAt,
  valueOf,
  withBesides,
} from './conversation.ts';
import { elements } from './elements.ts';

/**
 * Anthropic's messages: a request, which has content blocks or instructions next to the messages, or a response, which is a
 * single message.
 */
export const anthropic: ConversationShape = {
  name: 'anthropic',
  matches(root) {
    if (isAnswer(root)) return true;
    const list = listIn(root);
    if (!isArray(list)) return false;
    if (firstOf(list).some(hasBlocks)) return true;
    const system = valueOf(root, 'system');
    // Trainers also expect instructions next to the messages. The shape is therefore a different one if messages have anything that
    // Anthropic's do not have.
    return (system?.kind === 'string' || isBlocks(system)) && !firstOf(list).some(isElsewhere);
  },
  read(root) {
    if (isAnswer(root)) return { list: undefined, messages: [root], misshapen: [], conversations: [[root]] };
    const conversations = elements(listIn(root) as JsonNode);
    const system = memberOf(root, 'system');
    return system ? withBesides(conversations, besides(system, systemRole)) : conversations;
  },
};

const listIn = (root: JsonNode) => (root.kind === 'array' ? root : valueOf(root, 'messages'));
const isAnswer = (root: JsonNode) =>
  textOf(root, 'type') === 'message' && textOf(root, 'role') === modelRole && isArray(valueOf(root, 'content'));
const hasBlocks = (message: JsonNode) =>
  firstOf(valueOf(message, 'content')).some((part) => anthropicParts.includes(textOf(part, 'type') ?? ''));

/** Whether instructions are a list of blocks with types. In other APIs, the blocks have no types. */
const isBlocks = (system: JsonNode | undefined) =>
  isArray(system) && firstOf(system).every((part) => textOf(part, 'type') === 'text');
const elsewhere = ['tool_calls', 'tool_call_id', 'function_call', 'reasoning_content'];
/** The roles that only occur in lists of other APIs. */
const rolesElsewhere = new Set<string | undefined>([systemRole, developerRole, ...replyRoles]);
const isElsewhere = (message: JsonNode) =>
  rolesElsewhere.has(textOf(message, 'role')) ||
  elsewhere.some((key) => memberOf(message, key) !== undefined) ||
  firstOf(valueOf(message, 'content')).some((part) => memberOf(part, 'type') === undefined);

/** A chat API response with a list of choices, each of which has a message. */
export const chatCompletion: ConversationShape = {
  name: 'chat-completion',
  matches: (root) => firstOf(valueOf(root, 'choices')).some((choice) => memberOf(valueOf(choice, 'message'), 'role')),
  read(root) {
    const choices = valueOf(root, 'choices');
    const items = choices?.kind === 'array' ? choices.items : [];
    const choicePairs = items.map((choice) => [choice, valueOf(choice, 'message')] as const);
    const messages = choicePairs.flatMap(([, message]) => (message?.kind === 'object' ? [message] : []));
    return {
      list: undefined,
      messages,
      misshapen: choicePairs.flatMap(([choice, message]) => (message?.kind === 'object' ? [] : [message ?? choice])),
      conversations: messages.map((message) => [message]),
    };
  },
};

/** The items of the Responses API: messages, and the calls, outputs and reasoning between them. */
export const responses: ConversationShape = {
  name: 'responses',
  matches: (root) => itemsIn(root) !== undefined || isOfText(root),
  read(root) {
    const items = itemsIn(root);
    const input = memberOf(root, 'input');
    const inputMessages = input ? besides(input, userRole) : [];
    const conversations = items
      ? elements(items, asMessage)
      : { list: undefined, messages: inputMessages, misshapen: [], conversations: [inputMessages] };
    const instructions = memberOf(root, 'instructions');
    return instructions ? withBesides(conversations, besides(instructions, developerRole)) : conversations;
  },
};

function itemsIn(root: JsonNode): JsonNode | undefined {
  if (root.kind === 'array') return firstOf(root).some(isItem) ? root : undefined;
  const [input, output] = [valueOf(root, 'input'), valueOf(root, 'output')];
  if (firstOf(input).some((node) => isItem(node) || memberOf(node, 'role'))) return input;
  return isArray(output) && (textOf(root, 'object') === 'response' || firstOf(output).some(isItem))
    ? output
    : undefined;
}

/** Whether a value is a request with instructions, and with a string as its input. */
const isOfText = (root: JsonNode) => textOf(root, 'input') !== undefined && textOf(root, 'instructions') !== undefined;

/** Whether an object is an item of the Responses API. */
export const isItem = (node: JsonNode) => responseItems.includes(textOf(node, 'type') ?? '');

/** Converts a call or an output to a message. Other items remain unchanged; their type shows that they are not messages. */
function asMessage(node: JsonNode): JsonNode {
  const type = valueOf(node, 'type');
  if (node.kind !== 'object' || type?.kind !== 'string') return node;
  const [id, name, args] = [valueOf(node, 'call_id'), valueOf(node, 'name'), valueOf(node, 'arguments')];
  const role = (value: string) => member('role', type, stringAt(type, value));
  const optionalMember = (key: string, value: JsonNode | undefined) => (value ? [member(key, value, value)] : []);
  const { start, end } = node;
  if (type.value === 'function_call') {
    const called = { ...node, members: [...optionalMember('name', name), ...optionalMember('arguments', args)] };
    const kind = member('type', type, stringAt(type, 'function'));
    const call = { ...node, members: [...optionalMember('id', id), kind, member('function', type, called)] };
    const calls: JsonNode = { kind: 'array', start, end, items: [call] };
    return { ...node, members: [...node.members, role(modelRole), member('tool_calls', type, calls)] };
  }
  if (type.value === 'function_call_output') {
    const members = [...optionalMember('tool_call_id', id), ...optionalMember('content', valueOf(node, 'output'))];
    return { ...node, members: [...node.members, role(toolRole), ...members] };
  }
  return type.value === 'reasoning' ? withThoughts(node, type) : node;
}

/**
 * Converts an item with a model's thoughts, which is recognized by its type. The texts in `summary` and `content` become parts
 * that are hidden from users.
 */
function withThoughts(node: JsonObject, type: JsonNode): JsonNode {
  const [summary, content] = [valueOf(node, 'summary'), valueOf(node, 'content')];
  if (summary === undefined) return node;
  const items = [summary, content].flatMap((part) => (part?.kind === 'array' ? part.items : (part ?? [])));
  const others = node.members.filter(({ key }) => key.value !== 'content');
  const { start, end } = content ?? summary;
  return { ...node, members: [...others, member('content', type, { kind: 'array', start, end, items })] };
}
