/** The filters of Jinja, except that `tojson` is that of `transformers`. */
import { failed } from '../../errors.ts';
import { isNumber, isTrue, mustBeThere, numberOf, wholeNumber } from '../basics.ts';
import { attribute } from '../members.ts';
import { fixed, MAX_DECIMALS } from '../percent-format.ts';
import { str, textsIn } from '../print.ts';
import { isText, madeOf, plain } from '../text.ts';
import { type JsonLayout, toJson } from '../tojson.ts';
import { type Filters, MAX_DIGITS, Missing, type Run, Tuple, typeOf, type Value } from '../values.ts';
import { filter, type Row } from './filter.ts';
import { listFilters } from './list-filters.ts';
import { textFilters } from './text-filters.ts';

function layoutOf(
  [ascii = false, indent = null, separators = null, sorted = false]: readonly (Value | undefined)[],
  run: Run,
): JsonLayout {
  const by = isText(indent)
    ? plain(indent)
    : indent === null
      ? undefined
      : ' '.repeat(width(wholeNumber(indent, 'indent'), run));
  const [item, key] = separators === null ? [] : separatorsOf(separators, run);
  return {
    ascii: isTrue(ascii),
    indent: by,
    separators: [item ?? (by === undefined ? ', ' : ','), key ?? ': '],
    sorted: isTrue(sorted),
  };
}

/** The maximum width of indentation, since each nesting level multiplies its cost; no real template indents by more. */
const MAX_INDENT_WIDTH = 1000;

function width(indent: number, run: Run): number {
  run.step();
  if (indent > MAX_INDENT_WIDTH) throw failed(`ValueError: indent of tojson is greater than ${MAX_INDENT_WIDTH}`);
  return Math.max(0, indent);
}

function separatorsOf(value: Value, run: Run): string[] {
  const items = value instanceof Tuple ? value.items : Array.isArray(value) ? value : [];
  if (items.length !== 2) throw failed('TypeError: separators must be two strings');
  return items.map((one) => plain(str(one, run)));
}

function toInteger(value: Value, otherwise: Value, base: Value): Value {
  mustBeThere(value);
  if (isText(value)) {
    const text = plain(value).trim().replace(/^\+/, '');
    const whole = integerOf(text, wholeNumber(base, 'base'));
    if (whole !== undefined) return whole;
    if (/^-?\d+(?:_\d+)*$/.test(text) && text.length > MAX_DIGITS) return otherwise;
    return /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
      ? BigInt(Math.trunc(Number(text)))
      : otherwise;
  }
  if (!isNumber(value)) return otherwise;
  const number = numberOf(value);
  return typeof number === 'bigint' ? number : Number.isFinite(number) ? BigInt(Math.trunc(number)) : otherwise;
}

const prefixes: readonly (readonly [prefix: RegExp, radix: number])[] = [
  [/^0x_?(?=[^_])/i, 16],
  [/^0o_?(?=[^_])/i, 8],
  [/^0b_?(?=[^_])/i, 2],
];

/** Parses an integer as Python's `int` does; for base 0, the prefix determines the base. */
function integerOf(text: string, base: number): bigint | undefined {
  const minus = text.startsWith('-');
  const unsigned = minus ? text.slice(1) : text;
  const [prefix, radix] = prefixes.find(([one, of]) => (base === 0 || base === of) && one.test(unsigned)) ?? [
    /^/,
    base || 10,
  ];
  const numeral = unsigned.replace(prefix, '');
  if (!/^[\da-z]+(?:_[\da-z]+)*$/i.test(numeral) || numeral.length > MAX_DIGITS) return undefined;
  // In base 0, `010` could be octal, so Python rejects it.
  if (base === 0 && radix === 10 && /^0[0_]*[1-9]/.test(numeral)) return undefined;
  if (radix < 2 || radix > 36) return undefined;
  const digits = [...numeral.replaceAll('_', '')].map((one) => Number.parseInt(one, 36));
  if (digits.some((digit) => digit >= radix)) return undefined;
  const number = digits.reduce((sum, digit) => sum * BigInt(radix) + BigInt(digit), 0n);
  return minus ? -number : number;
}

function toFloat(value: Value, otherwise: Value): Value {
  mustBeThere(value);
  if (isNumber(value)) return Number(numberOf(value));
  const text = isText(value) ? plain(value).trim() : '';
  const special = /^([-+]?)(?:(inf)(?:inity)?|nan)$/i.exec(text);
  if (special) return special[2] === undefined ? Number.NaN : Number(`${special[1]}Infinity`);
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : otherwise;
}

