/** The calls between `<tool_call>` and `</tool_call>` in ChatML, in the three formats in which models write them. */
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

/** A call as written in a text. All offsets are in the text from which the call was parsed. */
export interface WrittenCall extends Span {
  readonly value: unknown;
  readonly name: CalledName | undefined;
  /** The span of the arguments as written. */
  readonly given: Span | undefined;
  /** Whether the call is between `<tool_call>` and `</tool_call>`. */
  readonly tagged: boolean;
  /** Returns the call as JSON. If a schema is passed, strings are converted to the types that it requires. */
  json(schema: Schema | undefined): CallJson;
}

export interface CallJson {
  readonly text: string;
  /** Converts a range of the JSON text to its span in the document. */
  where(start: number, end: number): Span;
  /** Whether the JSON has the same values as the call. */
  readonly exact: boolean;
  /** Whether the JSON is the text of the document, unchanged. */
  readonly verbatim: boolean;
}

/** The fault of a call. Its message is a part of a sentence. */
interface CallFault extends Span {
  readonly message: string;
}

/** A spelling of calls that is parsed here, but that servers do not recognize. The span is that of the unusual text. */
export interface OddForm extends Span {
  readonly kind: 'python' | 'several' | 'list';
}

export interface TaggedCalls {
  readonly calls: readonly WrittenCall[];
  /** The fault of the first call that is not in any of the three formats. */
  readonly error: CallFault | undefined;
  /** The tool whose name precedes the fault, if it can be determined. */
  readonly named?: CalledName | undefined;
  readonly odd?: OddForm | undefined;
}

const cache = new WeakMap<TaggedPart, TaggedCalls>();

/** Returns the calls in the tags of a message. `role`: the role of the message. */
export function taggedCalls(block: Block, role: string | undefined): readonly WrittenCall[] {
  return taggedParts(block, role).flatMap((part) => (part.name === 'tool_call' ? callsIn(block.text, part).calls : []));
}

/** Returns the names of the tools that a message calls, including those in calls that cannot be parsed. */
export function namesCalled(block: Block, role: string | undefined): readonly CalledName[] {
  return taggedParts(block, role).flatMap((part) => {
    if (part.name !== 'tool_call') return [];
    const { calls, named } = callsIn(block.text, part);
    return [...calls.map(({ name }) => name), named].filter((name) => name !== undefined);
  });
}

/** Returns the calls in a tagged part `tool_call`. `text`: the text of the block. */
export function callsIn(text: string, part: TaggedPart): TaggedCalls {
  let calls = cache.get(part);
  if (calls === undefined) {
    const { start, end } = part.inner;
    calls = callsOfText(text.slice(start, end), start);
    cache.set(part, calls);
  }
  return calls;
}

/** Returns the span of an opening tag at the end of a message that was probably meant to be the closing tag of an unclosed call. */
export function endByOpening(block: Block, role: string | undefined): Span | undefined {
  const [before, last] = taggedParts(block, role).slice(-2);
  return last && standsForEnd(block.text, before, last) ? last.open : undefined;
}

/** Whether an opening tag is in the place where the closing tag of the call `before` belongs. `text`: the text of the block. */
export function standsForEnd(
  text: string,
  before: TaggedPart | undefined,
  { open, close, inner }: TaggedPart,
): boolean {
  if (open === undefined || close !== undefined || before?.inner.end !== open.start || before.close) return false;
  if (before.name !== 'tool_call' || /^\s*(?:[{[]|<function=)/.test(text.slice(inner.start, inner.end))) return false;
  return callsIn(text, before).calls.length > 0;
}

/** Returns the calls in a text that consists only of calls. `offset`: the start of the text. */
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

/** The name of the tool in a call whose JSON has its fault after the name. */
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

/** Parses the objects and arrays in a text. Anything else is an error. */
function readValues(text: string) {
  const { values, error, end } = parseValues(text);
  const rest = text.slice(end);
  const start = end + rest.length - rest.trimStart().length;
  const more = /\S/.test(rest)
    ? { message: 'there is text after the call', start, end: text.trimEnd().length }
    : undefined;
  return { values, error: error ? { message: faultText(error), start: error.start, end: error.end } : more };
}

/** The calls in JSON values, with arrays split into their elements. `offset`: where `json` starts in the text of the document. */
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

/** Converts a JSON value to a call, as far as possible. `at`: the start of the text of the value. */
export function writtenCall(
  text: string,
  value: unknown,
  at: number,
  tagged: boolean,
  how = { exact: true, verbatim: true },
): WrittenCall {
  let cachedMembers: Member[] | undefined;
  const member = (key: string) => {
    cachedMembers ??= text.startsWith('{') ? members(text) : [];
    const lastMember = cachedMembers.findLast((one) => one.key === key);
    return lastMember && { start: at + lastMember.valueStart, end: at + lastMember.valueEnd };
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
