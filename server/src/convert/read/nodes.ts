/**
 * Converts a value from `JSON.parse` to nodes for the readers. The positions of the nodes are ordinal numbers in document order
 * instead of offsets: for notes with positions, the text has to be read again with the parser that records offsets.
 */
import type { JsonMember, JsonNode, JsonString } from '../../syntax/json/nodes.ts';

/** The maximum nesting depth of values that are converted to nodes. */
const MAX_VALUE_DEPTH = 200;

/**
 * Returns the nodes for the value of a JSON text; undefined if the value is nested too deeply, or if a key occurs twice, since
 * `JSON.parse` drops duplicates.
 */
export function nodesOf(value: unknown, text: string): JsonNode | undefined {
  let next = 0;
  let strings = 0;
  let tooDeep = false;
  const string = (text: string): JsonString => {
    const at = next++;
    strings++;
    return { kind: 'string', value: text, exact: false, start: at, end: at + 1 };
  };
  const read = (one: unknown, depth: number): JsonNode => {
    if (typeof one === 'string') return string(one);
    const start = next++;
    tooDeep ||= depth > MAX_VALUE_DEPTH;
    if (tooDeep || one === null || typeof one !== 'object') {
      const kind = typeof one === 'number' ? 'number' : typeof one === 'boolean' ? 'boolean' : 'null';
      return { kind, value: one as number, start, end: next };
    }
    if (Array.isArray(one)) {
      const items: JsonNode[] = [];
      for (const item of one) items.push(read(item, depth + 1));
      return { kind: 'array', items, start, end: next };
    }
    const members: JsonMember[] = [];
    for (const [key, value] of Object.entries(one)) {
      const name = string(key);
      members.push({ key: name, value: read(value, depth + 1) });
    }
    return { kind: 'object', members, start, end: next };
  };
  const root = read(value, 0);
  return tooDeep || strings !== stringsIn(text) ? undefined : root;
}

/** The number of strings in JSON text. */
function stringsIn(text: string): number {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text.charCodeAt(slashes - 1) === backslash) slashes--;
    if ((at - slashes) % 2 === 0) quotes++;
  }
  return quotes / 2;
}

const backslash = 0x5c;
