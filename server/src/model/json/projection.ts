/** The JSON projection (2.2 §10), in which each object of a document is a message. */
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';

/**
 * Returns the conversations of a value. In a list of lists, as in data sets, each inner list is a conversation. Any other value
 * is a single conversation.
 */
export function listsOf(root: JsonNode | undefined): readonly (readonly JsonNode[])[] {
  if (root === undefined) return [];
  if (root.kind !== 'array') return [[root]];
  if (!isListOfLists(root)) return [root.items];
  return root.items.map((item) => (item.kind === 'array' ? item.items : [item]));
}

export const isListOfLists = (root: JsonNode): boolean => root.kind === 'array' && root.items[0]?.kind === 'array';

/** Returns the messages of a document: a single object, or the objects in its list or lists. `others`: the values that are not objects. */
export function objectsOf({ root }: JsonReading): { objects: readonly JsonNode[]; others: readonly JsonNode[] } {
  const all = listsOf(root).flat();
  return {
    objects: all.filter(({ kind }) => kind === 'object'),
    others: all.filter(({ kind }) => kind !== 'object'),
  };
}
