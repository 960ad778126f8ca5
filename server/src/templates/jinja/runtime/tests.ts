/** The tests of Jinja, as in `value is defined`. */
import type { Comparison } from '../nodes.ts';
import { contains, isIterable, isNumber } from './basics.ts';
import { bind } from './call-arguments.ts';
import { filters } from './filters/index.ts';
import { calculate, compare } from './operators.ts';
import { str } from './print.ts';
import { isText, plain } from './text.ts';
import { Callable, type Filters, Missing, type Run, Tuple, type Value, View } from './values.ts';

type Row = readonly [
  name: string,
  test: (value: Value, callArguments: Parameters<NonNullable<ReturnType<Filters['get']>>>[1], run: Run) => Value,
];

const is = (name: string, holds: (value: Value, run: Run) => boolean): Row => [
  name,
  (value, callArguments, run) => {
    bind(callArguments, `test_${name}`, []);
    return holds(value, run);
  },
];

const compared = (operator: Comparison, ...names: readonly string[]): Row[] =>
  names.map((name) => [
    name,
    (value, callArguments, run) => compare(operator, value, bind(callArguments, name, ['other'], 1)[0] as Value, run),
  ]);

const remainder = (value: Value, by: Value, run: Run) => calculate('%', value, by, run);
const isSequence = (value: Value) =>
  isText(value) ||
  Array.isArray(value) ||
  value instanceof Map ||
  value instanceof Tuple ||
  value instanceof Missing ||
  (value instanceof View && value.type === 'range');

/** Implements `sameas`, which compares identity, unlike `equal`: `true` equals 1, but is not the same as 1. */
const isSame = (a: Value, b: Value) => (isText(a) && isText(b) ? plain(a) === plain(b) : a === b);

const rows: readonly Row[] = [
  is('defined', (value) => !(value instanceof Missing)),
  is('undefined', (value) => value instanceof Missing),
  is('none', (value) => value === null),
  is('boolean', (value) => typeof value === 'boolean'),
  is('true', (value) => value === true),
  is('false', (value) => value === false),
  is('integer', (value) => typeof value === 'bigint'),
  is('float', (value) => typeof value === 'number'),
  is('number', isNumber),
  is('string', isText),
  is('mapping', (value) => value instanceof Map),
  is('iterable', isIterable),
  is('sequence', isSequence),
  is('callable', (value) => value instanceof Callable || value instanceof Missing),
  is('odd', (value, run) => compare('==', remainder(value, 2n, run), 1n, run)),
  is('even', (value, run) => compare('==', remainder(value, 2n, run), 0n, run)),
  is('lower', (value, run) => isCase(plain(str(value, run)), run, (text) => text.toLowerCase())),
  is('upper', (value, run) => isCase(plain(str(value, run)), run, (text) => text.toUpperCase())),
  is('escaped', () => false),
  is('filter', (value) => isText(value) && filters.has(plain(value))),
  is('test', (value) => isText(value) && tests.has(plain(value))),
  [
    'divisibleby',
    (value, callArguments, run) => {
      const [by] = bind(callArguments, 'divisibleby', ['num'], 1);
      return compare('==', remainder(value, by as Value, run), 0n, run);
    },
  ],
  ['sameas', (value, callArguments) => isSame(value, bind(callArguments, 'sameas', ['other'], 1)[0] as Value)],
  ['in', (value, callArguments, run) => contains(bind(callArguments, 'in', ['seq'], 1)[0] as Value, value, run)],
  ...compared('==', 'eq', 'equalto', '=='),
  ...compared('!=', 'ne', '!='),
  ...compared('<', 'lt', 'lessthan', '<'),
  ...compared('<=', 'le', '<='),
  ...compared('>', 'gt', 'greaterthan', '>'),
  ...compared('>=', 'ge', '>='),
];

function isCase(text: string, run: Run, convert: (text: string) => string): boolean {
  run.text(text.length);
  return text === convert(text) && text.toLowerCase() !== text.toUpperCase();
}

export const tests: Filters = new Map(rows);
