/** Looks up `a.b`, `a[b]` and `a[b:c]` in the same way as Jinja's sandbox. */
import { failed } from '../errors.ts';
import { isNumber, mustBeThere, numberOf, wholeNumber } from './basics.ts';
import { bind } from './call-arguments.ts';
import { method } from './methods.ts';
import { repr } from './print.ts';
import { strFormat } from './str-format.ts';
import { charactersOf, isText, joinTexts, lengthOf, offsetOf, plain, sliceText, type Text } from './text.ts';
import {
  type Bounds,
  Callable,
  type Key,
  Loop,
  Missing,
  Namespace,
  type Run,
  Tuple,
  typeOf,
  type Value,
  View,
} from './values.ts';

/**
 * Implements `value.name`. A Python method takes precedence over an entry, so `x.items` is the method even if `x` has the key
 * `items`.
 */
export function attribute(value: Value, name: string, run: Run): Value {
  mustBeThere(value);
  // An attribute may be null, so `??` would not work here.
  const member = attributeOf(value, name);
  const result = member === undefined && value instanceof Map ? value.get(name) : member;
  return result === undefined ? createMissing(value, `attribute '${name}'`, run) : result;
}

/** Implements `value[key]`. An entry takes precedence over a method. */
export function item(value: Value, key: Value, run: Run): Value {
  mustBeThere(value);
  const entry = itemOf(value, key, run);
  if (entry !== undefined) return entry;
  const member = isText(key) ? attributeOf(value, plain(key)) : undefined;
  if (member !== undefined) return member;
  if (isText(key)) return createMissing(value, `attribute '${plain(key)}'`, run);
  return createMissing(value, `element ${repr(key, run)}`, run);
}

function createMissing(value: Value, what: string, run: Run): Missing {
  const owner = value === null ? repr(value, run) : `${typeOf(value)} object`;
  return new Missing(`'${owner}' has no ${what}`);
}

function attributeOf(value: Value, name: string): Value | undefined {
  if (value instanceof Namespace) return value.members.get(name);
  if (value instanceof Loop) return ofLoop(value, name);
  if (value instanceof Callable && value.members.has(name)) return value.members.get(name);
  // `format` is the only method that takes any number of arguments and looks up attributes.
  if (isText(value) && name === 'format')
    return new Callable(name, (callArguments, run) => strFormat(value, callArguments, run, { attribute, item }));
  if (isText(value) && name === 'format_map')
    return new Callable(name, (callArguments, run) => {
      const [mapping] = bind(callArguments, name, ['mapping'], 1);
      if (!(mapping instanceof Map)) throw failed(`TypeError: '${typeOf(mapping as Value)}' object is not a mapping`);
      const named = new Map([...run.counted(mapping)].map(([key, one]) => [String(key), one]));
      return strFormat(value, { positional: [], named }, run, { attribute, item });
    });
  if (isNumber(value)) return ofNumber(value, name);
  return method(value, name);
}

/** The attributes and methods of numbers; a boolean counts as an integer. */
function ofNumber(value: bigint | number | boolean, name: string): Value | undefined {
  const number = numberOf(value);
  const isWhole = typeof number === 'bigint';
  const method = (of: () => Value) =>
    new Callable(
      name,
      (callArguments) => {
        bind(callArguments, name, []);
        return of();
      },
      'builtin_function_or_method',
    );
  const binary = () => (isWhole ? (number < 0n ? -number : number).toString(2) : '');
  switch (name) {
    case 'real':
      return number;
    case 'imag':
      return isWhole ? 0n : 0;
    case 'numerator':
      return isWhole ? number : undefined;
    case 'denominator':
      return isWhole ? 1n : undefined;
    case 'conjugate':
      return method(() => number);
    case 'bit_length':
      return isWhole ? method(() => BigInt(number === 0n ? 0 : binary().length)) : undefined;
    case 'bit_count':
      return isWhole ? method(() => BigInt(binary().replaceAll('0', '').length)) : undefined;
    case 'is_integer':
      return isWhole ? undefined : method(() => Number.isInteger(number));
    default:
      return undefined;
  }
}

function itemOf(value: Value, key: Value, run: Run): Value | undefined {
  if (value instanceof Map) return isHashable(key) ? value.get(keyOf(key)) : undefined;
  if (typeof key !== 'bigint' && typeof key !== 'boolean') return undefined;
  const items = isText(value)
    ? undefined
    : Array.isArray(value)
      ? value
      : value instanceof Tuple || (value instanceof View && value.type === 'range')
        ? value.items
        : undefined;
  const index = Number(key);
  if (items) return items.at(index);
  if (!isText(value)) return undefined;
  run.through(plain(value).length);
  const length = lengthOf(value);
  const at = index < 0 ? index + length : index;
  if (at < 0 || at >= length) return undefined;
  return sliceText(value, offsetOf(value, at), offsetOf(value, at + 1));
}

