/** Recognizes rows of a batch file, each of which is a chat API request or response in an envelope with an id. */
import { batchId } from '../../../grammar/index.ts';
import { batchPaths, rowMember, rowNumber } from '../../../grammar/json-rows.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from './conversation.ts';

/**
 * Returns the request or the response in a row of a batch, or the row in an envelope with its number, as downloaded from the Hub.
 * Any other value is returned unchanged.
 */
export function unwrapped(root: JsonNode): JsonNode {
  if (memberOf(root, batchId) === undefined) {
    const row = valueOf(root, rowMember);
    return row?.kind === 'object' && memberOf(root, rowNumber) ? row : root;
  }
  for (const path of batchPaths) {
    const value = path.reduce<JsonNode | undefined>(valueOf, root);
    if (value?.kind === 'object') return value;
  }
  return root;
}

/** Whether a row of a batch has no messages for a good reason: its request failed, or has a string as its input. */
export function needsNoMessages(root: JsonNode): boolean {
  if (memberOf(root, batchId) === undefined) return false;
  const inner = unwrapped(root);
  const result = valueOf(root, 'result');
  const places = [root, inner, result];
  const hasError = places.some((node) => ['object', 'string'].includes(valueOf(node, 'error')?.kind ?? ''));
  return (
    hasError || ['canceled', 'expired'].includes(textOf(result, 'type') ?? '') || textOf(inner, 'input') !== undefined
  );
}
