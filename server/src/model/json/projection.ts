/** The JSON projection (2.2 §10): the objects of a document, each a message. */
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';

/** The messages of a document: the one object it is, or those of its list. `others`: what is not an object. */
export function objectsOf({ root }: JsonReading): { objects: readonly JsonNode[]; others: readonly JsonNode[] } {
  const all = root === undefined ? [] : root.kind === 'array' ? root.items : [root];
  return {
    objects: all.filter(({ kind }) => kind === 'object'),
    others: all.filter(({ kind }) => kind !== 'object'),
  };
}
