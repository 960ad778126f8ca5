/**
 * Replaces values of a row with unique words. Otherwise, a prompt may seem to contain a value only because the same text occurs in another
 * part of it.
 */
import { isObject } from '../../syntax/is-object.ts';
import type { Members } from './row.ts';
import { SearchedText } from './searched-text.ts';

/** A unique word that replaces a value. */
export interface Mark {
  readonly word: string;
  /** The index of the message; undefined if the value belongs to the whole conversation. */
  readonly of: number | undefined;
  readonly member: 'content' | 'tool_calls' | 'tools';
  /** The index of the call in the message. */
  readonly call?: number;
}

/** Returns the conversation with marks in place of ambiguous values, and the marks. `templateText`: the text of the template. */
export function withMarks(
  { tools }: Members,
  messages: readonly unknown[],
  prompt: SearchedText,
  templateText: string,
) {
  const marks: Mark[] = [];
  const source = new SearchedText(JSON.stringify(messages));
  const isMasked = (value: string) =>
    plainWords.test(value) && (value.length <= short || source.isTwice(value) || prompt.isTwice(value));
  const mark = (value: string, at: Omit<Mark, 'word'>, masked = isMasked(value.trim())): string => {
    if (marks.length >= MAX_MARKS || !masked) return value;
    const word = /^\s*\d+\s*$/.test(value) ? `${7_430_000 + marks.length}91` : `mark${marks.length}x7q`;
    marks.push({ word, ...at });
    return word;
  };
  const marked = messages.map((message, of): unknown => {
    if (!isObject(message)) return message;
    const { content, tool_calls: calls } = message;
    return {
      ...message,
      ...(typeof content === 'string' && { content: mark(content, { of, member: 'content' }) }),
      ...(Array.isArray(calls) && {
        tool_calls: calls.map((one: unknown, call) =>
          withArguments(one, (value) => mark(value, { of, member: 'tool_calls', call })),
        ),
      }),
    };
  });
  // The name of a tool may also occur in calls, or a built-in tool of the template may have the same name.
  const isSaid = (name: string) => source.has(name) || templateText.includes(name);
  const markedTools = Array.isArray(tools)
    ? tools.map((tool) => withName(tool, (name) => mark(name, { of: undefined, member: 'tools' }, isSaid(name))))
    : tools;
  return { marked, named: markedTools, marks };
}

/** The maximum number of values of a row that are replaced. */
const MAX_MARKS = 200;
/**
 * Matches values that can be replaced. Longer text rarely occurs twice by chance. Text with other characters may have a meaning for the
 * template.
 */
const plainWords = /^[\p{L}\p{N} .,!?'-]{1,60}$/u;

/** The maximum length of texts that may also be words of the template itself (UTF-16 units). */
const short = 12;

/** The name of a tool. The declaration of the tool may be in a `function` object. */
export function nameOfTool(tool: unknown): string | undefined {
  const of = isObject(tool) && isObject(tool.function) ? tool.function : tool;
  return isObject(of) && typeof of.name === 'string' ? of.name : undefined;
}

/** The names of the parameters in the JSON Schema of a tool. The declaration of the tool may be in a `function` object. */
export function parametersOf(tool: unknown): readonly string[] {
  const of = isObject(tool) && isObject(tool.function) ? tool.function : tool;
  const schema = isObject(of) ? of.parameters : undefined;
  return isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
}

function withName(tool: unknown, say: (name: string) => string): unknown {
  const name = nameOfTool(tool);
  if (name === undefined || !isObject(tool)) return tool;
  return isObject(tool.function)
    ? { ...tool, function: { ...tool.function, name: say(name) } }
    : { ...tool, name: say(name) };
}

/** Replaces each text in the arguments of a call with the result of `say`. Arguments that are a JSON string stay a JSON string. */
function withArguments(call: unknown, say: (value: string) => string): unknown {
  if (!isObject(call)) return call;
  if (isObject(call.function)) return { ...call, function: withArguments(call.function, say) };
  const { arguments: callArguments } = call;
  if (isObject(callArguments)) return { ...call, arguments: inTexts(callArguments, say) };
  if (typeof callArguments !== 'string') return call;
  try {
    const read: unknown = JSON.parse(callArguments);
    return isObject(read) ? { ...call, arguments: JSON.stringify(inTexts(read, say)) } : call;
  } catch {
    return call;
  }
}

/** Replaces the strings among the values of an object; strings at a greater depth stay unchanged. */
const inTexts = (members: Members, say: (value: string) => string): Members =>
  Object.fromEntries(
    Object.entries(members).map(([key, value]) => [key, typeof value === 'string' ? say(value) : value]),
  );
