/** Recognizes text that consists only of a JSON call, as written by models that were not shown their tools. */
import { isObject } from '../syntax/is-object.ts';
import { valuesIn } from '../syntax/json/read.ts';
import type { Span } from '../syntax/span.ts';

/** The maximum length of a call (UTF-16 units); a longer text is a document. */
const MAX_CALL_LENGTH = 100_000;
const fenced = /^\s*```(?:json)?\s*\n([^]*?)\n\s*```\s*$/;

/** The name of the called function, if the whole text is a call; the call may be in a list or a Markdown fence. */
export function calledIn(text: string): string | undefined {
  if (text.length > MAX_CALL_LENGTH) return undefined;
  const json = fenced.exec(text)?.[1] ?? text;
  if (!/^\s*[[{]/.test(json)) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const call = isObject(first) && isObject(first.function) ? first.function : first;
    if (!isObject(call) || typeof call.name !== 'string') return undefined;
    const callArguments = call.arguments ?? call.parameters;
    // An object with a schema declares a function, but does not call it.
    if (isObject(callArguments)) return isObject(callArguments.properties) ? undefined : call.name;
    return typeof callArguments === 'string' && callArguments.trim().startsWith('{') ? call.name : undefined;
  } catch {
    // The text may be several calls, one per line.
    const lines = json.split('\n').filter((line) => /\S/.test(line));
    return lines.length > 1 && lines.every(isCallLine) ? calledIn(lines[0] as string) : undefined;
  }
}

/** The keys of a JSON call; the objects of log records have other keys. */
const callMembers = new Set(['name', 'arguments', 'parameters', 'id', 'type', 'function']);

/** Whether a line is a JSON call, and not a log record. */
export function isCallLine(line: string): boolean {
  if (calledIn(line) === undefined) return false;
  const value: unknown = JSON.parse(line);
  return [value].flat().every((one) => isObject(one) && Object.keys(one).every((key) => callMembers.has(key)));
}

/** The span (UTF-16 offsets) of the first JSON call that begins a line, and that ends at the end of a line or before a tag. */
export function callLinesIn(text: string): Span | undefined {
  if (text.length > MAX_CALL_LENGTH) return undefined;
  for (const { index: start } of text.matchAll(/^[ \t]*\{(?=\s*"(?:name|function|type)"\s*:)/gm)) {
    const node = valuesIn(text)(start).root;
    const end = node?.end ?? start;
    if (node?.kind === 'object' && endsLine.test(text.slice(end)) && isCallLine(text.slice(start, end)))
      return { start: node.start, end };
  }
  return undefined;
}
const endsLine = /^[ \t]*(?:\r?\n|$|<)/;

/** Whether a text is a JSON call, or has one on lines of its own. */
export const isWholeCall = (text: string): boolean => calledIn(text) !== undefined || callLinesIn(text) !== undefined;
