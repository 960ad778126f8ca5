/** Messages with other keys: ShareGPT's `from` and `value`, and lists in which calls and replies have their own roles. */
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

/** The list of a conversation, in any usual member, whose first elements match. */
const listIn = (root: JsonNode, shows: (node: JsonNode) => boolean): JsonNode | undefined =>
  listMembers.map((key) => valueOf(root, key)).find((list) => isArray(list) && firstOf(list).some(shows));

/** The messages in `conversations` may all be misspelled: no other shape has this member. */
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
    // Trainers put instructions next to the list.
    const system = memberOf(root, 'system');
    const words = { ...shareGptWords, roles: namesOf(facts) };
    return { ...withBesides(read, system ? besides(system, systemRole) : []), words };
  },
};

const nemoSpeakers = new Set(nemoRoles.flatMap(({ name, role }) => (role === systemRole ? [] : name)));

/** Whether some of the first speakers are NeMo's, and none is ShareGPT's: a `System` may be a typo. */
function isNemo(list: JsonNode): boolean {
  const speakers = firstOf(list).flatMap((node) => textOf(node, 'from') ?? []);
  return speakers.some((name) => nemoSpeakers.has(name)) && !speakers.some((name) => shareGptRole.has(name));
}

/** Conversations under other names than `messages`, with the messages of chat APIs. */
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

/** A list in which a call is a message with the role `tool_call`, and a reply a message with the role `tool_response`. */
export const agents: ConversationShape = {
  name: 'messages',
  matches(root) {
    const list = valueOf(root, 'messages');
    // The first call may come late.
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

/** A message of ShareGPT in the format of chat APIs. */
export function shareGptMessage(node: JsonNode, roles: ReadonlyMap<string, RoleFact> = shareGptRole): JsonNode {
  if (node.kind !== 'object') return node;
  return {
    ...node,
    members: node.members.flatMap((said) => {
      const { key, value } = said;
      if (key.value === 'value' && value) return [member('content', key, value)];
      return key.value === 'from' ? inRole(said, roles) : [said];
    }),
  };
}

/** The role for a word in the document, with its span. */
function inRole(said: JsonMember, facts: ReadonlyMap<string, RoleFact>): JsonMember[] {
  const { key, value } = said;
  if (value === undefined) return [said];
  const fact = value.kind === 'string' ? facts.get(value.value) : undefined;
  if (fact === undefined) return [member('role', key, value)];
  const role = member('role', key, stringAt(value, fact.role));
  // The content names the called tool.
  return fact.call ? [role, member('recipient', key, stringAt(value, 'functions'))] : [role];
}
