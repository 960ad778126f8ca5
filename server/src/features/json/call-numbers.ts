/** Numbers the calls of a session in the same way as `ocml inspect --calls`. */
import { listOf } from '../../model/json/list.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { originInSession } from '../../model/json/session-messages.ts';
import { memoizeGrowing } from '../../syntax/grown-list.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';
import { isCall } from './session-pairs.ts';

/** The name of a numbered call in exports and searches. */
export const callLabel = (number: number): string => `call ${number}`;

type Numbers = ReadonlyMap<JsonMessage, number>;

/** The numbers for each shown part of a session. Each part has its own entry, because the messages of a branch are separate objects. */
const numbersByReading = new WeakMap<JsonReading, Numbers>();

/**
 * Numbers the calls of a session's final conversation in order, from 1. `unit`: the part of the session whose messages get these numbers.
 */
export function callNumbers({ units, dialect }: Pick<JsonDocument, 'units' | 'dialect'>, unit: JsonUnit): Numbers {
  const reading = readUnit(unit);
  const messages = messagesOf(unit, dialect);
  const [conversation = []] = listOf(readUnit(units.length === 1 ? (units[0] as JsonUnit) : unit)).conversations;
  if (listOf(reading).messages === conversation && orderOf(conversation).isSorted) return inOrder(messages);
  let numbers = numbersByReading.get(reading);
  if (numbers === undefined) numbersByReading.set(reading, (numbers = numbersIn(messages, conversation)));
  return numbers;
}

/** Whether messages are in the order of the log. When a log grows, only its new messages are compared. */
const orderOf = memoizeGrowing<JsonNode, { readonly isSorted: boolean }>(
  (nodes) => ({ isSorted: isSortedFrom(nodes, 1) }),
  ({ isSorted }, nodes, { same }) => ({ isSorted: isSortedFrom(nodes, isSorted ? Math.max(1, same) : 1) }),
);

function isSortedFrom(nodes: readonly JsonNode[], from: number): boolean {
  for (let i = from; i < nodes.length; i++)
    if ((nodes[i - 1] as JsonNode).start > (nodes[i] as JsonNode).start) return false;
  return true;
}

/** The numbers of calls in messages that all belong to the conversation and are in its order. */
const inOrder = memoizeGrowing<JsonMessage, Map<JsonMessage, number>>(
  (messages) => numbered(new Map(), messages, 0),
  (numbers, messages, { before, same }) => {
    for (let i = same; i < before.length; i++) numbers.delete(before[i] as JsonMessage);
    return numbered(numbers, messages, same);
  },
);

function numbered(numbers: Map<JsonMessage, number>, messages: readonly JsonMessage[], from: number) {
  for (let i = from; i < messages.length; i++) {
    const message = messages[i] as JsonMessage;
    if (isCall(message)) numbers.set(message, numbers.size + 1);
  }
  return numbers;
}

/** The numbers of calls in any other part of a session: its messages may be in another order than the conversation, or not belong to it. */
function numbersIn(messages: readonly JsonMessage[], conversation: readonly JsonNode[]): Numbers {
  const indexByNode = new Map<object, number>(conversation.map((node, i) => [node, i]));
  const calls = messages.flatMap((message) => {
    const node = isCall(message) ? originInSession(message)?.node : undefined;
    const position = node && indexByNode.get(node);
    return position === undefined ? [] : { message, place: position };
  });
  calls.sort((a, b) => a.place - b.place);
  return new Map(calls.map(({ message }, i) => [message, i + 1]));
}
