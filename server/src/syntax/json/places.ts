/** Finds the positions of values in a JSON text, and the key or value at an offset. */
import type { Span } from '../span.ts';
import type { JsonArray, JsonMember, JsonNode, JsonObject } from './nodes.ts';
import { readJson, valuesIn } from './read.ts';
import { shortened } from './shortened.ts';

export interface JsonPlace extends Span {
  /** The key of the value, including its quotes. */
  readonly key: Span | undefined;
}

/**
 * Returns the positions of the values at paths of keys and indices. The text must be valid JSON. If keys are equal, the last one counts.
 */
export function placesOf(text: string, paths: readonly (readonly string[])[]): (JsonPlace | undefined)[] {
  const { root } = readJson(text);
  const membersByNode = new Map<JsonNode, ReadonlyMap<string, JsonMember>>();
  const membersOf = (node: JsonNode): ReadonlyMap<string, JsonMember> => {
    const memberByName =
      membersByNode.get(node) ?? new Map(node.kind === 'object' ? node.members.map((m) => [m.key.value, m]) : []);
    membersByNode.set(node, memberByName);
    return memberByName;
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

/** The key, value or punctuation at an offset (UTF-16 offsets in the text). */
export interface JsonSpot extends Span {
  /** `sign`: a bracket, a colon, a comma, or the white space between tokens. */
  readonly kind: 'key' | 'value' | 'sign';
  /** The keys and indices from the root to the value, to the object of the key, or, for a sign, to the value before it. */
  readonly path: readonly (string | number)[];
  /** The name of a key, or a value itself; null for a sign. */
  readonly value: string | number | boolean | null;
  /** The objects and arrays around the spot, the outermost first. In a long text, their other elements are omitted. */
  readonly holders: readonly (JsonArray | JsonObject)[];
}

/**
 * Returns the spot at an offset of a text that contains values one after another. The text may be invalid JSON. Undefined if the offset is
 * not in a value.
 */
export function spotAt(text: string, at: number): JsonSpot | undefined {
  const short = shortened(text, { at });
  const spot = spotIn(short.text, short.at);
  const moved = at - short.at;
  return spot && { ...spot, start: spot.start + moved, end: spot.end + moved };
}

function spotIn(text: string, at: number): JsonSpot | undefined {
  const covers = ({ start, end }: Span) => start <= at && at < end;
  const readAt = valuesIn(text);
  let node: JsonNode | undefined;
  for (let from = 0; from <= at && (node === undefined || !covers(node)); from = node.end) {
    const skipped = text.slice(from).search(/["{[]/);
    node = skipped < 0 ? undefined : readAt(from + skipped).root;
    if (node === undefined || node.start > at || node.end <= from) return undefined;
  }
  const path: (string | number)[] = [];
  const holders: (JsonArray | JsonObject)[] = [];
  while (node?.kind === 'array' || node?.kind === 'object') {
    holders.push(node);
    if (node.kind === 'array') {
      const index: number = node.items.findLastIndex(({ start }) => start <= at);
      const item = node.items[index];
      if (index >= 0) path.push(index);
      node = item && covers(item) ? item : undefined;
      continue;
    }
    const member: JsonMember | undefined = node.members.findLast(({ key }) => key.start <= at);
    node = undefined;
    if (member === undefined) break;
    const { key, value } = member;
    if (covers(key)) return { kind: 'key', path, holders, value: key.value, start: key.start, end: key.end };
    path.push(key.value);
    node = value && covers(value) ? value : undefined;
  }
  return node
    ? { kind: 'value', path, holders, value: node.value, start: node.start, end: node.end }
    : { kind: 'sign', path, holders, value: null, start: at, end: at + 1 };
}
