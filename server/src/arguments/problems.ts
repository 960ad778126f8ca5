/** Checks the arguments of a call against the schema of its tool: what is wrong, where, and what to write (A-072). */

import type { Schema, SchemaObject } from '../model/tools/schema.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { type JsonPlace, placesOf } from '../syntax/json/places.ts';
import { parseJson } from '../syntax/json/values.ts';
import type { Span } from '../syntax/span.ts';
import { didYouMean, quote } from '../syntax/wording.ts';
import { type Finding, findings } from './findings.ts';
import { nearest, typeText, wording } from './words.ts';

/** A fault in arguments. Offsets are in the text that was checked. */
interface ArgumentProblem extends Span {
  readonly message: string;
  /** `suggestion`: the JSON to write instead of the span. */
  readonly data?: { readonly suggestion: string };
}

export interface ArgumentOptions {
  /** The name of the tool that takes the arguments. */
  readonly tool: string;
  /** The name that messages use for the whole value, such as `The answer`, if the value is not passed to a tool. */
  readonly whole?: string;
  /** Keys that are allowed at the top level, even if not in the schema. */
  readonly reserved?: readonly string[];
  /** Whether an argument that is null counts as omitted, unless it is required. */
  readonly nullIsNone?: boolean;
}

const none: ReadonlySet<unknown> = new Set();

/** The maximum number of problems reported for one call. */
const MAX_ARGUMENT_PROBLEMS = 20;

/** Returns the faults of arguments in JSON text. Text that is not a JSON object has no faults here, since other rules report it. */
export function argumentProblems(schema: Schema, text: string, options: ArgumentOptions): ArgumentProblem[] {
  const json = parseJson(text);
  return json.error === undefined && isObject(json.value) ? problemsOf(schema, text, json.value, options) : [];
}

/** Returns the faults of arguments that have already been parsed. `text`: their JSON. */
export function problemsOf(
  schema: Schema,
  text: string,
  value: Record<string, unknown>,
  { tool, whole, reserved = [], nullIsNone = false }: ArgumentOptions,
): ArgumentProblem[] {
  const required = isObject(schema) && Array.isArray(schema.required) ? new Set<unknown>(schema.required) : none;
  const isLeftOut = ([key, ...inside]: Finding['path']) =>
    nullIsNone && key !== undefined && inside.length === 0 && !required.has(key) && getOwn(value, `${key}`) === null;
  const relevantFindings = findings(value, schema).filter(
    ({ path, keyword }) =>
      !isLeftOut(path) && !(keyword === 'false' && path.length === 1 && reserved.includes(path[0] as string)),
  );
  const faults = distinct(relevantFindings).slice(0, MAX_ARGUMENT_PROBLEMS);
  if (faults.length === 0) return [];
  const values = faults.map(({ path }) =>
    path.reduce<unknown>((above, name) => getOwn(above as Record<string, unknown>, name), value),
  );
  const places = placesOf(
    text,
    // If a missing key is only misspelled, the fault is at the misspelled key.
    faults.map((fault, i) =>
      keyMeant(fault, values[i]) === undefined ? fault.path : [...fault.path, fault.extra[0] as string],
    ),
  );
  return faults.flatMap((fault, i) => {
    const jsonPlace = places[i];
    const at = values[i];
    return jsonPlace === undefined
      ? []
      : [problemOf(fault, at, jsonPlace, { tool, ...(whole !== undefined && { whole }) })];
  });
}

/** A finding. If it reports missing keys, it also lists the unknown keys in the same object. */
interface Fault extends Finding {
  readonly extra: string[];
}

/** Reduces findings to one fault per value. If an object lacks required keys, its unknown keys become part of the same fault. */
function distinct(findings: readonly Finding[]): Fault[] {
  const faults = new Map<string, Fault>();
  const idOf = (path: readonly string[]) => JSON.stringify(path);
  for (const finding of findings.filter(({ keyword }) => keyword === 'required')) {
    faults.set(idOf(finding.path), { ...finding, extra: [] });
  }
  for (const finding of findings) {
    const { path, keyword } = finding;
    const lacking = keyword === 'false' ? faults.get(idOf(path.slice(0, -1))) : undefined;
    if (lacking?.keyword === 'required') lacking.extra.push(path[path.length - 1] as string);
    else if (!faults.has(idOf(path))) faults.set(idOf(path), { ...finding, extra: [] });
  }
  return [...faults.values()];
}

