/**
 * Copies JSON as written, so that the output keeps `1.0`, `12345678901234567890` and duplicate keys, which plain data cannot
 * express.
 */
import { dataOf, type JsonNode } from '../syntax/json/nodes.ts';
import { indented, onOneLine } from '../syntax/json/spelling.ts';

/** Values from the source, and the text that their positions refer to; without the text, their spelling is unknown. */
export interface Quoted {
  readonly nodes: readonly JsonNode[];
  readonly text: string | undefined;
}

/** Thrown if the spelling of a value from `JSON.parse` is needed. The source then has to be read again, with positions. */
export class Unspelled {}

const compact = { comma: '', colon: '' };

/** The text of a value on one line, without white space between its tokens. Throws `Unspelled`. */
export function spellingOf(node: JsonNode, text: string | undefined): string {
  if (text === undefined) throw new Unspelled();
  return onOneLine(text.slice(node.start, node.end), compact);
}

/** The source spelling of each list and object in an output. */
const spellings = new WeakMap<object, string>();

/** Converts a value to plain data, which `jsonOf` writes with the spelling of the source. Throws `Unspelled`. */
export function spelled(node: JsonNode, text: string | undefined): unknown {
  const spelling = spellingOf(node, text);
  const data = dataOf(node);
  if (typeof data === 'object' && data !== null) spellings.set(data, spelling);
  return data;
}

/** Converts a list of values to plain data, which `jsonOf` writes with the spelling of the source. Throws `Unspelled`. */
export function spelledList({ nodes, text }: Quoted): unknown[] {
  const list = nodes.map((node) => dataOf(node));
  spellings.set(list, `[${nodes.map((node) => spellingOf(node, text)).join(',')}]`);
  return list;
}

const unit = '  ';

/** The text of an output, as `JSON.stringify` writes it, except that values from `spelled` have the spelling of the source. */
export function jsonOf(value: unknown, pretty = false): string {
  return pretty ? indented(compactJsonOf(value), unit) : compactJsonOf(value);
}

function compactJsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const spelling = spellings.get(value);
  if (spelling !== undefined) return spelling;
  if (Array.isArray(value)) return `[${value.map(compactJsonOf).join(',')}]`;
  const members: string[] = [];
  for (const [key, one] of Object.entries(value))
    if (one !== undefined) members.push(`${JSON.stringify(key)}:${compactJsonOf(one)}`);
  return `{${members.join(',')}}`;
}
