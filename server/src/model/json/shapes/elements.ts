/** Returns the elements of a list as messages. */
import type { JsonNode } from '../../../syntax/json/nodes.ts';
import type { Conversations } from './conversation.ts';
import { messagesOfParts } from './value-parts.ts';

/** Returns the elements of a list as a single conversation. `asMessage`: converts an element to the format of chat APIs. */
export function elements(list: JsonNode, asMessage = (node: JsonNode) => node): Conversations {
  if (list.kind !== 'array') return { list, messages: [], misshapen: [list], conversations: [] };
  const objects = list.items.filter(({ kind }) => kind === 'object');
  const messages = objects.flatMap((node) => messagesOfParts(asMessage(node)));
  const misshapen = list.items.filter(({ kind }) => kind !== 'object');
  return { list, messages, misshapen, conversations: [messages] };
}
