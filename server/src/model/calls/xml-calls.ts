/**
 * Parses calls that some models write between `<tool_call>` and `</tool_call>` as `<function=NAME>` with a tag for each argument
 * (A-140).
 */

import { getOwn } from '../../syntax/get-own.ts';
import { parseJson } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { Schema } from '../tools/schema.ts';
import { pythonAsJson } from './python-literal.ts';
import type { CalledName, CallJson, TaggedCalls, WrittenCall } from './tagged-calls.ts';

const functionTag = /^\s*<function=([^<>\n]*)>/;
const parameterTag = /<parameter=([^<>\n]*)>/y;
/**
 * Matches a tag whose `>` is missing: a closing tag before the next argument or the end of the call, or an opening tag on a line
 * of its own.
 */
const openTag = /<\/parameter(?=\s*<(?:parameter=|\/function>))|<parameter=[\w.-]+(?=[^\S\n]*\n)/g;

/** Returns the spans of the argument tags in a call that lack their `>`. */
export const openTags = (text: string): Span[] =>
  [...text.matchAll(openTag)].map(({ 0: tag, index }) => ({ start: index, end: index + tag.length }));

/** Parses a call: `<function=NAME>`, a `<parameter=KEY>` for each argument, and `</function>`. */
export function xmlCall(inner: string, offset: number): TaggedCalls {
  const opened = functionTag.exec(inner);
  const closed = inner.lastIndexOf('</function>');
  const trimmed = inner.trimEnd();
  const start = offset + inner.length - inner.trimStart().length;
  const none = (message: string, from: number, to: number): TaggedCalls => ({
    calls: [],
    error: { message, start: offset + from, end: offset + to },
  });
  const first = start - offset;
  if (!opened) return none('`<function=NAME>` is not complete', first, trimmed.length);
  if (closed < 0) return none('`</function>` is missing', first, opened[0].length);
  const after = closed + '</function>'.length;
  if (after < trimmed.length) {
    const next = trimmed.length - trimmed.slice(after).trimStart().length;
    return none('there is text after `</function>`', next, trimmed.length);
  }
  const [head, name = ''] = opened;
  const parameters: Parameter[] = [];
  let at = head.length;
  for (;;) {
    const from = closed - inner.slice(at, closed).trimStart().length;
    if (from >= closed) break;
    parameterTag.lastIndex = from;
    const [tag, key = ''] = parameterTag.exec(inner) ?? [];
    const valueFrom = from + (tag?.length ?? 0);
    const valueTo = tag === undefined ? -1 : inner.indexOf('</parameter>', valueFrom);
    const isWhole = valueTo >= 0 && valueTo <= closed;
    const [open] = openTags(inner.slice(from, isWhole ? valueTo : after));
    // If an argument has its closing tag, an opening tag of another argument inside it is text.
    if (open !== undefined && (!isWhole || inner[from + open.start + 1] === '/'))
      return none('this tag has no `>`', from + open.start, from + open.end);
    if (!isWhole) return none('`<parameter=KEY>…</parameter>` is expected here', from, Math.min(closed, from + 20));
    const raw = inner.slice(valueFrom, valueTo);
    const value = raw.replace(/^\r?\n|\r?\n$/g, '');
    const valueStart = offset + valueFrom + raw.indexOf(value);
    const keyStart = offset + from + '<parameter='.length;
    parameters.push({
      key,
      value,
      keyAt: { start: keyStart, end: keyStart + key.length },
      at: { start: valueStart, end: valueStart + value.length },
    });
    at = valueTo + '</parameter>'.length;
  }
  const nameStart = start + '<function='.length;
  const callName = { start: nameStart, end: nameStart + name.length, value: name };
  const firstKey = parameters[0]?.keyAt.start;
  const call: WrittenCall = {
    value: { name, arguments: Object.fromEntries(parameters.map(({ key, value }) => [key, value])) },
    start,
    end: offset + after,
    tagged: true,
    name: callName,
    given: { start: firstKey === undefined ? offset + head.length : firstKey - '<parameter='.length, end: offset + at },
    json: (schema) => parametersAsJson(callName, parameters, schema),
  };
  return { calls: [call], error: undefined };
}

interface Parameter {
  readonly key: string;
  readonly value: string;
  readonly keyAt: Span;
  readonly at: Span;
}

/** The call as JSON, with a function that maps offsets in it back to the parameters. */
function parametersAsJson(name: CalledName, parameters: readonly Parameter[], schema: Schema | undefined): CallJson {
  const ranges: { start: number; end: number; at: Span }[] = [];
  let text = '{';
  const write = (json: string, at: Span) => {
    ranges.push({ start: text.length, end: text.length + json.length, at });
    text += json;
  };
  text += '"name": ';
  write(JSON.stringify(name.value), name);
  text += ', "arguments": {';
  parameters.forEach(({ key, value, keyAt, at }, i) => {
    if (i > 0) text += ', ';
    write(JSON.stringify(key), keyAt);
    text += ': ';
    write(typed(value, propertyOf(schema, key)), at.end > at.start ? at : keyAt);
  });
  text += '}}';
  const where = (start: number, end: number): Span =>
    (ranges.find((range) => start >= range.start && end <= range.end) ?? { at: name }).at;
  return { text, where, exact: true, verbatim: false };
}

/**
 * Converts the text of an argument to the JSON value that its declared type requires. The value is a string if the declared type is a
 * string, or if the text cannot be parsed.
 */
function typed(value: string, property: unknown): string {
  const { type } = (property ?? {}) as { type?: unknown };
  const types = Array.isArray(type) ? type : [type];
  const parsed = types.includes('string') ? undefined : parseJson(pythonAsJson(value).json);
  return parsed && parsed.error === undefined ? JSON.stringify(parsed.value) : JSON.stringify(value);
}

function propertyOf(schema: Schema | undefined, key: string): unknown {
  const properties = typeof schema === 'object' ? schema.properties : undefined;
  return typeof properties === 'object' && properties !== null
    ? getOwn(properties as Readonly<Record<string, unknown>>, key)
    : undefined;
}
