/** The JSON projection (2.2 §10): the objects of a document, each a message. */
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';

/** The conversations of a value: a list of lists is one of conversations, as data sets are written; anything else is one. */
export function listsOf(root: JsonNode | undefined): readonly (readonly JsonNode[])[] {
  if (root === undefined) return [];
  if (root.kind !== 'array') return [[root]];
  if (!isListOfLists(root)) return [root.items];
  return root.items.map((item) => (item.kind === 'array' ? item.items : [item]));
}

export const isListOfLists = (root: JsonNode): boolean => root.kind === 'array' && root.items[0]?.kind === 'array';

/** The messages of a document: the one object it is, or those of its list, or of its lists. `others`: what is not an object. */
export function objectsOf({ root }: JsonReading): { objects: readonly JsonNode[]; others: readonly JsonNode[] } {
  const all = listsOf(root).flat();
  return {
    objects: all.filter(({ kind }) => kind === 'object'),
    others: all.filter(({ kind }) => kind !== 'object'),
  };
}
