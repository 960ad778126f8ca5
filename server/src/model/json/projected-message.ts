/** Converts an object of the projection to a message. */
import { functionsNamespace } from '../../grammar/index.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { JsonMessage } from './message.ts';
import { oneWord, placeAndRole } from './message-members.ts';
import { misspelledIn } from './misspelled.ts';

/** Returns the call of a message in the projection, even if its shape is wrong. */
export function callIn(node: JsonNode): JsonNode | undefined {
  const call = memberOf(node, 'tool_call')?.value;
  return call?.kind === 'null' ? undefined : call;
}

/** Returns the message in an object of the projection. Its `thinking` is not included. */
export function projectedMessage(node: JsonNode): JsonMessage {
  const call = callIn(node);
  const isCall = call !== undefined;
  const spanOf = (of: JsonNode | undefined, key: string) => memberOf(of, key)?.value;
  return {
    ...placeAndRole(node),
    channel: oneWord(node, 'channel'),
    content: (call?.kind === 'object' ? textOf(call, 'arguments') : textOf(node, 'content')) ?? '',
    name: textOf(node, 'name'),
    intent: oneWord(node, 'intent'),
    callId: (isCall ? textOf(call, 'id') : textOf(node, 'call_id')) || undefined,
    to: isCall ? (textOf(call, 'recipient') ?? functionsNamespace) : textOf(node, 'to'),
    open: false,
    type: textOf(isCall ? call : node, 'content_type'),
    spans: {
      to: isCall ? spanOf(call, 'recipient') : spanOf(node, 'to'),
      call_id: isCall ? spanOf(call, 'id') : spanOf(node, 'call_id'),
      name: spanOf(node, 'name'),
      intent: spanOf(node, 'intent'),
      channel: spanOf(node, 'channel'),
    },
    misspelled: misspelledIn(node, 'openchatml-json'),
  };
}
