/** Values of a row that a prompt may seem to hold because something else says the same, as words that occur nowhere. */
import { isObject } from '../../syntax/is-object.ts';
import type { Members } from './row.ts';
import { SearchedText } from './searched-text.ts';

/** A word in the place of a value. */
export interface Mark {
  readonly word: string;
  /** The message, by its number; undefined for all of the conversation. */
  readonly of: number | undefined;
  readonly member: 'content' | 'tool_calls' | 'tools';
  /** Which of its calls. */
  readonly call?: number;
}

/** The conversation with marks in place of such values, and the marks; no marks if each value is unique. `own`: the text of the template. */
export function withMarks({ tools }: Members, messages: readonly unknown[], prompt: SearchedText, own: string) {
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
  // The name of a tool is in calls, too, and some templates have tools of their own.
  const isSaid = (name: string) => source.has(name) || own.includes(name);
  const named = Array.isArray(tools)
    ? tools.map((tool) => withName(tool, (name) => mark(name, { of: undefined, member: 'tools' }, isSaid(name))))
    : tools;
  return { marked, named, marks };
}

/** How many values of a row are tried. */
const MAX_MARKS = 200;
/** Text that is longer is rarely there by chance; a template may look into text with other signs. */
const plainWords = /^[\p{L}\p{N} .,!?'-]{1,60}$/u;

/** Texts up to this length may be words of the template itself. */
const short = 12;

/** The name of a tool, declared in either form. */
export function nameOfTool(tool: unknown): string | undefined {
  const of = isObject(tool) && isObject(tool.function) ? tool.function : tool;
  return isObject(of) && typeof of.name === 'string' ? of.name : undefined;
}

/** The names of the parameters of a tool, declared in either form by a JSON Schema. */
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

/** A call with each text in its arguments as `say` has it; arguments in a string of JSON stay one. */
function withArguments(call: unknown, say: (value: string) => string): unknown {
  if (!isObject(call)) return call;
  if (isObject(call.function)) return { ...call, function: withArguments(call.function, say) };
  const { arguments: given } = call;
  if (isObject(given)) return { ...call, arguments: inTexts(given, say) };
  if (typeof given !== 'string') return call;
  try {
    const read: unknown = JSON.parse(given);
    return isObject(read) ? { ...call, arguments: JSON.stringify(inTexts(read, say)) } : call;
  } catch {
    return call;
  }
}

/** The texts among the values of an object; what is deeper is left as it is. */
const inTexts = (given: Members, say: (value: string) => string): Members =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? say(value) : value]),
  );