const isHashable = (key: Value) => key === null || isText(key) || ['bigint', 'number', 'boolean'].includes(typeof key);

function keyOf(key: Value): Key {
  if (isText(key)) return plain(key);
  if (typeof key === 'boolean') return BigInt(key);
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : (key as Key);
}

/** Implements `value[start:stop:step]`. */
export function slice(value: Value, bounds: readonly (Value | undefined)[], run: Run): Value {
  mustBeThere(value);
  if (value instanceof Map) throw failed("TypeError: unhashable type: 'slice'");
  const [start, stop, step] = bounds.map((bound) =>
    bound === undefined || bound === null ? undefined : wholeNumber(bound, 'slice index'),
  );
  if (step === 0) throw failed('ValueError: slice step cannot be zero');
  if (isText(value)) return sliceOfText(value, start, stop, step ?? 1, run);
  const items = Array.isArray(value)
    ? value
    : value instanceof Tuple || value instanceof View
      ? value.items
      : undefined;
  if (items === undefined || (value instanceof View && value.type !== 'range'))
    throw failed(`TypeError: '${typeOf(value)}' object is not subscriptable`);
  run.list(items.length);
  const part = bounded(items.length, start, stop, step ?? 1);
  const cut = [...indices(part)].map((i) => items[i] as Value);
  if (Array.isArray(value)) return cut;
  if (!(value instanceof View)) return new Tuple(cut);
  const [first, , by] = value.bounds;
  return new View('range', cut, [first + part[0] * by, first + part[1] * by, by * part[2]]);
}

function sliceOfText(text: Text, start: number | undefined, stop: number | undefined, step: number, run: Run): Text {
  run.text(plain(text).length);
  run.through(plain(text).length);
  const length = lengthOf(text);
  if (step === 1) {
    const [from, to] = [clamp(start ?? 0, length), clamp(stop ?? length, length)];
    return sliceText(text, offsetOf(text, from), offsetOf(text, Math.max(from, to)));
  }
  run.list(plain(text).length);
  const characters = charactersOf(text);
  return joinTexts([...indices(bounded(length, start, stop, step))].map((i) => characters[i] as Text));
}

const clamp = (index: number, length: number) => Math.min(Math.max(index < 0 ? index + length : index, 0), length);

/** Limits the bounds of a slice to a sequence of `length` items. */
function bounded(length: number, start: number | undefined, stop: number | undefined, step: number): Bounds {
  if (step > 0) return [clamp(start ?? 0, length), clamp(stop ?? length, length), step];
  const bound = (index: number) => Math.min(Math.max(index < 0 ? index + length : index, -1), length - 1);
  return [start === undefined ? length - 1 : bound(start), stop === undefined ? -1 : bound(stop), step];
}

function* indices([start, stop, step]: Bounds): Iterable<number> {
  for (let i = start; step > 0 ? i < stop : i > stop; i += step) yield i;
}

/** The attributes of `loop`. */
function ofLoop(loop: Loop, name: string): Value | undefined {
  const { items, index } = loop;
  const remainingCount = items.length - index - 1;
  switch (name) {
    case 'index':
      return BigInt(index + 1);
    case 'index0':
      return BigInt(index);
    case 'revindex':
      return BigInt(remainingCount + 1);
    case 'revindex0':
      return BigInt(remainingCount);
    case 'first':
      return index === 0;
    case 'last':
      return remainingCount === 0;
    case 'length':
      return BigInt(items.length);
    case 'depth':
      return BigInt(loop.depth + 1);
    case 'depth0':
      return BigInt(loop.depth);
    case 'previtem':
      return index > 0 ? (items[index - 1] as Value) : new Missing('there is no previous item');
    case 'nextitem':
      return remainingCount > 0 ? (items[index + 1] as Value) : new Missing('there is no next item');
    case 'cycle':
      return new Callable('cycle', ({ positional }) => {
        if (positional.length === 0) throw failed('TypeError: no items for cycling given');
        return positional[index % positional.length] as Value;
      });
    case 'changed':
      return new Callable('changed', ({ positional }, run) => {
        const before = loop.changed;
        loop.changed = positional;
        return before === undefined || repr([...before], run) !== repr([...positional], run);
      });
    default:
      return undefined;
  }
}
