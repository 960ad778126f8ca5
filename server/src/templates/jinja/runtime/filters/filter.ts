/** Defines filters by the names of their parameters and a function. */
import { failed } from '../../errors.ts';
import { extentOf, isTrue } from '../basics.ts';
import { bind } from '../call-arguments.ts';
import { item } from '../members.ts';
import { isText, plain, type Text } from '../text.ts';
import type { CallArguments, Filters, Run, Value } from '../values.ts';

export type Filter = Filters extends ReadonlyMap<string, infer F> ? F : never;
export type Row = readonly [name: string, filter: Filter];

/** Defines a filter. The first `least` of its parameters are required. */
export function filter(
  name: string,
  parameters: readonly string[],
  run: (value: Value, values: readonly (Value | undefined)[], run: Run) => Value,
  least = 0,
): Row {
  return [
    name,
    (value, callArguments, context) => {
      context.through(extentOf(value));
      return run(value, bind(callArguments, name, parameters, least), context);
    },
  ];
}

/** Returns a function that looks up a path, such as `a.b.0` in `attribute='a.b.0'`, in a value. */
export function picker(path: Value | undefined, otherwise?: Value): (value: Value, run: Run) => Value {
  if (path === undefined || path === null) return (value) => value;
  const steps: Value[] = isText(path)
    ? pathOf(path)
        .split('.')
        .map((step) => (/^\d+$/.test(step) ? BigInt(step) : step))
    : [path];
  return (value, run) => {
    let current = value;
    for (const step of steps) {
      current = item(current, step, run);
      if (otherwise !== undefined && isMissing(current)) current = otherwise;
    }
    return current;
  };
}

/** The maximum length of a path, since each filter splits its path again; no real template has a longer one. */
const MAX_PATH_LENGTH = 1000;

export function pathOf(path: Text): string {
  const text = plain(path);
  if (text.length > MAX_PATH_LENGTH) throw failed(`ValueError: attribute is longer than ${MAX_PATH_LENGTH} characters`);
  return text;
}

const isMissing = (value: Value) => typeof value === 'object' && value !== null && 'why' in value;

/** Returns a function that converts strings to lower case, unless the filter is case-sensitive. */
export const folded = (caseSensitive: Value | undefined, run: Run) => (value: Value) => {
  if (isTrue(caseSensitive ?? false) || !isText(value)) return value;
  run.text(plain(value).length);
  return plain(value).toLowerCase();
};

/** Returns the filter or test whose name a template passes as a string. */
export function filterNamed(filters: Filters, what: 'filter' | 'test', name: Value): Filter {
  const apply = isText(name) ? filters.get(plain(name)) : undefined;
  if (apply === undefined)
    throw failed(`TemplateRuntimeError: No ${what} named '${isText(name) ? plain(name) : '?'}'.`);
  return apply;
}

/** The arguments without the first `count` positional arguments. */
export const after = ({ positional, named: rest }: CallArguments, count: number): CallArguments => ({
  positional: positional.slice(count),
  named: rest,
});
