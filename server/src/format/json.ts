/** Laying out JSON: one message a line (WIRE-28). What strings, numbers and words are written as stays. */
import { wireTokens } from '../grammar/index.ts';
import { type JsonArray, type JsonNode, type JsonReading, textOf } from '../syntax/json/nodes.ts';

/**
 * The text of a JSON value with one message a line: the items of an array, or the members of an object and the objects in
 * the arrays of these. Undefined if the text is not JSON: it stays as it is.
 */
export function formatJson({ text, root, faults, doubt }: JsonReading, lineBreak = '\n'): string | undefined {
  if (root === undefined || faults.length > 0 || doubt !== undefined) return undefined;
  const inline = ({ start, end }: JsonNode) => onOneLine(text.slice(start, end));
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

const [opener] = wireTokens;
const openers = new Set(opener && [opener.name, ...opener.aliases]);

/** The items of an array, each by itself; on the wire, those of a message together. */
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

/** A JSON text without its line breaks, with a space after each comma and colon. Nothing in a string is touched. */
function onOneLine(text: string): string {
  const written: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '"' ? endOfString(text, at) : endOfPlain(text, at);
    const part = text.slice(at, end);
    written.push(text[at] === '"' ? part : part.replace(/\s+/g, '').replace(/[,:]/g, '$& '));
    at = end;
  }
  return written.join('');
}

function endOfPlain(text: string, at: number): number {
  const quote = text.indexOf('"', at);
  return quote < 0 ? text.length : quote;
}

/** The offset after the string that begins at an offset. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text[slashes - 1] === '\\') slashes--;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
  return text.length;
}
