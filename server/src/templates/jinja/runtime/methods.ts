/** The methods of Python's strings, mappings and lists. Methods that modify a value are rejected, as in Jinja's sandbox. */
import { failed } from '../errors.ts';
import { equal, extentOf, keyOf, listOf, wholeNumber } from './basics.ts';
import { bind } from './call-arguments.ts';
import { stringMethods } from './string-methods.ts';
import { isText } from './text.ts';
import { Callable, type Dict, Missing, type Run, Tuple, typeOf, type Value, View } from './values.ts';

export type Method<T> = (self: T, values: readonly (Value | undefined)[], run: Run) => Value;
export type Methods<T> = ReadonlyMap<string, readonly [parameters: readonly string[], least: number, run: Method<T>]>;

/** The method with this name, bound to its value; undefined if there is none. */
export function method(value: Value, name: string): Value | undefined {
  if (isText(value)) return bound(stringMethods, value, name);
  if (value instanceof Map)
    return unsafe(value, name, 'update pop popitem clear setdefault') ?? bound(dictMethods, value, name);
  if (Array.isArray(value))
    return unsafe(value, name, 'append extend insert remove pop clear reverse sort') ?? bound(listMethods, value, name);
  if (value instanceof Tuple) return bound(listMethods, value.items, name);
  if (value instanceof View && value.type === 'range') return ofRange(value, name);
  return undefined;
}

function bound<T>(methods: Methods<T>, self: T, name: string): Callable | undefined {
  const definition = methods.get(name);
  if (definition === undefined) return undefined;
  const [parameters, least, run] = definition;
  return new Callable(
    name,
    (callArguments, context) => {
      context.through(extentOf(self as Value));
      return run(self, bind(callArguments, name, parameters, least), context);
    },
    'builtin_function_or_method',
  );
}

const boundsOfRange = ['start', 'stop', 'step'];

function ofRange({ items, bounds }: View, name: string): Value | undefined {
  const at = boundsOfRange.indexOf(name);
  if (at >= 0) return BigInt(bounds[at] as number);
  return ['count', 'index'].includes(name) ? bound(listMethods, items, name) : undefined;
}

function unsafe(value: Value, name: string, changing: string): Missing | undefined {
  if (!changing.split(' ').includes(name)) return undefined;
  return new Missing(`access to attribute '${name}' of '${typeOf(value)}' object is unsafe.`);
}

const dictMethods: Methods<Dict> = new Map<string, readonly [readonly string[], number, Method<Dict>]>([
  ['get', [['key', 'default'], 1, (self, [key, otherwise = null]) => orElse(self.get(keyOf(key as Value)), otherwise)]],
  ['keys', [[], 0, (self, _, run) => new View('dict_keys', listOf(self, run))]],
  ['values', [[], 0, (self, _, run) => new View('dict_values', [...run.counted(self.values())])]],
  ['items', [[], 0, (self, _, run) => new View('dict_items', pairs(self, run))]],
  ['copy', [[], 0, (self, _, run) => new Map(run.counted(self))]],
  [
    'fromkeys',
    [
      ['iterable', 'value'],
      1,
      (_, [keys, value = null], run) => new Map(listOf(keys as Value, run).map((key) => [keyOf(key), value])),
    ],
  ],
]);

const orElse = (value: Value | undefined, otherwise: Value): Value => (value === undefined ? otherwise : value);

/** The entries of a mapping as pairs. */
export const pairs = (dict: Dict, run: Run): Tuple[] =>
  [...run.counted(dict)].map((pair) => {
    run.list(pair.length);
    return new Tuple(pair);
  });

const listMethods: Methods<readonly Value[]> = new Map<
  string,
  readonly [readonly string[], number, Method<readonly Value[]>]
>([
  ['copy', [[], 0, (self, _, run) => [...run.counted(self)]]],
  [
    'count',
    [['value'], 1, (self, [value], run) => BigInt(self.filter((one) => equal(one, value as Value, run)).length)],
  ],
  [
    'index',
    [
      ['value', 'start', 'stop'],
      1,
      (self, [value, start = 0n, stop = BigInt(self.length)], run) => {
        const [from, to] = [wholeNumber(start, 'an index'), wholeNumber(stop, 'an index')];
        const at = self.findIndex((one, i) => i >= from && i < to && equal(one, value as Value, run));
        if (at < 0) throw failed('ValueError: value is not in list');
        return BigInt(at);
      },
    ],
  ],
]);
