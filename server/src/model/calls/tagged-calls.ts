/** The calls between `<tool_call>` and `</tool_call>` in ChatML, in the three formats that models write. */
import type { Block } from '../../syntax/block.ts';
import { faultText } from '../../syntax/json/faults.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { type JsonValue, type Member, members, parseValues } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { Schema } from '../tools/schema.ts';
import { apart } from './functions.ts';
import { pythonAsJson } from './python-literal.ts';
import { type TaggedPart, taggedParts } from './tagged-parts.ts';
import { xmlCall } from './xml-calls.ts';

export interface CalledName extends Span {
  readonly value: string;
}

/** A call as written; all offsets are in the text that it was parsed from. */
export interface WrittenCall extends Span {
  readonly value: unknown;
  readonly name: CalledName | undefined;
  /** The arguments as written. */
  readonly given: Span | undefined;
  /** The call is written between `<tool_call>` and `</tool_call>`. */
  readonly tagged: boolean;
  /** The call as JSON. With the schema of the arguments, strings are converted to the types in it. */
  json(schema: Schema | undefined): CallJson;
}

export interface CallJson {
  readonly text: string;
  /** Converts a stretch of the JSON text to its span in the document. */
  where(start: number, end: number): Span;
  /** The JSON has the same values as the call. */
  readonly exact: boolean;
  /** The JSON is the text of the document, unchanged. */
  readonly verbatim: boolean;
}

/** The fault, as a part of a sentence. */
interface CallFault extends Span {
  readonly message: string;
}

/** A spelling of calls that is parsed here but not recognized by servers, with the span that shows it. */
export interface OddForm extends Span {
  readonly kind: 'python' | 'several' | 'list';
}

export interface TaggedCalls {
  readonly calls: readonly WrittenCall[];
  /** The fault of a call in none of the three formats. */
  readonly error: CallFault | undefined;
  /** The tool named before the fault, if it can be determined. */
  readonly named?: CalledName | undefined;
  readonly odd?: OddForm | undefined;
}

const cache = new WeakMap<TaggedPart, TaggedCalls>();

/** The calls in the tags of a message. `role`: the role of the message. */
export function taggedCalls(block: Block, role: string | undefined): readonly WrittenCall[] {
  return taggedParts(block, role).flatMap((part) => (part.name === 'tool_call' ? callsIn(block.text, part).calls : []));
}

/** The tool names in the calls of a message, including calls that cannot be parsed. */
export function namesCalled(block: Block, role: string | undefined): readonly CalledName[] {
  return taggedParts(block, role).flatMap((part) => {
    if (part.name !== 'tool_call') return [];
    const { calls, named } = callsIn(block.text, part);
    return [...calls.map(({ name }) => name), named].filter((name) => name !== undefined);
  });
}

/** The calls in a `tool_call` part; `text`: the text of its block. */
export function callsIn(text: string, part: TaggedPart): TaggedCalls {
  let found = cache.get(part);
  if (found === undefined) {
    const { start, end } = part.inner;
    found = callsOfText(text.slice(start, end), start);
    cache.set(part, found);
  }
  return found;
}

/** An opening tag at the end of a message after an unclosed call, probably written instead of the closing tag. */
export function endByOpening(block: Block, role: string | undefined): Span | undefined {
  const [before, last] = taggedParts(block, role).slice(-2);
  return last && standsForEnd(block.text, before, last) ? last.open : undefined;
}

/** Whether an opening tag is where the closing tag of the call `before` belongs. `text`: the text of the block with both tags. */
export function standsForEnd(
  text: string,
  before: TaggedPart | undefined,
  { open, close, inner }: TaggedPart,
): boolean {
  if (open === undefined || close !== undefined || before?.inner.end !== open.start || before.close) return false;
  if (before.name !== 'tool_call' || /^\s*(?:[{[]|<function=)/.test(text.slice(inner.start, inner.end))) return false;
  return callsIn(text, before).calls.length > 0;
}

/** The calls in a text that consists only of calls; `offset`: the start of the text. */
export function callsOfText(inner: string, offset = 0): TaggedCalls {
  return inner.trimStart().startsWith('<function=') ? xmlCall(inner, offset) : jsonCalls(inner, offset);
}

function jsonCalls(inner: string, offset: number): TaggedCalls {
  const asJson = readValues(inner);
  if (asJson.error === undefined) {
    const calls = writtenCalls(inner, asJson.values, offset);
    return { calls, error: undefined, odd: oddForm(asJson.values, offset) };
  }
  const { json, exact, isPython } = pythonAsJson(inner);
  const asPython = isPython ? readValues(json) : asJson;
  if (asPython.error === undefined) {
    const { start, end } = asJson.error;
    const odd = { kind: 'python', start: offset + start, end: offset + Math.max(end, start + 1) } as const;
    return { calls: writtenCalls(json, asPython.values, offset, { exact, verbatim: false }), error: undefined, odd };
  }
  const { message, start, end } = /^\s*\{\s*'/.test(inner) ? asPython.error : asJson.error;
  return {
    calls: [],
    error: { message, start: offset + start, end: offset + end },
    named: nameBefore(start, inner, offset),
  };
}

/** The tool name in a call whose JSON is faulty after the name. */
function nameBefore(fault: number, inner: string, offset: number): CalledName | undefined {
  const name = memberOf(readJson(inner).root, 'name')?.value;
  if (name?.kind !== 'string' || name.end > fault) return undefined;
  return { value: name.value, start: offset + name.start, end: offset + name.end };
}

function oddForm([first, second]: readonly JsonValue[], offset: number): OddForm | undefined {
  if (second) return { kind: 'several', start: offset + second.start, end: offset + second.end };
  if (first === undefined || !Array.isArray(first.value) || first.value.length === 0) return undefined;
  return { kind: 'list', start: offset + first.start, end: offset + first.start + 1 };
}

/** The objects and arrays in a text; anything else is an error. */
function readValues(text: string) {
  const { values, error, end } = parseValues(text);
  const rest = text.slice(end);
  const start = end + rest.length - rest.trimStart().length;
  const more = /\S/.test(rest)
    ? { message: 'there is text after the call', start, end: text.trimEnd().length }
    : undefined;
  return { values, error: error ? { message: faultText(error), start: error.start, end: error.end } : more };
}

/** The calls in JSON values, with arrays split into their elements. `offset`: the start of `json` in the text of the document. */
function writtenCalls(
  json: string,
  values: readonly JsonValue[],
  offset: number,
  how = { exact: true, verbatim: true },
): WrittenCall[] {
  return apart(values, json, 0).map(({ value, start, end }) =>
    writtenCall(json.slice(start, end), value, offset + start, true, how),
  );
}

/** Converts a JSON value to a call, as far as possible; `at`: the start of its text. */
export function writtenCall(
  text: string,
  value: unknown,
  at: number,
  tagged: boolean,
  how = { exact: true, verbatim: true },
): WrittenCall {
  let found: Member[] | undefined;
  const member = (key: string) => {
    found ??= text.startsWith('{') ? members(text) : [];
    const place = found.findLast((one) => one.key === key);
    return place && { start: at + place.valueStart, end: at + place.valueEnd };
  };
  return {
    value,
    start: at,
    end: at + text.length,
    tagged,
    get name() {
      const name = (value as { name?: unknown } | null)?.name;
      const span = typeof name === 'string' ? member('name') : undefined;
      return span && { ...span, value: name as string };
    },
    get given() {
      return member('arguments');
    },
    json: () => ({ text, ...how, where: (from, to) => ({ start: at + from, end: at + to }) }),
  };
}
