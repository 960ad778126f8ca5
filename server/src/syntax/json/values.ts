/** Parses JSON in a text. `JSON.parse` decides whether it is valid. The reader finds faults and positions. */
import type { Span } from '../span.ts';
import type { JsonFault } from './faults.ts';
import { dataOf, type JsonReading } from './nodes.ts';
import { readJson, valuesIn } from './read.ts';

export type JsonResult =
  | { readonly value: unknown; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: JsonFault };

export function parseJson(text: string): JsonResult {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { root, faults } = readJson(text);
    const [error] = faults;
    return error ? { error } : { value: dataOf(root) };
  }
}

/** A field of a JSON object, with the positions of its key, including the quotes, and of its value. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Returns the fields if the text is an object. The text must be valid JSON. */
export function members(text: string): Member[] {
  const { root } = readJson(text);
  if (root?.kind !== 'object') return [];
  return root.members.flatMap(({ key, value }) =>
    value === undefined
      ? []
      : { key: key.value, keyStart: key.start, keyEnd: key.end, valueStart: value.start, valueEnd: value.end },
  );
}

/** Returns the spans of the elements if the text is an array. The text must be valid JSON. */
export function elements(text: string): readonly Span[] {
  const { root } = readJson(text);
  return root?.kind === 'array' ? root.items : [];
}

/** A JSON value with its span (UTF-16 offsets in the text). */
export interface JsonValue extends Span {
  readonly value: unknown;
}

/** The consecutive JSON values at the beginning of a text. */
interface JsonValues {
  readonly values: readonly JsonValue[];
  /** The fault in the text after the values, if that text was meant as JSON. */
  readonly error: JsonFault | undefined;
  /** The end of the last value. */
  readonly end: number;
}

/**
 * Reads consecutive objects and arrays, up to the first text that is neither. A value of another type counts only if it is
 * first, and alone on its line. `error` is set if the first value, or a later one that looks like an object, does not parse.
 */
export function parseValues(text: string): JsonValues {
  // Usually, there is one value and no text after it.
  const only = wholeValue(text);
  if (only) return { values: [only], error: undefined, end: only.end };
  const values: JsonValue[] = [];
  const readAt = valuesIn(text);
  let end = 0;
  for (;;) {
    const start = afterSpace(text, end);
    const opens = /[{[]/.test(text[start] ?? '');
    if (start >= text.length || !(opens || values.length === 0)) break;
    const valueOrFault = opens ? structure(text, start, readAt) : plainValue(text, start);
    if (!('code' in valueOrFault)) {
      values.push(valueOrFault);
      end = valueOrFault.end;
      continue;
    }
    if (values.length > 0 && !/^[{[]\s*["{]/.test(text.slice(start, start + 100))) break;
    return { values, error: valueOrFault, end };
  }
  return { values, error: undefined, end };
}

/** Returns the object or array if the text contains only that and white space. */
function wholeValue(text: string): JsonValue | undefined {
  const end = text.trimEnd().length;
  const last = text.charCodeAt(end - 1);
  if (last !== 125 && last !== 93) return undefined;
  const start = afterSpace(text, 0);
  if (text.charCodeAt(start) !== last - 2) return undefined;
  try {
    return { value: JSON.parse(text.slice(start, end)), start, end };
  } catch {
    return undefined;
  }
}

/** Returns the object or array that begins at an offset, or its fault. */
function structure(text: string, start: number, readAt: (from: number) => JsonReading): JsonValue | JsonFault {
  const { root, faults } = readAt(start);
  const end = root?.end ?? start;
  return faults[0] ?? { value: JSON.parse(text.slice(start, end)), start, end };
}

/** Returns the value on the rest of a line, or its fault. */
function plainValue(text: string, start: number): JsonValue | JsonFault {
  const line = /[^\r\n]*/y;
  line.lastIndex = start;
  const valueText = (line.exec(text)?.[0] ?? '').trimEnd();
  const json = parseJson(valueText);
  if (json.error === undefined) return { value: json.value, start, end: start + valueText.length };
  return { ...json.error, start: start + json.error.start, end: start + json.error.end };
}

function afterSpace(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 32 && (unit < 128 || /\S/.test(text[at] as string))) return at;
  }
  return text.length;
}