function rounded(value: Value, precision: number, method: string): Value {
  mustBeThere(value);
  if (!isNumber(value)) throw failed(`TypeError: type ${typeOf(value)} doesn't define __round__ method`);
  const number = numberOf(value);
  if (method === 'common') {
    if (precision < 0) return roundedToTens(number, precision);
    if (typeof number === 'bigint') return number;
    if (precision > MAX_DECIMALS) return roundedToMany(number, precision);
    return Number(number < 0 ? `-${fixed(-number, precision)}` : fixed(number, precision));
  }
  if (method !== 'ceil' && method !== 'floor')
    throw failed('FilterArgumentError: method must be common, ceil or floor');
  if (typeof number === 'bigint' && precision >= 0) return Number(number);
  if (precision > MAX_POWER) throw failed('OverflowError: int too large to convert to float');
  const scaled = Number(number) * 10 ** precision;
  if (Number.isNaN(scaled)) throw failed('ValueError: cannot convert float NaN to integer');
  if (!Number.isFinite(scaled)) throw failed('OverflowError: cannot convert float infinity to integer');
  return Math[method](scaled) / 10 ** precision;
}

/** The largest power of ten that is a finite float. */
const MAX_POWER = 308;

/** Rounds to more than `MAX_DECIMALS` decimal places, which only changes very small numbers. */
function roundedToMany(number: number, precision: number): number {
  const power = Number(number.toExponential().split('e')[1]);
  const digits = precision + power;
  // A float has at most 17 significant digits.
  if (!Number.isFinite(number) || digits > 17) return number;
  if (digits >= 0) return Number(number.toExponential(digits));
  const unit = Number(`1e-${precision}`);
  return Math.sign(number) * (digits === -1 && Math.abs(number) > unit / 2 ? unit : 0);
}

/** The maximum number of digits before the decimal point; no finite float has more. */
const MAX_PLACES = 400;

/** Rounds to tens, hundreds and so on. A half is rounded to the even neighbor. */
function roundedToTens(number: bigint | number, precision: number): bigint | number {
  if (typeof number === 'number' && !Number.isFinite(number)) return number;
  const isWhole = typeof number === 'bigint';
  if (-precision > Math.max(MAX_PLACES, isWhole ? String(number).length : 0)) return isWhole ? 0n : 0;
  const unit = 10n ** BigInt(-precision);
  const [trunc, hasRest] = isWhole ? [number, false] : [BigInt(Math.trunc(number)), !Number.isInteger(number)];
  const absolute = trunc < 0n ? -trunc : trunc;
  const [below, rest] = [absolute / unit, absolute % unit];
  const isMore = rest * 2n > unit || (rest * 2n === unit && (hasRest || below % 2n === 1n));
  const result = (below + (isMore ? 1n : 0n)) * unit;
  const isNegative = number < 0;
  if (isWhole) return isNegative ? -result : result;
  return isNegative ? -Number(result) : Number(result);
}

const others: readonly Row[] = [
  filter('default', ['default_value', 'boolean'], (value, [otherwise = '', boolean = false]) =>
    orElse(value, otherwise, boolean),
  ),
  filter('d', ['default_value', 'boolean'], (value, [otherwise = '', boolean = false]) =>
    orElse(value, otherwise, boolean),
  ),
  filter('tojson', ['ensure_ascii', 'indent', 'separators', 'sort_keys'], (value, options, run) =>
    madeOf(toJson(value, layoutOf(options, run), run), textsIn(value, run)),
  ),
  filter('int', ['default', 'base'], (value, [otherwise = 0n, base = 10n]) => toInteger(value, otherwise, base)),
  filter('float', ['default'], (value, [otherwise = 0]) => toFloat(value, otherwise)),
  filter('abs', [], (value) => {
    mustBeThere(value);
    if (!isNumber(value)) throw failed(`TypeError: bad operand type for abs(): '${typeOf(value)}'`);
    const number = numberOf(value);
    return number < 0 ? -number : number;
  }),
  filter('round', ['precision', 'method'], (value, [precision = 0n, method = 'common']) =>
    rounded(value, wholeNumber(precision, 'precision'), isText(method) ? plain(method) : ''),
  ),
  filter(
    'attr',
    ['name'],
    (value, [name], run) => {
      const member = attribute(value, plain(str(name as Value, run)), run);
      return value instanceof Map && value.has(plain(str(name as Value, run)))
        ? new Missing(`'dict object' has no attribute '${plain(str(name as Value, run))}'`)
        : member;
    },
    1,
  ),
];

const orElse = (value: Value, otherwise: Value, boolean: Value) =>
  value instanceof Missing || (isTrue(boolean) && !isTrue(value)) ? otherwise : value;

export const filters: Filters = new Map([...others, ...textFilters, ...listFilters]);
