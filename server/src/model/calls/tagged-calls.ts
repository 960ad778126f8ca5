/** The calls between `<tool_call>` and `</tool_call>` in ChatML, in the three forms that models write. */
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

/** A call as it is written; all places are in the text that it was read from. */
export interface WrittenCall extends Span {
  readonly value: unknown;
  readonly name: CalledName | undefined;
  /** The arguments as they are written. */
  readonly given: Span | undefined;
  /** It is written in tags, between `<tool_call>` and `</tool_call>`. */
  readonly tagged: boolean;
  /** The call as JSON. With the schema of the arguments, text is read as the types that it asks for. */
  json(schema: Schema | undefined): CallJson;
}

export interface CallJson {
  readonly text: string;
  /** Where a stretch of that text is written. */
  where(start: number, end: number): Span;
  /** It says all that the call says. */
  readonly exact: boolean;
  /** It is the very text of the document. */
  readonly verbatim: boolean;
}

/** The fault, as a part of a sentence. */
interface CallFault extends Span {
  readonly message: string;
}

/** How calls are written that are understood here, and that servers do not find; where that shows. */
export interface OddForm extends Span {
  readonly kind: 'python' | 'several' | 'list';
}

export interface TaggedCalls {
  readonly calls: readonly WrittenCall[];
  /** The fault of a call that has none of the three forms. */
  readonly error: CallFault | undefined;
  /** The tool named before that, as far as one can tell. */
  readonly named?: CalledName | undefined;
  readonly odd?: OddForm | undefined;
}

const cache = new WeakMap<TaggedPart, TaggedCalls>();

/** The calls in the tags of a message. `role`: who speaks. */
export function taggedCalls(block: Block, role: string | undefined): readonly WrittenCall[] {
  return taggedParts(block, role).flatMap((part) => (part.name === 'tool_call' ? callsIn(block.text, part).calls : []));
}

/** The names in the calls of a message, among them those of calls that cannot be read. */
export function namesCalled(block: Block, role: string | undefined): readonly CalledName[] {
  return taggedParts(block, role).flatMap((part) => {
    if (part.name !== 'tool_call') return [];
    const { calls, named } = callsIn(block.text, part);
    return [...calls.map(({ name }) => name), named].filter((name) => name !== undefined);
  });
}

/** The calls of a `tool_call`; `text`: of its block. */
export function callsIn(text: string, part: TaggedPart): TaggedCalls {
  let found = cache.get(part);
  if (found === undefined) {
    const { start, end } = part.inner;
    found = callsOfText(text.slice(start, end), start);
    cache.set(part, found);
  }
  return found;
}

/** An opening tag at the end of a message after an unclosed call, which most likely was meant to close it. */
export function endByOpening(block: Block, role: string | undefined): Span | undefined {
  const [before, last] = taggedParts(block, role).slice(-2);
  return last && standsForEnd(block.text, before, last) ? last.open : undefined;
}

/** Whether an opening tag is where the end of the call `before` belongs. `text`: of their block. */
export function standsForEnd(
  text: string,
  before: TaggedPart | undefined,
  { open, close, inner }: TaggedPart,
): boolean {
  if (open === undefined || close !== undefined || before?.inner.end !== open.start || before.close) return false;
  if (before.name !== 'tool_call' || /^\s*(?:[{[]|<function=)/.test(text.slice(inner.start, inner.end))) return false;
  return callsIn(text, before).calls.length > 0;
}

/** The calls that a text is as a whole; `offset`: where it begins. */
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

/** The name in a call whose JSON has a fault after it. */
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

/** The objects and arrays that a text consists of; anything else is an error. */
function readValues(text: string) {
  const { values, error, end } = parseValues(text);
  const rest = text.slice(end);
  const start = end + rest.length - rest.trimStart().length;
  const more = /\S/.test(rest)
    ? { message: 'something follows the call', start, end: text.trimEnd().length }
    : undefined;
  return { values, error: error ? { message: faultText(error), start: error.start, end: error.end } : more };
}

/** The calls that JSON values are, arrays taken apart. `offset`: where their text begins in that of the document. */
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

/** Reads a JSON value as a call, as far as possible; `at`: where its text begins. */
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
      const place = typeof name === 'string' ? member('name') : undefined;
      return place && { ...place, value: name as string };
    },
    get given() {
      return member('arguments');
    },
    json: () => ({ text, ...how, where: (from, to) => ({ start: at + from, end: at + to }) }),
  };
}
