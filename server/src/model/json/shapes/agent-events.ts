/**
 * Reads an agent's actions and observations in the format in which OpenHands stores its sessions. An action is a message or a
 * call, and an observation is the reply to the action that caused it.
 */
import { developerRole, eventListMembers, toolRole } from '../../../grammar/index.ts';
import { eventRoles, sayingActions, silentEvents } from '../../../grammar/json-rows.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { dataOf, type JsonMember, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import {
  type ConversationShape,
  type Conversations,
  firstOf,
  hasMessageList,
  isArray,
  member,
  stringAt,
  valueOf,
} from './conversation.ts';

const kindOf = (event: JsonNode) => textOf(event, 'action') ?? textOf(event, 'observation');

/** Whether an object is an event of OpenHands. Unlike the steps of other agents, events have a `source`. */
const isEvent = (node: JsonNode): boolean =>
  textOf(node, 'source') !== undefined &&
  kindOf(node) !== undefined &&
  ['args', 'content', 'message', 'extras'].some((key) => memberOf(node, key) !== undefined);

/** The events in a list. In older sessions, each action and its observation form an inner list. */
const eventsIn = (list: JsonNode | undefined): readonly JsonNode[] =>
  list?.kind === 'array' ? list.items.flatMap((item) => (item.kind === 'array' ? item.items : [item])) : [];

const shows = (list: JsonNode | undefined) =>
  firstOf(list).some((item) => (item.kind === 'array' ? firstOf(item).some(isEvent) : isEvent(item)));

const listIn = (root: JsonNode): JsonNode | undefined =>
  root.kind === 'array'
    ? [root].find(shows)
    : eventListMembers.map((key) => valueOf(root, key)).find((list) => isArray(list) && shows(list));

export const agentEvents: ConversationShape = {
  name: 'messages',
  matches: (root) => !hasMessageList(root) && (isEvent(root) || listIn(root) !== undefined),
  read(root) {
    const list = isEvent(root) ? undefined : listIn(root);
    return { ...readEvents(list ? eventsIn(list) : [root]), list };
  },
};

function readEvents(events: readonly JsonNode[]): Conversations {
  /** The ids of calls, both by the id itself and by the number of the event. */
  const called = new Map<string, string>();
  const messages: JsonNode[] = [];
  for (const event of events) {
    if (event.kind !== 'object' || silentEvents.includes(kindOf(event) ?? '')) continue;
    const message = textOf(event, 'observation') === undefined ? acted(event, called) : observed(event, called);
    if (message) messages.push(message);
  }
  const misshapen = events.filter(({ kind }) => kind !== 'object');
  return {
    list: undefined,
    messages,
    misshapen,
    conversations: [messages],
    words: { role: 'source', content: 'content' },
  };
}

const callMetadata = (event: JsonNode, key: string) => textOf(valueOf(event, 'tool_call_metadata'), key);

/** The event number in a field, as a string. */
function numberIn(event: JsonNode, key: string): string | undefined {
  const value = valueOf(event, key);
  return value?.kind === 'number' || value?.kind === 'string' ? `${value.value}` : undefined;
}

/** Converts an action to a message with the role of its source. An action that a tool executes becomes a call. */
function acted(event: JsonNode, called: Map<string, string>): JsonNode | undefined {
  const action = memberOf(event, 'action');
  if (action?.value === undefined) return undefined;
  const kind = textOf(event, 'action') ?? '';
  const args = valueOf(event, 'args');
  if (Object.hasOwn(sayingActions, kind)) return messageOf(event, getOwn(sayingActions, kind), contentIn(event, args));
  if (textOf(event, 'source') !== 'agent') return undefined;
  const { start, end } = args ?? action.value;
  const callArguments =
    args?.kind === 'object' ? { ...args, members: args.members.filter(({ key }) => key.value !== 'thought') } : args;
  const argumentsJson = JSON.stringify(dataOf(callArguments) ?? {});
  const name = callMetadata(event, 'function_name') ?? kind;
  const number = numberIn(event, 'id');
  const id = callMetadata(event, 'tool_call_id') ?? number;
  for (const key of [id, number]) if (id !== undefined && key !== undefined) called.set(key, id);
  const at = action.value;
  const fn = [
    member('name', action.key, stringAt(at, name)),
    member('arguments', action.key, stringAt({ start, end }, argumentsJson)),
  ];
  const call: JsonNode = {
    kind: 'object',
    start: action.key.start,
    end,
    members: [
      ...(id === undefined ? [] : [member('id', action.key, stringAt(at, id))]),
      member('type', action.key, stringAt(at, 'function')),
      member('function', action.key, { kind: 'object', start: at.start, end, members: fn }),
    ],
  };
  const calls: JsonNode = { kind: 'array', start: call.start, end: call.end, items: [call] };
  return messageOf(event, undefined, valueOf(args, 'thought') ?? nullAt(action), [
    member('tool_calls', action.key, calls),
  ]);
}

const nullAt = ({ key: { start, end } }: JsonMember): JsonNode => ({ kind: 'null', value: null, start, end });

/** The text of an action: its content, otherwise its final thought, otherwise the text that the program displays. */
const contentIn = (event: JsonNode, args: JsonNode | undefined): JsonNode | undefined =>
  ['content', 'final_thought', 'thought', 'reason']
    .map((key) => valueOf(args, key))
    .find((value) => value?.kind === 'string' && value.value !== '') ?? valueOf(event, 'message');

/** Converts an observation to the reply to a call. An observation without a call becomes a developer message, not a user message. */
function observed(event: JsonNode, called: ReadonlyMap<string, string>): JsonNode {
  const id = called.get(callMetadata(event, 'tool_call_id') ?? '') ?? called.get(numberIn(event, 'cause') ?? '');
  const content = valueOf(event, 'content') ?? valueOf(event, 'message');
  if (id === undefined) return messageOf(event, developerRole, content);
  const cause = memberOf(event, 'cause') ?? (memberOf(event, 'tool_call_metadata') as JsonMember);
  return messageOf(event, toolRole, content, [member('tool_call_id', cause.key, stringAt(cause.key, id))]);
}

/** Creates a message. `role`: if defined, replaces the role of the source. */
function messageOf(
  event: JsonNode,
  role: string | undefined,
  content: JsonNode | undefined,
  more: readonly JsonMember[] = [],
): JsonNode {
  const { start, end } = event;
  const source = memberOf(event, 'source');
  const node = source?.value;
  const name = node?.kind === 'string' ? node.value : undefined;
  const speaker = role ?? getOwn(eventRoles, name) ?? name;
  // An event without a source may have text, but who wrote it is unknown.
  const key = source?.key ?? stringAt({ start, end: start + 1 }, 'source');
  return {
    kind: 'object',
    start,
    end,
    members: [
      ...(speaker === undefined
        ? []
        : [member('role', key, node && speaker === name ? node : stringAt(node ?? key, speaker))]),
      ...(content ? [member('content', key, content)] : []),
      ...more,
    ],
  };
}
