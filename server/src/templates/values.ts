/** Converts JSON to template values. Like Python, keeps the order of keys, and the difference between integers and floats. */

import type { JsonNode } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/reader.ts';
import { type Dict, MAX_DIGITS, type Value } from './jinja/runtime/values.ts';

/** The maximum nesting depth of a value; real values do not reach it. */
const MAX_VALUE_DEPTH = 200;

/** Converts a string. `key`: the key of the field whose value is the string, or is a list that contains the string. */
export type TakeString = (node: JsonNode & { readonly kind: 'string' }, key: string | undefined) => Value;

const asText: TakeString = ({ value }) => value;

/** Converts a JSON node that was read from `text` to a template value. */
export function valueOf(node: JsonNode, text: string, take: TakeString = asText, depth = 0, key?: string): Value {
  if (depth > MAX_VALUE_DEPTH) throw new Error(`the JSON is nested more than ${MAX_VALUE_DEPTH} levels deep`);
  switch (node.kind) {
    case 'string':
      return take(node, key);
    case 'array':
      return node.items.map((item) => valueOf(item, text, take, depth + 1, key));
    case 'object': {
      const dict: Dict = new Map();
      for (const { key, value } of node.members)
        if (value) dict.set(key.value, valueOf(value, text, take, depth + 1, key.value));
      return dict;
    }
    case 'number':
      return numberIn(text.slice(node.start, node.end), node.value as number);
    default:
      return node.value as boolean | null;
  }
}

function numberIn(literal: string, value: number): bigint | number {
  return literal.length <= MAX_DIGITS && /^-?\d+$/.test(literal) ? BigInt(literal) : value;
}

/** Matches values whose type, digits or order `JSON.parse` would lose: floats, large numbers, numeric keys. */
const telling = /\d[.eE]|\d{16}|-0|"\d+"\s*:/;

/** Converts a JSON text to a template value. Throws if the text is not JSON. */
export function valueOfJson(text: string): Value {
  const data: unknown = JSON.parse(text);
  if (!telling.test(text)) return valueOfData(data);
  return valueOf(readJson(text).root as JsonNode, text);
}

/** Converts plain data to a template value. Numbers without a fraction become integers. */
export function valueOfData(data: unknown, depth = 0): Value {
  if (depth > MAX_VALUE_DEPTH) throw new Error(`the JSON is nested more than ${MAX_VALUE_DEPTH} levels deep`);
  if (typeof data === 'number') return Number.isInteger(data) ? BigInt(data) : data;
  if (data === null || data === undefined) return null;
  if (typeof data !== 'object') return data as string | boolean;
  if (Array.isArray(data)) return data.map((one) => valueOfData(one, depth + 1));
  return new Map(Object.entries(data).map(([key, value]) => [key, valueOfData(value, depth + 1)]));
}
