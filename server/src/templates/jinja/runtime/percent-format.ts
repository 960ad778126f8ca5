/** Implements `'…%s…' % values`, including the formatting of numbers. */
import { failed } from '../errors.ts';
import { isNumber, keyOf, mustBeThere, numberOf } from './basics.ts';
import { integerText, repr, str } from './print.ts';
import { joinTexts, plain, sliceText, type Text } from './text.ts';
import { type Run, Tuple, typeOf, type Value } from './values.ts';

const placeholder = /%(?:\(([^)]*)\))?([-+ 0#]*)(\d+|\*)?(?:\.(\d+|\*)?)?[hlL]?(.)?/gs;

export function percentFormat(format: Text, values: Value, run: Run): Text {
  const text = plain(format);
  const list = values instanceof Tuple ? values.items : [values];
  const parts: Text[] = [];
  let [next, from] = [0, 0];
  const take = () => {
    if (next >= list.length) throw failed('TypeError: not enough arguments for format string');
    return list[next++] as Value;
  };
  let isNamed = false;
  for (const match of run.counted(text.matchAll(placeholder))) {
    const [whole, name, flags = '', width, precision, kind] = match;
    parts.push(sliceText(format, from, match.index));
    from = match.index + whole.length;
    if (kind === undefined) throw failed('ValueError: incomplete format');
    if (kind === '%') {
      parts.push('%');
      continue;
    }
    isNamed ||= name !== undefined;
    const star = () => {
      const count = take();
      if (typeof count !== 'bigint' && typeof count !== 'boolean') throw failed('TypeError: * wants int');
      return Number(count);
    };
    const wide = width === '*' ? star() : Number(width ?? 0);
    const exact = precision === '*' ? Math.max(0, star()) : precision;
    const value = name === undefined ? take() : entryOf(values, name);
    const valueText = converted(
      kind,
      value,
      exact === undefined ? (whole.includes('.') ? 0 : undefined) : Number(exact),
      flags,
      run,
    );
    parts.push(padded(valueText, Math.abs(wide), wide < 0 ? `${flags}-` : flags, kind, run));
  }
  parts.push(sliceText(format, from));
  if (
    !isNamed &&
    next < list.length &&
    !(values instanceof Map) &&
    (values instanceof Tuple || next === 0 || list.length > 1)
  )
    throw failed('TypeError: not all arguments converted during string formatting');
  run.text(parts.reduce((sum, part) => sum + plain(part).length, 0));
  return joinTexts(parts);
}

function entryOf(values: Value, name: string): Value {
  if (!(values instanceof Map)) throw failed('TypeError: format requires a mapping');
  const value = values.get(keyOf(name));
  if (value === undefined) throw failed(`KeyError: '${name}'`);
  return value;
}

function converted(kind: string, value: Value, precision: number | undefined, flags: string, run: Run): Text {
  if (kind === 's') {
    const text = str(value, run);
    return precision === undefined ? text : sliceText(text, 0, precision);
  }
  if (kind === 'r' || kind === 'a') {
    const text = kind === 'r' ? repr(value, run) : ascii(value, run);
    return precision === undefined ? text : sliceText(text, 0, precision);
  }
  mustBeThere(value);
  if (kind === 'c') return isNumber(value) ? character(Number(value)) : str(value, run);
  if (!isNumber(value)) throw failed(`TypeError: %${kind} format: a real number is required, not ${typeOf(value)}`);
  run.text(precision ?? 0);
  const number = numberOf(value);
  const negative = number < 0;
  const sign = negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const absolute = negative ? -number : number;
  if ('diu'.includes(kind)) return sign + integerText(whole(absolute)).padStart(precision ?? 0, '0');
  if ('xXo'.includes(kind)) {
    if (typeof absolute !== 'bigint')
      throw failed(`TypeError: %${kind} format: an integer is required, not ${typeOf(value)}`);
    const digits = absolute.toString(kind === 'o' ? 8 : 16);
    const prefix = flags.includes('#') ? `0${kind}` : '';
    return sign + prefix + (kind === 'X' ? digits.toUpperCase() : digits).padStart(precision ?? 0, '0');
  }
  if ('eEfFgG'.includes(kind)) return sign + floatFormat(Number(absolute), kind, precision ?? 6);
  throw failed(`ValueError: unsupported format character '${kind}'`);
}

/** Writes a value like Python's `ascii`, which is `repr` with escapes. */
export function ascii(value: Value, run: Run): Text {
  const text = plain(repr(value, run));
  const escaped = text.replace(/[^\x00-\x7f]/gu, (one) => {
    const code = (one.codePointAt(0) as number).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
  });
  if (escaped === text) return repr(value, run);
  run.text(escaped.length);
  return escaped;
}

function whole(number: bigint | number): bigint {
  if (typeof number === 'bigint') return number;
  if (Number.isNaN(number)) throw failed('ValueError: cannot convert float NaN to integer');
  if (!Number.isFinite(number)) throw failed('OverflowError: cannot convert float infinity to integer');
  return BigInt(Math.trunc(number));
}

/** Returns the character of a code point, as `%c` and `{:c}` do. */
export function character(code: number): string {
  if (code >= 0 && code <= 0x10ffff && Number.isInteger(code)) return String.fromCodePoint(code);
  throw failed('OverflowError: %c arg not in range(0x110000)');
}

/** Formats a non-negative number as `%e`, `%f` or `%g` do in Python. */
export function floatFormat(value: number, kind: string, precision: number): string {
  const lower = kind.toLowerCase();
  if (precision > MAX_DECIMALS) throw failed('ValueError: precision too big');
  let text: string;
  if (!Number.isFinite(value)) text = Number.isNaN(value) ? 'nan' : 'inf';
  else if (lower === 'f') text = fixed(value, precision);
  else if (lower === 'e') text = exponential(value, precision);
  else {
    const digits = precision || 1;
    const power = value === 0 ? 0 : Number(value.toExponential(digits - 1).split('e')[1]);
    text =
      power < -4 || power >= digits
        ? exponential(value, digits - 1).replace(/\.?0+(?=e)/, '')
        : (digits - 1 - power > MAX_DECIMALS ? value.toPrecision(digits) : fixed(value, digits - 1 - power))
            .replace(/(\.\d*?)0+$/, '$1')
            .replace(/\.$/, '');
  }
  return kind === lower ? text : text.toUpperCase();
}

/** The maximum number of digits that JavaScript's number-formatting methods accept. */
export const MAX_DECIMALS = 100;

/** Like `toFixed`, but rounds halves to even, as Python does. `digits`: at most `MAX_DECIMALS`. */
export function fixed(value: number, digits: number): string {
  const up = value.toFixed(digits);
  if (digits > 20 || value >= 1e21)
    return value >= 1e21 ? BigInt(value).toString() + (digits > 0 ? `.${'0'.repeat(digits)}` : '') : up;
  const shifted = value * 10 ** digits;
  const isHalf = Math.abs(shifted) < 2 ** 52 && shifted % 1 === 0.5 && Number.isInteger(value * 2 ** 20);
  if (!isHalf || Math.floor(shifted) % 2 !== 0) return up;
  return (Math.floor(shifted) / 10 ** digits).toFixed(digits);
}

const exponential = (value: number, digits: number) => value.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2');

function padded(text: Text, width: number, flags: string, kind: string, run: Run): Text {
  const padding = width - plain(text).length;
  if (padding <= 0) return text;
  run.text(width);
  if (flags.includes('-')) return joinTexts([text, ' '.repeat(padding)]);
  if (flags.includes('0') && !'sra'.includes(kind)) {
    const [, sign = '', digits = ''] = /^([-+ ]?)(.*)$/s.exec(plain(text)) ?? [];
    return sign + '0'.repeat(padding) + digits;
  }
  return joinTexts([' '.repeat(padding), text]);
}
