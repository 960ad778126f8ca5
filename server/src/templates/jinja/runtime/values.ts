/**
 * The values of a template, which represent Python's types. Integers are `bigint`, floats are `number`, strings are `Text`, lists
 * are arrays, and mappings are `Map`.
 */
import type { Budget } from './budget.ts';
import { isText, type Text } from './text.ts';

/** The identity of a key. Equal numbers are the same key. */
export type Key = string | bigint | number | null;
export type Dict = Map<Key, Value>;

export type Value =
  | null
  | boolean
  | bigint
  | number
  | Text
  | Value[]
  | Dict
  | Tuple
  | Missing
  | View
  | Stream
  | Namespace
  | Callable
  | Loop;

/**
 * The maximum number of digits of an integer that Python converts from or to a string, since such a conversion takes quadratic
 * time.
 */
export const MAX_DIGITS = 4300;

export class Tuple {
  constructor(readonly items: readonly Value[]) {}
}

/** Jinja's Undefined, which prints as nothing, and throws in most other operations. */
export class Missing {
  constructor(
    /** The error message, in Python's words. */
    readonly why: string,
  ) {}
}

/** The result of `keys()`, `items()`, `range()` and similar calls, which is not a list, but has a length. */
export class View {
  constructor(
    readonly type: 'dict_keys' | 'dict_values' | 'dict_items' | 'range',
    readonly items: readonly Value[],
    /** The bounds of a range. */
    readonly bounds: Bounds = [0, 0, 1],
  ) {}
}

export type Bounds = readonly [start: number, stop: number, step: number];

/** Values without a length that can be iterated over once, such as the results of the filters `map` and `select`. */
export class Stream {
  constructor(
    readonly values: Iterator<Value>,
    readonly type = 'generator',
  ) {}
}

export class Namespace {
  constructor(readonly members: Map<string, Value>) {}
}

export interface CallArguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export class Callable {
  constructor(
    readonly name: string,
    readonly call: (callArguments: CallArguments, run: Run) => Value,
    readonly type = 'function',
    readonly members: ReadonlyMap<string, Value> = new Map(),
  ) {}
}

/** The variable `loop`, which exists inside a loop. */
export class Loop {
  index = -1;
  changed: readonly Value[] | undefined;

  constructor(
    readonly items: readonly Value[],
    readonly depth: number,
    /** Runs a recursive loop again over another value. */
    readonly again: ((over: Value) => Value) | undefined,
  ) {}
}

/** The state of a run: its position, its budget, and its input. */
export interface Run extends Budget {
  at: number;
  /** The time that `strftime_now` writes. */
  readonly clock: Date;
  usesClock: boolean;
  readonly traces: boolean;
  /** The output of the template so far, except for text that is being captured. */
  readonly output: Text[];
  /** Records a `{% generation %}` block of `length` characters that begins at the end of `output`. */
  generation(length: number): void;
  readonly filters: Filters;
  readonly tests: Filters;
}

/** Filters and tests by name; the value is the first argument of both. */
export type Filters = ReadonlyMap<string, (value: Value, callArguments: CallArguments, run: Run) => Value>;

/** Returns Python's name for the type of a value. */
export function typeOf(value: Value): string {
  if (value === null) return 'NoneType';
  if (isText(value)) return 'str';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object') return primitives[typeof value as 'boolean'];
  if (value instanceof Map) return 'dict';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof Missing) return 'Undefined';
  if (value instanceof Namespace) return 'Namespace';
  if (value instanceof Loop) return 'LoopContext';
  return (value as View | Stream | Callable).type;
}

const primitives = { boolean: 'bool', bigint: 'int', number: 'float' } as const;
