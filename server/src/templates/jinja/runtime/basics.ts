/** Python's basic operations on values: truth, equality, order, length, iteration. */
import { failed } from '../errors.ts';
import { charactersOf, isText, lengthOf, plain } from './text.ts';
import { type Key, Loop, Missing, type Run, Stream, Tuple, typeOf, type Value, View } from './values.ts';

/** Throws if the value is an `Undefined`, which can only be printed or iterated over. */
export function mustBeThere(value: Value): void {
  if (value instanceof Missing) throw failed(`UndefinedError: ${value.why}`);
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return value.length > 0;
    if (value instanceof Map) return value.size > 0;
    if (value instanceof Tuple || value instanceof View || value instanceof Loop) return value.items.length > 0;
    if (isText(value)) return plain(value) !== '';
    return !(value instanceof Missing);
  }
  return Boolean(value);
}

export const isNumber = (value: Value): value is bigint | number | boolean =>
  typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean';

/** Returns the number for a value. A boolean counts as an integer. */
export const numberOf = (value: bigint | number | boolean): bigint | number =>
  typeof value === 'boolean' ? BigInt(value) : value;

export function equal(a: Value, b: Value, run: Run, depth = 0): boolean {
  run.step();
  if (depth > 200) throw failed('RecursionError: maximum recursion depth exceeded in comparison');
  // biome-ignore lint/suspicious/noDoubleEquals: integers are of arbitrary size, and 1n == 1
  if (isNumber(a) && isNumber(b)) return numberOf(a) == numberOf(b);
  if (isText(a) && isText(b)) {
    if (plain(a).length === plain(b).length) run.through(plain(a).length);
    return plain(a) === plain(b);
  }
  if (a instanceof Missing && b instanceof Missing) return true;
  const same = (one: readonly Value[], other: readonly Value[]) =>
    one.length === other.length && one.every((item, i) => equal(item, other[i] as Value, run, depth + 1));
  if (Array.isArray(a) && Array.isArray(b)) return same(a, b);
  if (a instanceof Tuple && b instanceof Tuple) return same(a.items, b.items);
  if (a instanceof View && b instanceof View)
    return a.type === b.type && a.type !== 'dict_values' && same(a.items, b.items);
  if (a instanceof Map && b instanceof Map)
    return (
      a.size === b.size && [...a].every(([key, one]) => b.has(key) && equal(one, b.get(key) as Value, run, depth + 1))
    );
  return a === b;
}

/** Returns -1, 0 or 1; throws Python's error for an operator if the values have no order. */
export function order(a: Value, b: Value, operator: string, run: Run, depth = 0): number {
  run.step();
  if (isNumber(a) && isNumber(b)) {
    const [x, y] = [numberOf(a), numberOf(b)];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (isText(a) && isText(b)) {
    run.through(Math.min(plain(a).length, plain(b).length));
    return orderOfTexts(plain(a), plain(b));
  }
  const [one, other] = [a, b].map((value) => (value instanceof Tuple ? value.items : value));
  if (Array.isArray(one) && Array.isArray(other) && typeOf(a) === typeOf(b) && depth < 200) {
    for (let i = 0; i < one.length && i < other.length; i++) {
      if (!equal(one[i], other[i], run)) return order(one[i], other[i], operator, run, depth + 1);
    }
    return Math.sign(one.length - other.length);
  }
  mustBeThere(a);
  mustBeThere(b);
  throw failed(`TypeError: '${operator}' not supported between instances of '${typeOf(a)}' and '${typeOf(b)}'`);
}

/** Compares two texts by code points, not by UTF-16 units. */
function orderOfTexts(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const [x = -1, y = -1] = [a, b].map((text) => (at < text.length ? rank(text.charCodeAt(at)) : -1));
  return x < y ? -1 : 1;
}

/** The rank of a UTF-16 unit; surrogates come after all other units. */
const rank = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

export function contains(container: Value, item: Value, run: Run): boolean {
  if (isText(container)) {
    if (isText(item)) {
      run.search(plain(container), plain(item));
      return plain(container).includes(plain(item));
    }
    throw failed(`TypeError: 'in <string>' requires string as left operand, not ${typeOf(item)}`);
  }
  if (container instanceof Map) return container.has(keyOf(item));
  if (!isIterable(container)) throw failed(`TypeError: argument of type '${typeOf(container)}' is not iterable`);
  for (const one of iterate(container, run)) if (equal(one, item, run)) return true;
  return false;
}

/** Converts a value to the key of a mapping. */
export function keyOf(value: Value): Key {
  if (isText(value)) return plain(value);
  if (value === null) return null;
  if (isNumber(value)) {
    const number = numberOf(value);
    return typeof number === 'number' && Number.isInteger(number) ? BigInt(number) : number;
  }
  mustBeThere(value);
  throw failed(`TypeError: unhashable type: '${typeOf(value)}'`);
}

/** The number of elements in a value, for the budget. */
export function extentOf(value: Value): number {
  if (isText(value)) return plain(value).length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map) return value.size;
  return value instanceof Tuple || value instanceof View ? value.items.length : 0;
}

export function sizeOf(value: Value): number {
  if (isText(value)) return lengthOf(value);
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map) return value.size;
  if (value instanceof Tuple || value instanceof View || value instanceof Loop) return value.items.length;
  if (value instanceof Missing) return 0;
  throw failed(`TypeError: object of type '${typeOf(value)}' has no len()`);
}

/** The values that a loop iterates over. */
export function iterate(value: Value, run: Run): Iterable<Value> {
  if (Array.isArray(value)) return value;
  if (value instanceof Stream) return { [Symbol.iterator]: () => value.values };
  if (value instanceof Map) return value.keys();
  if (value instanceof Tuple || value instanceof View) return value.items;
  if (value instanceof Missing) return [];
  if (isText(value)) {
    run.list(plain(value).length);
    return charactersOf(value);
  }
  throw failed(`TypeError: '${typeOf(value)}' object is not iterable`);
}

export const isIterable = (value: Value): boolean =>
  Array.isArray(value) ||
  isText(value) ||
  value instanceof Map ||
  value instanceof Tuple ||
  value instanceof View ||
  value instanceof Stream ||
  value instanceof Missing ||
  value instanceof Loop;

export function listOf(value: Value, run: Run): Value[] {
  return [...run.counted(iterate(value, run))];
}

/** Returns a value that is an index or a count as an integer. Throws for other values. */
export function wholeNumber(value: Value, what: string): number {
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  mustBeThere(value);
  throw failed(`TypeError: ${what} must be an integer, not ${typeOf(value)}`);
}
