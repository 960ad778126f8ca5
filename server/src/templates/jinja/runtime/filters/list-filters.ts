/** Filters for iterables. Those that are lazy in Python are lazy here, too. */
import { failed } from '../../errors.ts';
import { equal, isIterable, isTrue, iterate, listOf, order, sizeOf, wholeNumber } from '../basics.ts';
import { pairs } from '../methods.ts';
import { calculate } from '../operators.ts';
import { str } from '../print.ts';
import { isText, joinTexts, plain, type Text } from '../text.ts';
import { Missing, type Run, Stream, Tuple, typeOf, type Value } from '../values.ts';
import { after, type Filter, filter, filterNamed, folded, pathOf, picker, type Row } from './filter.ts';

function* mapped(value: Value, run: Run, of: (one: Value) => Value): Generator<Value> {
  for (const one of iterate(value, run)) {
    run.step();
    yield of(one);
  }
}

const map: Filter = (value, callArguments, run) => {
  const { positional, named: by } = callArguments;
  // Any false value, such as `None`, has no elements.
  const over = isTrue(value) ? value : [];
  if (positional.length > 0) {
    const [name, ...rest] = positional as [Value, ...Value[]];
    const apply = filterNamed(run.filters, 'filter', name);
    return new Stream(mapped(over, run, (one) => apply(one, { positional: rest, named: by }, run)));
  }
  const path = by.get('attribute');
  if (path === undefined) throw failed('FilterArgumentError: map requires a filter argument');
  const pick = picker(path, by.get('default'));
  return new Stream(mapped(over, run, (one) => pick(one, run)));
};

/** Implements `select`, `reject`, `selectattr` and `rejectattr`. */
function selecting(keeps: boolean, byAttribute: boolean): Filter {
  return (value, callArguments, run) => {
    if (byAttribute && callArguments.positional.length === 0)
      throw failed('FilterArgumentError: Missing parameter for attribute name');
    const pick = byAttribute ? picker(callArguments.positional[0]) : (one: Value) => one;
    const rest = byAttribute ? after(callArguments, 1) : callArguments;
    const [test] = rest.positional;
    const holds: (one: Value) => boolean =
      test === undefined
        ? isTrue
        : (
            (apply, more) => (one: Value) =>
              isTrue(apply(one, more, run))
          )(filterNamed(run.tests, 'test', test), after(rest, 1));
    return new Stream(
      (function* () {
        // Any false value, such as `None`, has no elements.
        for (const one of isTrue(value) ? iterate(value, run) : []) {
          run.step();
          if (holds(pick(one, run)) === keeps) yield one;
        }
      })(),
    );
  };
}

function sorted(values: Value, run: Run, key: (value: Value) => Value, reverse: boolean): Value[] {
  const keyed = listOf(values, run).map((value) => [key(value), value] as const);
  run.list(keyed.length * 8);
  const sign = reverse ? -1 : 1;
  return keyed.sort(([a], [b]) => sign * order(a, b, '<', run)).map(([, value]) => value);
}

function extreme(name: string, sign: number): Row {
  return filter(name, ['case_sensitive', 'attribute'], (value, [caseSensitive, path], run) => {
    const [pick, fold] = [picker(path), folded(caseSensitive, run)];
    const key = (one: Value) => fold(pick(one, run));
    let best: Value | undefined;
    for (const one of iterate(value, run)) {
      if (best === undefined || sign * order(key(one), key(best), sign > 0 ? '>' : '<', run) > 0) best = one;
    }
    return best === undefined ? new Missing('No aggregated item, sequence was empty.') : best;
  });
}

function reversed(value: Value, run: Run): Value[] {
  if (!isIterable(value)) throw failed(`FilterArgumentError: argument must be iterable`);
  return listOf(value, run).reverse();
}

/** The values with different keys. Keys other than strings are compared with all earlier keys, which the budget limits. */
function uniqueBy(value: Value, run: Run, key: (one: Value) => Value): Value[] {
  const values: Value[] = [];
  const texts = new Set<string>();
  return listOf(value, run).filter((one) => {
    const by = key(one);
    if (isText(by)) {
      const isNew = !texts.has(plain(by));
      texts.add(plain(by));
      return isNew;
    }
    if (values.some((other) => equal(by, other, run))) return false;
    values.push(by);
    return true;
  });
}

function joined(value: Value, separator: Value, path: Value | undefined, run: Run): Value {
  const pick = picker(path);
  const by = str(separator, run);
  const texts = [...run.counted(mapped(value, run, (one) => str(pick(one, run), run)))] as ReturnType<typeof str>[];
  run.text(texts.reduce((sum, text) => sum + plain(text).length + plain(by).length, 0));
  return joinTexts(texts, by);
}

/** Returns a stream whose values are only computed during iteration, so that errors are thrown only then, too. */
function later(values: () => Iterable<Value>): Stream {
  return new Stream(
    (function* () {
      yield* values();
    })(),
  );
}

/** Splits into rows of `size`. If there is a fill value, pads the last row with it. */
function batch(value: Value, size: number, fill: Value | undefined, run: Run): Value[] {
  const items = listOf(value, run);
  // Python starts a new row when the length of a row equals the size. For size 0, this is the case at once; for a negative size, never.
  if (size < 1) return items.length === 0 ? [] : size < 0 ? [items] : [[], items];
  const rows: Value[][] = [];
  for (let at = 0; at < items.length; at += size) rows.push(items.slice(at, at + size));
  const last = rows.at(-1);
  if (last && fill !== undefined && fill !== null) {
    run.list(size);
    while (last.length < size) last.push(fill);
  }
  return rows;
}

