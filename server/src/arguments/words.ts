/** Writes the messages for faults in arguments. */

import type { Schema, SchemaObject } from '../model/tools/schema.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, quote } from '../syntax/wording.ts';

const MAX_QUOTE_LENGTH = 60;

/** A schema as a type, short enough for a message: `"a" | "b"`, `string[]`, `{ city, days? }`. */
export function typeText(schema: Schema | undefined): string {
  const text = describe(schema, 3);
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH - 1)}…` : text;
}

function describe(schema: Schema | undefined, depth: number): string {
  if (typeof schema !== 'object' || depth === 0) return 'any';
  const { type, properties, items, anyOf } = schema;
  if (anyOf) {
    const parts = anyOf.slice(0, 20).map((part) => describe(part, depth - 1));
    return [...new Set(parts)].join(' | ');
  }
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (values)
    return values
      .slice(0, 20)
      .map((value) => JSON.stringify(value))
      .join(' | ');
  if (type === 'array' && items !== undefined) {
    const item = describe(items, depth - 1);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object' && properties && Object.keys(properties).length > 0) {
    const required = new Set(schema.required);
    const keys = Object.keys(properties).slice(0, 20);
    return `{ ${keys.map((key) => (required.has(key) ? key : `${key}?`)).join(', ')} }`;
  }
  return [type ?? 'any'].flat().join(' | ');
}

const kinds = { string: 'a string', number: 'a number', boolean: 'a boolean', object: 'an object' };

function kindOf(value: unknown): string {
  if (value === null) return '`null`';
  return Array.isArray(value) ? 'an array' : kinds[typeof value as keyof typeof kinds];
}

/** The text of a message after the name of the value, and the JSON to write instead of the value, if that is clear. */
interface Wording {
  readonly text: string;
  readonly suggestion?: string | undefined;
}

/**
 * Returns a wording. If there is a suggestion, the wording ends with the advice to write it or, with `guess`, with the question whether it
 * is meant.
 */
function advise(text: string, suggestion: string | undefined, guess = false): Wording {
  if (suggestion === undefined) return { text };
  return { text: `${text}${guess ? didYouMean(suggestion) : ` Write \`${suggestion}\`.`}`, suggestion };
}

type Worder = (schema: SchemaObject, value: unknown) => Wording;

const bound =
  (keyword: string, words: (limit: string) => string): Worder =>
  (schema) => ({ text: words(String(getOwn(schema, keyword))) });

/** Functions that write the message for a fault, by keyword. `other` writes the messages for all other keywords. */
const worders: Readonly<Record<string, Worder>> = {
  type: (schema, value) =>
    advise(`is declared as \`${typeText(schema)}\`, but is ${kindOf(value)}.`, converted([schema.type].flat(), value)),
  enum: listedValues,
  const: listedValues,
  anyOf: listedValues,
  minimum: bound('minimum', (limit) => `must be at least ${limit}.`),
  maximum: bound('maximum', (limit) => `must be at most ${limit}.`),
  minLength: bound('minLength', (limit) => `must have at least ${counted(limit, 'character')}.`),
  maxLength: bound('maxLength', (limit) => `must have at most ${counted(limit, 'character')}.`),
  minItems: bound('minItems', (limit) => `must have at least ${counted(limit, 'item')}.`),
  maxItems: bound('maxItems', (limit) => `must have at most ${counted(limit, 'item')}.`),
};

const counted = (count: string, what: string) => `${count} ${what}${count === '1' ? '' : 's'}`;

export function wording(keyword: string, schema: SchemaObject, value: unknown): Wording {
  return (getOwn(worders, keyword) ?? other)(schema, value);
}

const other: Worder = (schema) => ({ text: `does not match its declared type, \`${typeText(schema)}\`.` });

function listedValues(schema: SchemaObject, value: unknown): Wording {
  const scalar = typeof value !== 'object' || value === null;
  if (isObject(value) && schema.anyOf?.some((part) => isObject(part) && part.type === 'object'))
    return other(schema, value);
  const values = valuesOf(schema);
  const texts = values.filter((one): one is string => typeof one === 'string');
  const near = typeof value === 'string' ? nearest(value, texts) : undefined;
  const text = `is declared as \`${typeText(schema)}\`, but is ${scalar ? quote(JSON.stringify(value)) : kindOf(value)}.`;
  return near === undefined ? advise(text, converted([], value, values)) : advise(text, JSON.stringify(near), true);
}

/** The values listed in a schema or its alternatives. */
function valuesOf(schema: SchemaObject): readonly unknown[] {
  const alternatives = (schema.anyOf ?? []).flatMap((part) => (isObject(part) ? (part.enum ?? []) : []));
  return schema.enum ?? ('const' in schema ? [schema.const] : alternatives);
}

/**
 * Returns the candidate that was almost certainly meant. A word of one or two letters is only taken for a candidate that
 * differs from it in case.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const few = candidates.slice(0, 1000);
  const same = few.find((candidate) => candidate.toLowerCase() === word.toLowerCase());
  return same ?? (word.length > 2 ? closest(word, few) : undefined);
}

/**
 * Returns the JSON of the value in the declared type: `10` for the string `"10"` if a number is declared, or `"10"` for the
 * number `10` if a string is.
 */
function converted(types: readonly unknown[], value: unknown, values: readonly unknown[] = []): string | undefined {
  const fits = (one: unknown) => values.includes(one) || types.includes(typeof one);
  if (typeof value === 'string') {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (Number.isFinite(number) && fits(number)) return String(number);
    if ((value === 'true' || value === 'false') && fits(value === 'true')) return value;
  } else if ((typeof value === 'number' || typeof value === 'boolean') && fits(String(value))) {
    return JSON.stringify(String(value));
  }
  return undefined;
}
