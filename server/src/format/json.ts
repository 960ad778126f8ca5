/** Formats JSON with one message per line (WIRE-28). Strings, numbers and words keep their spelling. */
import { wireTokens } from '../grammar/chatml-wire.ts';
import { type JsonArray, type JsonNode, type JsonReading, textOf } from '../syntax/json/nodes.ts';
import { onOneLine } from '../syntax/json/spelling.ts';

/**
 * The text of a JSON value with one message per line. A line contains an item of an array, a field of an object, or an item of a list of
 * objects in such a field. Undefined if the text is not valid JSON.
 */
export function formatJson({ text, root, faults, doubt }: JsonReading, lineBreak = '\n'): string | undefined {
  if (root === undefined || faults.length > 0 || doubt !== undefined) return undefined;
  const inline = ({ start, end }: JsonNode) => onOneLine(text.slice(start, end), spacing);
  const list = (node: JsonArray, margin: string) => {
    const lines = groupsOf(node).map((group) => `${margin}  ${group.map(inline).join(', ')}`);
    return lines.length === 0 ? '[]' : `[${lineBreak}${lines.join(`,${lineBreak}`)}${lineBreak}${margin}]`;
  };
  const layOut = (node: JsonNode): string => {
    if (node.kind === 'array') return list(node, '');
    if (node.kind !== 'object' || node.members.length === 0) return inline(node);
    const members = node.members.map(({ key, value }) => {
      const isList = value?.kind === 'array' && value.items.some(({ kind }) => kind === 'object');
      return `  ${inline(key)}: ${isList ? list(value, '  ') : value ? inline(value) : ''}`;
    });
    return `{${lineBreak}${members.join(`,${lineBreak}`)}${lineBreak}}`;
  };
  return layOut(root) + (/\s$/.test(text) ? lineBreak : '');
}

const spacing = { comma: ' ', colon: ' ' };

const [opener] = wireTokens;
const openers = new Set(opener && [opener.name, ...opener.aliases]);

/** The items of an array, grouped by line. On the wire, a line contains all items of a message. */
function groupsOf({ items }: JsonArray): JsonNode[][] {
  const isWire = openers.has(textOf(items[0], 'token') ?? '');
  const groups: JsonNode[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last === undefined || !isWire || openers.has(textOf(item, 'token') ?? '')) groups.push([item]);
    else last.push(item);
  }
  return groups;
}
