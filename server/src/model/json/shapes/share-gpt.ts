/**
 * Reads messages with other keys or roles: `from` and `value` in ShareGPT, and lists in which calls and replies have roles of
 * their own.
 */
import { listMembers, systemRole } from '../../../grammar/index.ts';
import { agentRoles, nemoRoles, shareGptRoles } from '../../../grammar/json-rows.ts';
import { type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import {
  besides,
  type ConversationShape,
  firstOf,
  isArray,
  member,
  stringAt,
  valueOf,
  type Words,
  withBesides,
} from './conversation.ts';
import { elements } from './elements.ts';

interface RoleFact {
  readonly name: string;
  readonly role: string;
  readonly call?: true;
}

const byName = (facts: readonly RoleFact[]) => new Map(facts.map((fact) => [fact.name, fact]));
const namesOf = (facts: readonly RoleFact[]) => facts.map(({ name }) => name);

const shareGptRole = byName(shareGptRoles);

export const shareGptWords: Words = { role: 'from', content: 'value', roles: namesOf(shareGptRoles) };

/** Whether an object is a message of ShareGPT. */
export const isShareGpt = (node: JsonNode): boolean =>
  memberOf(node, 'from') !== undefined && memberOf(node, 'value') !== undefined && !memberOf(node, 'role');

/** The list under any of the usual keys for conversations, if at least one of its first elements matches. */
const listIn = (root: JsonNode, shows: (node: JsonNode) => boolean): JsonNode | undefined =>
  listMembers.map((key) => valueOf(root, key)).find((list) => isArray(list) && firstOf(list).some(shows));

/**
 * The list of a conversation in the format of ShareGPT. In `conversations`, one of the two keys is enough, since no other shape has this
 * field and the other key may be misspelled.
 */
const shareGptIn = (root: JsonNode) =>
  listIn(root, isShareGpt) ??
  [valueOf(root, 'conversations')].find((list) =>
    firstOf(list).some((node) => memberOf(node, 'from') ?? memberOf(node, 'value')),
  );

export const shareGpt: ConversationShape = {
  name: 'sharegpt',
  matches: (root) => shareGptIn(root) !== undefined,
  read(root) {
    const list = shareGptIn(root) as JsonNode;
    const facts = isNemo(list) ? nemoRoles : shareGptRoles;
    const roles = byName(facts);
    const read = elements(list, (node) => shareGptMessage(node, roles));
    // Trainers expect instructions next to the list.
    const system = memberOf(root, 'system');
    const words = { ...shareGptWords, roles: namesOf(facts) };
    return { ...withBesides(read, system ? besides(system, systemRole) : []), words };
  },
};

const nemoSpeakers = new Set(nemoRoles.flatMap(({ name, role }) => (role === systemRole ? [] : name)));

/** Whether some of the first speakers are NeMo's and none is ShareGPT's. A speaker `System` does not count, since it may be a typo. */
function isNemo(list: JsonNode): boolean {
  const speakers = firstOf(list).flatMap((node) => textOf(node, 'from') ?? []);
  return speakers.some((name) => nemoSpeakers.has(name)) && !speakers.some((name) => shareGptRole.has(name));
}

/** Conversations in fields that are not named `messages`, with chat API messages. */
export const conversations: ConversationShape = {
  name: 'messages',
  matches: (root) => otherList(root) !== undefined,
  read: (root) => elements(otherList(root) as JsonNode),
};

const otherList = (root: JsonNode): JsonNode | undefined => {
  const list = listIn(root, (node) => textOf(node, 'role') !== undefined);
  return list === valueOf(root, 'messages') ? undefined : list;
};

const agentRole = byName(agentRoles);
const isAgents = (node: JsonNode) => ['tool_call', 'tool_response'].includes(textOf(node, 'role') ?? '');

/** A list in which calls are separate messages with the role `tool_call`, and replies have the role `tool_response`. */
export const agents: ConversationShape = {
  name: 'messages',
  matches(root) {
    const list = valueOf(root, 'messages');
    // All messages are checked, since the first call may come late.
    return list?.kind === 'array' && list.items.some(isAgents);
  },
  read: (root) => ({
    ...elements(valueOf(root, 'messages') as JsonNode, agentMessage),
    words: { role: 'role', content: 'content', roles: namesOf(agentRoles) },
  }),
};

function agentMessage(node: JsonNode): JsonNode {
  const role = memberOf(node, 'role');
  if (node.kind !== 'object' || role === undefined) return node;
  return { ...node, members: node.members.flatMap((one) => (one === role ? inRole(one, agentRole) : [one])) };
}

/** Converts a message of ShareGPT to the format of chat APIs. */
export function shareGptMessage(node: JsonNode, roles: ReadonlyMap<string, RoleFact> = shareGptRole): JsonNode {
  if (node.kind !== 'object') return node;
  return {
    ...node,
    members: node.members.flatMap((one) => {
      const { key, value } = one;
      if (key.value === 'value' && value) return [member('content', key, value)];
      return key.value === 'from' ? inRole(one, roles) : [one];
    }),
  };
}

/** Converts the role in the document to that of chat APIs, at the same span. A call also gets a recipient. */
function inRole(jsonMember: JsonMember, facts: ReadonlyMap<string, RoleFact>): JsonMember[] {
  const { key, value } = jsonMember;
  if (value === undefined) return [jsonMember];
  const fact = value.kind === 'string' ? facts.get(value.value) : undefined;
  if (fact === undefined) return [member('role', key, value)];
  const role = member('role', key, stringAt(value, fact.role));
  // The name of the called tool is in the content.
  return fact.call ? [role, member('recipient', key, stringAt(value, 'functions'))] : [role];
}
