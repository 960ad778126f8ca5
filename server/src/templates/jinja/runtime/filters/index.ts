/** The filters of Jinja, with `tojson` as `transformers` has it. */
import { failed } from '../../errors.ts';
import { isNumber, isTrue, mustBeThere, numberOf, wholeNumber } from '../basics.ts';
import { attribute } from '../members.ts';
import { fixed } from '../percent-format.ts';
import { str, textsIn } from '../print.ts';
import { isText, madeOf, plain } from '../text.ts';
import { type JsonLayout, toJson } from '../tojson.ts';
import { type Filters, Missing, mostDigits, type Run, Tuple, typeOf, type Value } from '../values.ts';
import { filter, type Row } from './filter.ts';
import { listFilters } from './of-lists.ts';
import { textFilters } from './of-texts.ts';

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

/** No real template indents by more than this, and it costs as often as something is nested. */
const widest = 1000;

function width(indent: number, run: Run): number {
  run.step();
  if (indent > widest) throw failed(`ValueError: tojson with an indent of more than ${widest}`);
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
    const radix = wholeNumber(base, 'base');
    if (radix === 10 && /^-?\d+(?:_\d+)*$/.test(text))
      return text.length > mostDigits ? otherwise : BigInt(text.replaceAll('_', ''));
    const [, minus, hex] = (radix === 16 && /^(-?)(?:0x)?([\da-f]+)$/i.exec(text)) || [];
    if (hex !== undefined && hex.length <= mostDigits) return BigInt(`0x${hex}`) * (minus ? -1n : 1n);
    return /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
      ? BigInt(Math.trunc(Number(text)))
      : otherwise;
  }
  if (!isNumber(value)) return otherwise;
  const number = numberOf(value);
  return typeof number === 'bigint' ? number : Number.isFinite(number) ? BigInt(Math.trunc(number)) : otherwise;
}

function toFloat(value: Value, otherwise: Value): Value {
  mustBeThere(value);
  if (isNumber(value)) return Number(numberOf(value));
  const text = isText(value) ? plain(value).trim() : '';
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : otherwise;
}

function rounded(value: Value, precision: number, method: string): Value {
  mustBeThere(value);
  if (!isNumber(value)) throw failed(`TypeError: type ${typeOf(value)} doesn't define __round__ method`);
  const number = numberOf(value);
  if (method === 'common') {
    if (typeof number === 'bigint') return number;
    return Number(number < 0 ? `-${fixed(-number, precision)}` : fixed(number, precision));
  }
  if (method !== 'ceil' && method !== 'floor')
    throw failed('FilterArgumentError: method must be common, ceil or floor');
  return Math[method](Number(number) * 10 ** precision) / 10 ** precision;
}

const others: readonly Row[] = [
  filter('default', ['default_value', 'boolean'], (value, [otherwise = '', boolean = false]) =>
    orElse(value, otherwise, boolean),
  ),
  filter('d', ['default_value', 'boolean'], (value, [otherwise = '', boolean = false]) =>
    orElse(value, otherwise, boolean),
  ),
  filter('tojson', ['ensure_ascii', 'indent', 'separators', 'sort_keys'], (value, given, run) =>
    madeOf(toJson(value, layoutOf(given, run), run), ...textsIn(value, run)),
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
      const found = attribute(value, plain(str(name as Value, run)), run);
      return value instanceof Map && value.has(plain(str(name as Value, run)))
        ? new Missing(`'dict object' has no attribute '${plain(str(name as Value, run))}'`)
        : found;
    },
    1,
  ),
];

const orElse = (value: Value, otherwise: Value, boolean: Value) =>
  value instanceof Missing || (isTrue(boolean) && !isTrue(value)) ? otherwise : value;

/** The strings in a value, whose text JSON is made of. */
export const filters: Filters = new Map([...others, ...textFilters, ...listFilters]);
