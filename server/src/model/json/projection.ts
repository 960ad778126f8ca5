/** The JSON projection (2.2 §10): the objects of a document, each a message. */
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';

/** The conversations of a value: one for each inner list of a list of lists, as in data sets; any other value is one conversation. */
export function listsOf(root: JsonNode | undefined): readonly (readonly JsonNode[])[] {
  if (root === undefined) return [];
  if (root.kind !== 'array') return [[root]];
  if (!isListOfLists(root)) return [root.items];
  return root.items.map((item) => (item.kind === 'array' ? item.items : [item]));
}

export const isListOfLists = (root: JsonNode): boolean => root.kind === 'array' && root.items[0]?.kind === 'array';

/** The messages of a document: a single object, or those of its list or lists. `others`: values that are not objects. */
export function objectsOf({ root }: JsonReading): { objects: readonly JsonNode[]; others: readonly JsonNode[] } {
  const all = listsOf(root).flat();
  return {
    objects: all.filter(({ kind }) => kind === 'object'),
    others: all.filter(({ kind }) => kind !== 'object'),
  };
}
