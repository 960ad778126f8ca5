/** The `tojson` filter of `transformers`. It works like Python's `json.dumps`, without escapes for HTML. */
import { failed } from '../errors.ts';
import { order } from './basics.ts';
import { floatText, integerText } from './print.ts';
import { isText, plain } from './text.ts';
import { type Dict, type Key, type Run, Tuple, typeOf, type Value } from './values.ts';

export interface JsonLayout {
  readonly ascii: boolean;
  readonly indent: string | undefined;
  readonly separators: readonly [item: string, key: string];
  readonly sorted: boolean;
}

const MAX_VALUE_DEPTH = 300;

export function toJson(value: Value, layout: JsonLayout, run: Run, depth = 0): string {
  if (depth > MAX_VALUE_DEPTH)
    throw failed('RecursionError: maximum recursion depth exceeded while encoding a JSON object');
  run.step();
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return integerText(value);
  if (typeof value === 'number') return floats.get(value) ?? floatText(value);
  if (isText(value)) return jsonString(plain(value), layout.ascii, run);
  const inner = (one: Value) => toJson(one, layout, run, depth + 1);
  if (Array.isArray(value) || value instanceof Tuple) {
    const items = Array.isArray(value) ? value : value.items;
    return framed('[', items.map(inner), ']', layout, run, depth);
  }
  if (value instanceof Map) {
    const members = entries(value, layout.sorted, run).map(
      ([key, one]) => `${jsonString(keyText(key), layout.ascii, run)}${layout.separators[1]}${inner(one)}`,
    );
    return framed('{', members, '}', layout, run, depth);
  }
  throw failed(`TypeError: Object of type ${typeOf(value)} is not JSON serializable`);
}

const floats = new Map([
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
]);

function framed(
  open: string,
  items: readonly string[],
  close: string,
  layout: JsonLayout,
  run: Run,
  depth: number,
): string {
  const { indent, separators } = layout;
  if (items.length === 0) return open + close;
  const gap = indent === undefined ? '' : `\n${indent.repeat(depth)}`;
  const inside = indent === undefined ? '' : gap + indent;
  const glue = separators[0] + inside;
  run.text(items.reduce((sum, { length }) => sum + length + glue.length, gap.length + inside.length + 2));
  return open + inside + items.join(glue) + gap + close;
}

function entries(dict: Dict, sorted: boolean, run: Run): (readonly [Key, Value])[] {
  const all = [...dict];
  return sorted ? all.sort(([a], [b]) => order(a, b, '<', run)) : all;
}

const keyText = (key: Key): string => (key === null ? 'null' : typeof key === 'number' ? floatText(key) : String(key));

/**
 * Writes a string as JSON. `JSON.stringify` writes strings like Python, except for lone surrogates, which Python leaves as they
 * are.
 */
function jsonString(text: string, ascii: boolean, run: Run): string {
  run.through(text.length);
  const json = JSON.stringify(text).replace(
    /(?<!\\)((?:\\\\)*)\\u(d[89a-f][\da-f]{2})/g,
    (_, slashes: string, hex: string) =>
      ascii ? `${slashes}\\u${hex}` : slashes + String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const all = ascii
    ? json.replace(/[\x80-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;
  run.text(all.length);
  return all;
}
