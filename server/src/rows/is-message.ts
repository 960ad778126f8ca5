/** Whether an element of a list is a message, so that the list is a conversation and not a data set. */
import { type JsonNode, memberOf } from '../syntax/json/nodes.ts';

/** Members that a row has, and a message has not. */
export const rowMembers = ['messages', 'conversations', 'conversation', 'prompt', 'text'];

export const isMessage = (node: JsonNode): boolean =>
  node.kind === 'object' &&
  ['role', 'from', 'token', 'event'].some((key) => memberOf(node, key) !== undefined) &&
  rowMembers.every((key) => memberOf(node, key) === undefined);