/** The required keys that an object lacks. */
function missingIn({ schema }: Fault, value: unknown): string[] {
  return (schema.required ?? []).filter((key) => !Object.hasOwn(value as object, key));
}

/** Returns the missing key that an undeclared key probably means. The object must have exactly one missing and one undeclared key. */
function keyMeant(fault: Fault, value: unknown): string | undefined {
  if (fault.keyword !== 'required' || fault.extra.length !== 1) return undefined;
  const missingKeys = missingIn(fault, value);
  return missingKeys.length === 1 ? nearest(fault.extra[0] as string, missingKeys) : undefined;
}

function problemOf(fault: Fault, value: unknown, jsonPlace: JsonPlace, of: ArgumentOptions): ArgumentProblem {
  const { path, keyword, schema } = fault;
  const { start, end } = jsonPlace;
  if (keyword === 'required') {
    const suggestedKey = keyMeant(fault, value);
    return {
      ...(suggestedKey !== undefined && jsonPlace.key ? jsonPlace.key : { start, end }),
      message: lacks(fault, value, suggestedKey, of),
      ...(suggestedKey !== undefined && jsonPlace.key && { data: { suggestion: JSON.stringify(suggestedKey) } }),
    };
  }
  const { text, suggestion } = keyword === 'false' ? unknownKey(path, schema, of) : wording(keyword, schema, value);
  const subject = path.length === 0 ? (of.whole ?? `The value passed to \`${of.tool}\``) : nameOf(path);
  return {
    ...(keyword === 'false' && jsonPlace.key ? jsonPlace.key : { start, end }),
    message: keyword === 'false' ? text : `${subject} ${text}`,
    ...(suggestion !== undefined && { data: { suggestion } }),
  };
}

function lacks(fault: Fault, value: unknown, suggestedKey: string | undefined, { tool, whole }: ArgumentOptions) {
  const { path, schema, extra } = fault;
  const missingKeys = missingIn(fault, value);
  const declared = missingKeys.map((key) => quote(`${key}: ${typeText(getOwn(schema.properties ?? {}, key))}`));
  const all = whole === undefined ? `The arguments of \`${tool}\` lack` : `${whole} lacks`;
  const subject = path.length === 0 ? all : `${nameOf(path)} lacks`;
  const unknown =
    extra.length === 0 ? '' : ` ${some(extra.map(quote))} ${extra.length > 1 ? 'are' : 'is'} not declared.`;
  const keysPhrase = extra.length > 0 ? some(missingKeys.map(quote)) : missingKeys.length > 1 ? 'them' : 'it';
  const remedy = didYouMean(suggestedKey) || ` Add ${keysPhrase}.`;
  return `${subject} ${some(declared)}.${unknown}${remedy}`;
}

function unknownKey(path: readonly string[], schema: SchemaObject, { tool, whole }: ArgumentOptions) {
  const key = path[path.length - 1] as string;
  const declaredKeys = Object.keys(schema.properties ?? {}).filter(
    (name) => getOwn(schema.properties ?? {}, name) !== false,
  );
  const suggestedKey = nearest(key, declaredKeys);
  const subject =
    path.length === 1
      ? whole === undefined
        ? `\`${tool}\` has no parameter`
        : `${whole} has no key`
      : `${nameOf(path.slice(0, -1))} has no key`;
  const others =
    declaredKeys.length === 0
      ? ` Remove it: no ${path.length === 1 && whole === undefined ? 'parameters' : 'keys'} are declared.`
      : ` Rename it to ${declaredKeys.length > 1 ? 'one of ' : ''}${some(declaredKeys.map(quote))}, or remove it.`;
  return {
    text: `${subject} ${quote(key)}.${suggestedKey === undefined ? others : didYouMean(suggestedKey)}`,
    suggestion: suggestedKey === undefined ? undefined : JSON.stringify(suggestedKey),
  };
}

function some(words: readonly string[]): string {
  if (words.length > 8) return `${words.slice(0, 7).join(', ')} and ${words.length - 7} more`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** The name of a value in messages, such as `place.lat` or `days[2]`. */
function nameOf(path: readonly string[]): string {
  const name = path.map((key, i) => (/^\d+$/.test(key) && i > 0 ? `[${key}]` : i > 0 ? `.${key}` : key)).join('');
  return `\`${name.length > 60 ? `…${name.slice(-59)}` : name}\``;
}
