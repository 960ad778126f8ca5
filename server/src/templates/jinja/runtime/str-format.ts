/** Implements `'…{}…'.format(…)`. */
import { failed } from '../errors.ts';
import { isNumber, numberOf } from './basics.ts';
import { ascii, character, floatFormat } from './percent-format.ts';
import { floatText, integerText, repr, str } from './print.ts';
import { padText } from './string-operations.ts';
import { isText, joinTexts, lengthOf, offsetOf, plain, sliceText, type Text } from './text.ts';
import { type CallArguments, type Run, typeOf, type Value } from './values.ts';

const field = /\{\{|\}\}|\{([^{}!:]*)(?:!([rsa]))?(?::((?:[^{}]|\{[^{}]*\})*))?\}|[{}]/g;
/** Matches a field inside the format specification of another field. */
const innerField = /\{([^{}!:]*)(?:!([rsa]))?\}/g;

/** Functions that look up `a.b` and `a[b]`. */
interface Members {
  attribute(value: Value, name: string, run: Run): Value;
  item(value: Value, key: Value, run: Run): Value;
}

export function strFormat(format: Text, callArguments: CallArguments, run: Run, members: Members): Text {
  const parts: Text[] = [];
  let [from, next] = [0, 0];
  for (const { 0: whole, index, 1: name, 2: conversion, 3: spec = '' } of run.counted(plain(format).matchAll(field))) {
    parts.push(sliceText(format, from, index));
    from = index + whole.length;
    if (whole === '{{' || whole === '}}') parts.push(whole[0] as string);
    else if (name === undefined) throw failed(`ValueError: Single '${whole}' encountered in format string`);
    else {
      const valueOf = (path: string, as: string | undefined) => {
        const value = lookUp(
          path === '' || /^[.[]/.test(path) ? `${next++}${path}` : path,
          callArguments,
          run,
          members,
        );
        return as === undefined ? value : (conversions.get(as) ?? str)(value, run);
      };
      const value = valueOf(name, conversion);
      const layout = spec.replace(innerField, (_, path: string, as: string | undefined) =>
        plain(str(valueOf(path, as), run)),
      );
      parts.push(formatted(value, layout, run));
    }
  }
  parts.push(sliceText(format, from));
  run.text(parts.reduce((sum, part) => sum + plain(part).length, 0));
  return joinTexts(parts);
}

const conversions = new Map([
  ['s', str],
  ['r', repr],
  ['a', ascii],
]);

function lookUp(path: string, { positional, named }: CallArguments, run: Run, { attribute, item }: Members): Value {
  const [first = '', ...rest] = path.split(/(?=[.[])/);
  let value = /^\d+$/.test(first) ? positional[Number(first)] : named.get(first);
  if (value === undefined)
    throw failed(
      /^\d+$/.test(first)
        ? 'IndexError: Replacement index out of range for positional args tuple'
        : `KeyError: '${first}'`,
    );
  for (const step of rest) {
    const key = step.startsWith('[') ? step.slice(1, -1) : step.slice(1);
    value = step.startsWith('.') ? attribute(value, key, run) : item(value, /^\d+$/.test(key) ? BigInt(key) : key, run);
  }
  return value;
}

const specification = /^(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/su;

function formatted(value: Value, spec: string, run: Run): Text {
  if (spec === '') return str(value, run);
  const [whole, fill, align, sign, alternate, zero, width = '0', group, precision, kind] =
    specification.exec(spec) ?? [];
  if (whole === undefined) throw failed('ValueError: Invalid format specifier');
  // Python types other than numbers and strings do not support a format specification.
  if (!isNumber(value) && !isText(value))
    throw failed(`TypeError: unsupported format string passed to ${typeOf(value)}.__format__`);
  const isNumeric = isNumber(value);
  if (kind !== undefined && (isNumeric ? kind === 's' : kind !== 's'))
    throw failed(`ValueError: Unknown format code '${kind}' for object of type '${typeOf(value)}'`);
  if (!isNumeric && group) throw failed(`ValueError: Cannot specify '${group}' with 's'.`);
  if (!isNumeric && sign) throw failed('ValueError: Sign not allowed in string format specifier');
  if (!isNumeric && alternate) throw failed('ValueError: Alternate form (#) not allowed in string format specifier');
  const text = isNumeric
    ? numeric(numberOf(value), { sign, alternate, group, precision, kind })
    : cut(str(value, run), precision);
  const side = align ?? (zero ? '=' : isNumeric ? '>' : '<');
  const filler = fill ?? (zero ? '0' : ' ');
  if (side === '=' && !isText(value)) {
    const [, front = '', digits = ''] = /^([-+ ]?(?:0[xXob])?)(.*)$/s.exec(plain(text)) ?? [];
    return front + plain(padText(digits, Number(width) - front.length, filler, (padding) => padding, run));
  }
  const leftOf =
    side === '>' ? (padding: number) => padding : side === '^' ? (padding: number) => padding >> 1 : () => 0;
  return padText(text, Number(width), filler, leftOf, run);
}

const cut = (text: Text, precision: string | undefined) =>
  precision === undefined || Number(precision) >= lengthOf(text)
    ? text
    : sliceText(text, 0, offsetOf(text, Number(precision)));

interface Layout {
  readonly sign: string | undefined;
  readonly alternate: string | undefined;
  readonly group: string | undefined;
  readonly precision: string | undefined;
  readonly kind: string | undefined;
}

function numeric(number: bigint | number, { sign, alternate, group, precision, kind }: Layout): string {
  const negative = number < 0;
  const absolute = negative ? -number : number;
  const front = negative ? '-' : sign === '+' || sign === ' ' ? sign : '';
  const digits = Number(precision ?? 6);
  let text: string;
  if (kind === '%') text = `${floatFormat(Number(absolute) * 100, 'f', digits)}%`;
  else if (kind !== undefined && 'eEfFgG'.includes(kind)) text = floatFormat(Number(absolute), kind, digits);
  else if (typeof absolute === 'bigint' && precision !== undefined)
    throw failed('ValueError: Precision not allowed in integer format specifier');
  else if (typeof absolute === 'bigint' && kind === 'c') return character(Number(number));
  else if (typeof absolute === 'bigint') {
    const base = bases.get(kind ?? 'd');
    text = base === undefined ? integerText(absolute) : absolute.toString(base);
  } else if (kind !== undefined && kind !== 'n')
    throw failed(`ValueError: Unknown format code '${kind}' for object of type 'float'`);
  else text = precision === undefined ? floatText(absolute) : floatFormat(absolute, 'g', digits);
  if (kind === 'X') text = text.toUpperCase();
  const prefix = alternate && kind !== undefined && bases.has(kind) ? `0${kind}` : '';
  return front + prefix + (group ? text.replace(/^\d+/, (whole) => grouped(whole, group)) : text);
}

/** Groups digits by three, from the end. */
function grouped(digits: string, by: string): string {
  const first = digits.length % 3;
  const threes = digits.slice(first).match(/.{3}/g) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...threes].join(by);
}

const bases = new Map([
  ['b', 2],
  ['o', 8],
  ['x', 16],
  ['X', 16],
]);
