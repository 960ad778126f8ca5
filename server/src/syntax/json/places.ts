/** Where values stand in a JSON text, and which key an offset is in. */
import type { Span } from '../span.ts';
import type { JsonMember, JsonNode } from './nodes.ts';
import { readJson } from './read.ts';

export interface JsonPlace extends Span {
  /** The key in front of the value, with its quotes. */
  readonly key: Span | undefined;
}

/** The places of values, each by its keys and indices from the root. The text must be JSON; of equal keys the last counts. */
export function placesOf(text: string, paths: readonly (readonly string[])[]): (JsonPlace | undefined)[] {
  const { root } = readJson(text);
  const known = new Map<JsonNode, ReadonlyMap<string, JsonMember>>();
  const membersOf = (node: JsonNode): ReadonlyMap<string, JsonMember> => {
    const found = known.get(node) ?? new Map(node.kind === 'object' ? node.members.map((m) => [m.key.value, m]) : []);
    known.set(node, found);
    return found;
  };
  return paths.map((path) => {
    let at = root;
    let key: Span | undefined;
    for (const name of path) {
      if (at === undefined) return undefined;
      const member = membersOf(at).get(name);
      key = member?.key;
      at = at.kind === 'array' ? at.items[Number(name)] : member?.value;
    }
    return at && { start: at.start, end: at.end, key: key && { start: key.start, end: key.end } };
  });
}

/** A key, and those of the objects around it, outermost first (UTF-16 offsets in the text). */
export interface KeyPath extends Span {
  readonly path: readonly string[];
}

/** The key that covers `at`, if only objects hold it: what stands in a list has no path. The text may be broken. */
export function keyAt(text: string, at: number): KeyPath | undefined {
  const path: string[] = [];
  let node = readJson(text).root;
  while (node?.kind === 'object') {
    const member: JsonMember | undefined = node.members.findLast(({ key }) => key.start <= at);
    if (member === undefined) return undefined;
    const { key, value } = member;
    path.push(key.value);
    if (at < key.end) return { path, start: key.start, end: key.end };
    node = value;
  }
  return undefined;
}
