/** Tests whether an element of a list is a message. A list of messages is a conversation and not a data set. */
import { type JsonNode, memberOf } from '../syntax/json/nodes.ts';

/** Fields that occur in rows but not in messages. */
export const rowMembers = ['messages', 'conversations', 'conversation', 'prompt', 'text'];

export const isMessage = (node: JsonNode): boolean =>
  node.kind === 'object' &&
  ['role', 'from', 'token', 'event'].some((key) => memberOf(node, key) !== undefined) &&
  rowMembers.every((key) => memberOf(node, key) === undefined);