function columns(value: Value, count: number, fill: Value | undefined, run: Run): Value[] {
  const items = listOf(value, run);
  if (count < 1) throw failed('ZeroDivisionError: integer division or modulo by zero');
  run.list(count);
  const [each, longer] = [Math.floor(items.length / count), items.length % count];
  let at = 0;
  return Array.from({ length: count }, (_, i) => {
    const column = items.slice(at, (at += each + (i < longer ? 1 : 0)));
    if (fill !== undefined && fill !== null && i >= longer) column.push(fill);
    return column;
  });
}

export const listFilters: readonly Row[] = [
  ['map', map],
  ['select', selecting(true, false)],
  ['reject', selecting(false, false)],
  ['selectattr', selecting(true, true)],
  ['rejectattr', selecting(false, true)],
  filter('list', [], (value, _, run) => listOf(value, run)),
  filter('length', [], (value) => BigInt(sizeOf(value))),
  filter('count', [], (value) => BigInt(sizeOf(value))),
  filter('first', [], (value, _, run) => {
    for (const one of iterate(value, run)) return one;
    return new Missing('No first item, sequence was empty.');
  }),
  filter('last', [], (value, _, run) => {
    if (value instanceof Stream) throw failed(`TypeError: '${value.type}' object is not reversible`);
    if (value instanceof Missing) throw failed(`UndefinedError: ${value.why}`);
    const last = listOf(value, run).at(-1);
    return last === undefined ? new Missing('No last item, sequence was empty.') : last;
  }),
  filter('join', ['d', 'attribute'], (value, [separator = '', path], run) => joined(value, separator, path, run)),
  filter('reverse', [], (value, _, run) =>
    isText(value)
      ? joinTexts((listOf(value, run) as Text[]).reverse())
      : value instanceof Stream
        ? reversed(value, run)
        : new Stream(reversed(value, run)[Symbol.iterator](), 'list_reverseiterator'),
  ),
  filter('sort', ['reverse', 'case_sensitive', 'attribute'], (value, [reverse = false, caseSensitive, path], run) => {
    const fold = folded(caseSensitive, run);
    const picks = isText(path)
      ? pathOf(path)
          .split(',')
          .map((one) => picker(one))
      : [picker(path)];
    // The key is a list even if there is only one attribute, since undefined values are equal only inside lists.
    const key = (one: Value) => picks.map((pick) => fold(pick(one, run)));
    return sorted(value, run, key, isTrue(reverse));
  }),
  filter('unique', ['case_sensitive', 'attribute'], (value, [caseSensitive, path], run) => {
    const [pick, fold] = [picker(path), folded(caseSensitive, run)];
    return new Stream(uniqueBy(value, run, (one) => fold(pick(one, run)))[Symbol.iterator]());
  }),
  filter(
    'groupby',
    ['attribute', 'default', 'case_sensitive'],
    (value, [path, otherwise, caseSensitive], run) => {
      const [pick, fold] = [picker(path, otherwise), folded(caseSensitive, run)];
      const key = (one: Value) => fold(pick(one, run));
      const groups: [Value, Value[]][] = [];
      for (const one of sorted(value, run, key, false)) {
        const last = groups.at(-1);
        if (last && equal(key(one), key(last[1][0] as Value), run)) last[1].push(one);
        else groups.push([pick(one, run), [one]]);
      }
      return groups.map((group) => new Tuple(group));
    },
    1,
  ),
  extreme('min', -1),
  extreme('max', 1),
  filter('sum', ['attribute', 'start'], (value, [path, start = 0n], run) => {
    const pick = picker(path);
    let sum: Value = start;
    for (const one of iterate(value, run)) sum = calculate('+', sum, pick(one, run), run);
    return sum;
  }),
  filter(
    'batch',
    ['linecount', 'fill_with'],
    (value, [size, fill], run) => later(() => batch(value, wholeNumber(size as Value, 'linecount'), fill, run)),
    1,
  ),
  filter(
    'slice',
    ['slices', 'fill_with'],
    (value, [count, fill], run) => later(() => columns(value, wholeNumber(count as Value, 'slices'), fill, run)),
    1,
  ),
  filter('items', [], (value, _, run) => {
    return later(() => {
      if (value instanceof Missing) return [];
      if (value instanceof Map) return pairs(value, run);
      throw failed('TypeError: Can only get item pairs from a mapping.');
    });
  }),
  filter(
    'dictsort',
    ['case_sensitive', 'by', 'reverse'],
    (value, [caseSensitive, by = 'key', reverse = false], run) => {
      if (!(value instanceof Map)) throw failed(`TypeError: '${typeOf(value)}' object has no attribute 'items'`);
      if (!isText(by) || !['key', 'value'].includes(plain(by)))
        throw failed('FilterArgumentError: You can only sort by either "key" or "value"');
      const at = isText(by) && plain(by) === 'value' ? 1 : 0;
      const fold = folded(caseSensitive, run);
      return sorted(pairs(value, run), run, (pair) => fold((pair as Tuple).items[at] as Value), isTrue(reverse));
    },
  ),
];
