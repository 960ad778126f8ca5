/**
 * JSON in a text: whether it parses, where it fails, and the positions in it. `JSON.parse` decides; the reader provides faults and
 * positions.
 */
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

/** A member of a JSON object, with the places of its key (quotes included) and of its value. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The members of an object that is the entire text. The text must be JSON. */
export function members(text: string): Member[] {
  const { root } = readJson(text);
  if (root?.kind !== 'object') return [];
  return root.members.flatMap(({ key, value }) =>
    value === undefined
      ? []
      : { key: key.value, keyStart: key.start, keyEnd: key.end, valueStart: value.start, valueEnd: value.end },
  );
}

/** The spans of the elements in an array that is the entire text. The text must be JSON. */
export function elements(text: string): readonly Span[] {
  const { root } = readJson(text);
  return root?.kind === 'array' ? root.items : [];
}

/** A JSON value in a text, with its span (UTF-16 offsets in the text). */
export interface JsonValue extends Span {
  readonly value: unknown;
}

/** The JSON values that follow one another from the beginning of a text on. */
interface JsonValues {
  readonly values: readonly JsonValue[];
  /** The fault of the text after them, if that was meant as JSON. */
  readonly error: JsonFault | undefined;
  /** The end of the last value. */
  readonly end: number;
}

/**
 * Consecutive objects and arrays, up to the first other text. A plain value counts only if it is first and alone on its
 * line. It is an error if the first text, or one that looks like an object, does not parse.
 */
export function parseValues(text: string): JsonValues {
  // Mostly there is one value and nothing after it.
  const only = wholeValue(text);
  if (only) return { values: [only], error: undefined, end: only.end };
  const values: JsonValue[] = [];
  const readAt = valuesIn(text);
  let end = 0;
  for (;;) {
    const start = afterSpace(text, end);
    const opens = /[{[]/.test(text[start] ?? '');
    if (start >= text.length || !(opens || values.length === 0)) break;
    const found = opens ? structure(text, start, readAt) : plainValue(text, start);
    if (!('code' in found)) {
      values.push(found);
      end = found.end;
      continue;
    }
    if (values.length > 0 && !/^[{[]\s*["{]/.test(text.slice(start, start + 100))) break;
    return { values, error: found, end };
  }
  return { values, error: undefined, end };
}

/** The object or array that a text is except for spaces around it. */
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

/** The object or array that begins at an offset, or what is wrong with it. */
function structure(text: string, start: number, readAt: (from: number) => JsonReading): JsonValue | JsonFault {
  const { root, faults } = readAt(start);
  const end = root?.end ?? start;
  return faults[0] ?? { value: JSON.parse(text.slice(start, end)), start, end };
}

/** The plain value on the rest of a line, or its fault. */
function plainValue(text: string, start: number): JsonValue | JsonFault {
  const line = /[^\r\n]*/y;
  line.lastIndex = start;
  const found = (line.exec(text)?.[0] ?? '').trimEnd();
  const json = parseJson(found);
  if (json.error === undefined) return { value: json.value, start, end: start + found.length };
  return { ...json.error, start: start + json.error.start, end: start + json.error.end };
}

function afterSpace(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 32 && (unit < 128 || /\S/.test(text[at] as string))) return at;
  }
  return text.length;
}
