/** Prints values like Python's `str` and `repr`. */
import { failed } from '../errors.ts';
import { isText, madeOf, plain, type Text } from './text.ts';
import {
  Callable,
  type Key,
  Loop,
  MAX_DIGITS,
  Missing,
  Namespace,
  type Run,
  type Stream,
  Tuple,
  typeOf,
  type Value,
  View,
} from './values.ts';

/** Implements `str(value)`. A string stays unchanged, and an undefined value is printed as nothing. */
export function str(value: Value, run: Run): Text {
  if (isText(value)) return value;
  if (value instanceof Missing) return '';
  const text = repr(value, run);
  return madeOf(text, textsIn(value, run));
}

/**
 * The traced texts in a value, or an empty list if nothing is traced. The value has already been printed, so its depth is known to be
 * within the limit.
 */
export function textsIn(value: Value, run: Run): Text[] {
  if (!run.traces) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, run));
  if (value instanceof Map) return [...value.values()].flatMap((one) => textsIn(one, run));
  return isText(value) ? [value] : [];
}

/** The maximum nesting depth of a value that is printed. */
const MAX_PRINT_DEPTH = 200;

export function repr(value: Value, run: Run, depth = 0): string {
  if (depth > MAX_PRINT_DEPTH) return '...';
  run.step();
  const inner = (one: Value) => repr(one, run, depth + 1);
  const list = (items: readonly Value[]) => {
    const texts = items.map(inner);
    run.text(texts.reduce((sum, { length }) => sum + length + 2, 0));
    return texts.join(', ');
  };
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return integerText(value);
  if (typeof value === 'number') return floatText(value);
  if (isText(value)) {
    run.through(plain(value).length);
    return reprText(plain(value));
  }
  if (Array.isArray(value)) return `[${list(value)}]`;
  if (value instanceof Tuple) return value.items.length === 1 ? `(${list(value.items)},)` : `(${list(value.items)})`;
  if (value instanceof Map) return `{${entries(value, inner, run)}}`;
  if (value instanceof View)
    return value.type === 'range'
      ? `range(${value.bounds.slice(0, value.bounds[2] === 1 ? 2 : 3).join(', ')})`
      : `${value.type}([${list(value.items)}])`;
  if (value instanceof Missing) return 'Undefined';
  if (value instanceof Namespace) return `<Namespace {${entries(value.members, inner, run)}}>`;
  if (value instanceof Loop) return `<LoopContext ${value.index + 1}/${value.items.length}>`;
  if (value instanceof Callable && value.type === 'Macro') return `<Macro '${value.name}'>`;
  return `<${typeOf(value as Callable | Stream)} object>`;
}

const MAX_BITS = 4 * MAX_DIGITS;

export function integerText(value: bigint): string {
  const text = value >> BigInt(MAX_BITS) > 1n ? undefined : String(value);
  if (text === undefined || text.length - (value < 0 ? 1 : 0) > MAX_DIGITS)
    throw failed(`ValueError: Exceeds the limit (${MAX_DIGITS} digits) for integer string conversion`);
  return text;
}

function entries(map: ReadonlyMap<Key, Value>, inner: (one: Value) => string, run: Run): string {
  const texts = [...map].map(([key, one]) => `${inner(key)}: ${inner(one)}`);
  run.text(texts.reduce((sum, { length }) => sum + length + 2, 0));
  return texts.join(', ');
}

/** Writes a float like Python, always with a decimal point or an exponent. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (value !== 0 && (power < -4 || power >= 16))
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

const escapeByCharacter = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\\', '\\\\'],
]);
/** Matches the characters that Python's `repr` escapes. */
const unprintable = /[\\\x00-\x1f\x7f-\xa0\xad\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/gu;

function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(unprintable, (character) => {
    if (character === ' ') return character;
    const code = character.codePointAt(0) as number;
    const hex = code.toString(16);
    return (
      escapeByCharacter.get(character) ??
      (code < 0x100
        ? `\\x${hex.padStart(2, '0')}`
        : code < 0x10000
          ? `\\u${hex.padStart(4, '0')}`
          : `\\U${hex.padStart(8, '0')}`)
    );
  });
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
