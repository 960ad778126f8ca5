/** The operators, with the results of Python. */
import { failed, type TemplateError } from '../errors.ts';
import type { BinaryOperator, Comparison } from '../nodes.ts';
import { contains, equal, isNumber, mustBeThere, numberOf, order } from './basics.ts';
import { percentFormat } from './percent-format.ts';
import { isText, joinTexts, plain, type Text } from './text.ts';
import { type Run, Tuple, typeOf, type Value } from './values.ts';

export function compare(operator: Comparison, a: Value, b: Value, run: Run): boolean {
  return comparisons[operator](a, b, run);
}

const comparisons: Readonly<Record<Comparison, (a: Value, b: Value, run: Run) => boolean>> = {
  '==': equal,
  '!=': (a, b, run) => !equal(a, b, run),
  '<': (a, b, run) => less(a, b, '<', run, (sign) => sign < 0),
  '<=': (a, b, run) => less(a, b, '<=', run, (sign) => sign <= 0),
  '>': (a, b, run) => less(a, b, '>', run, (sign) => sign > 0),
  '>=': (a, b, run) => less(a, b, '>=', run, (sign) => sign >= 0),
  in: (a, b, run) => contains(b, a, run),
  'not in': (a, b, run) => !contains(b, a, run),
};

/** Compares two values; comparisons with NaN are false. */
const less = (a: Value, b: Value, operator: string, run: Run, holds: (sign: number) => boolean) =>
  holds(order(a, b, operator, run)) && !Number.isNaN(a) && !Number.isNaN(b);

type Numeric = bigint | number;

export function calculate(operator: BinaryOperator, a: Value, b: Value, run: Run): Value {
  if (isText(a) && isText(b) && operator === '+') return concat(a, b, run);
  if (isNumber(a) && isNumber(b)) return arithmetic(operator, numberOf(a), numberOf(b));
  mustBeThere(a);
  if (operator === '%' && isText(a)) return percentFormat(a, b, run);
  mustBeThere(b);
  if (operator === '+') {
    if (Array.isArray(a) && Array.isArray(b)) return joined(a, b, run);
    if (a instanceof Tuple && b instanceof Tuple) return new Tuple(joined(a.items, b.items, run));
    if (isText(a)) throw failed(`TypeError: can only concatenate str (not "${typeOf(b)}") to str`);
    if (Array.isArray(a)) throw failed(`TypeError: can only concatenate list (not "${typeOf(b)}") to list`);
  }
  if (operator === '*') {
    const [sequence, count] = isNumber(a) ? [b, a] : [a, b];
    if (typeof count === 'bigint' || typeof count === 'boolean') {
      const times = Math.max(0, Number(count));
      if (isText(sequence)) return repeat(sequence, times, run);
      if (Array.isArray(sequence)) return repeatList(sequence, times, run);
      if (sequence instanceof Tuple) return new Tuple(repeatList(sequence.items, times, run));
    }
  }
  throw unsupported(operator, a, b);
}

const unsupported = (operator: string, a: Value, b: Value): TemplateError =>
  failed(
    `TypeError: unsupported operand type(s) for ${operator === '**' ? '** or pow()' : operator}: '${typeOf(a)}' and '${typeOf(b)}'`,
  );

function concat(a: Text, b: Text, run: Run): Text {
  run.text(plain(a).length + plain(b).length);
  return typeof a === 'string' && typeof b === 'string' ? a + b : joinTexts([a, b]);
}

export function repeat(text: Text, times: number, run: Run): Text {
  if (plain(text) === '') return text;
  run.text(plain(text).length * times);
  if (typeof text === 'string') return text.repeat(times);
  run.list(times);
  return joinTexts(Array.from({ length: times }, () => text));
}

function joined(a: readonly Value[], b: readonly Value[], run: Run): Value[] {
  run.list(a.length + b.length);
  return [...a, ...b];
}

function repeatList(items: readonly Value[], times: number, run: Run): Value[] {
  if (items.length === 0) return [];
  run.list(items.length * times);
  return Array.from({ length: times }, () => items).flat();
}

/** The maximum number of bits of an integer; no real template has larger ones. */
const MAX_BITS = 100_000;

function arithmetic(operator: BinaryOperator, a: Numeric, b: Numeric): Numeric {
  if ((operator === '/' || operator === '//' || operator === '%') && Number(b) === 0)
    throw failed(`ZeroDivisionError: ${operator === '/' ? 'division by zero' : 'integer division or modulo by zero'}`);
  if (typeof a === 'bigint' && typeof b === 'bigint') return ofIntegers[operator](a, b);
  return ofFloats[operator](Number(a), Number(b));
}

const bits = (value: bigint) => (value < 0n ? -value : value).toString(16).length * 4;
const fits = (size: number) => {
  if (size > MAX_BITS) throw failed(`OverflowError: integer has more than ${MAX_BITS} bits`);
};

const ofIntegers: Readonly<Record<BinaryOperator, (a: bigint, b: bigint) => Numeric>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => {
    fits(bits(a) + bits(b));
    return a * b;
  },
  '/': (a, b) => Number(a) / Number(b),
  '//': (a, b) => (a - modulo(a, b)) / b,
  '%': modulo,
  '**': (a, b) => {
    if (b < 0n) return power(Number(a), Number(b));
    if (a > 1n || a < -1n) fits(bits(a) * Number(b));
    return a ** b;
  },
};

/** The remainder of a division, which has the sign of the divisor. */
function modulo(a: bigint, b: bigint): bigint {
  const rest = a % b;
  return rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest;
}

const ofFloats: Readonly<Record<BinaryOperator, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '//': (a, b) => Math.floor(a / b),
  '%': (a, b) => {
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
  },
  '**': power,
};

function power(a: number, b: number): number {
  if (a === 0 && b < 0) throw failed('ZeroDivisionError: 0.0 cannot be raised to a negative power');
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b))
    throw failed('ValueError: complex numbers are not supported');
  return a ** b;
}
