/** Values of a row that a prompt may seem to hold because something else says the same, as words that occur nowhere. */
import { isMembers, type Members } from './row.ts';
import { SearchedText } from './searched-text.ts';

/** A word in the place of a value. */
export interface Mark {
  readonly word: string;
  /** The message, by its number. */
  readonly of: number;
  readonly member: 'content' | 'tool_calls';
  /** Which of its calls. */
  readonly call?: number;
}

/** The messages with marks in place of such values, and the marks; no marks if each value is unique. */
export function withMarks(messages: readonly unknown[], prompt: SearchedText) {
  const marks: Mark[] = [];
  const source = new SearchedText(JSON.stringify(messages));
  const isMasked = (value: string) =>
    plainWords.test(value) && (value.length <= short || source.isTwice(value) || prompt.isTwice(value));
  const mark = (value: string, at: Omit<Mark, 'word'>): string => {
    if (marks.length >= mostMarks || !isMasked(value.trim())) return value;
    const word = /^\s*\d+\s*$/.test(value) ? `${7_430_000 + marks.length}91` : `mark${marks.length}x7q`;
    marks.push({ word, ...at });
    return word;
  };
  const marked = messages.map((message, of): unknown => {
    if (!isMembers(message)) return message;
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
  return { marked, marks };
}

/** How many values of a row are tried. */
const mostMarks = 200;
/** Text that is longer is hardly there by chance; a template may look into text with other signs. */
const plainWords = /^[\p{L}\p{N} .,!?'-]{1,60}$/u;

/** Texts up to this length may be words of the template itself. */
const short = 12;

/** A call with each text in its arguments as `say` has it; arguments in a string of JSON stay one. */
function withArguments(call: unknown, say: (value: string) => string): unknown {
  if (!isMembers(call)) return call;
  if (isMembers(call.function)) return { ...call, function: withArguments(call.function, say) };
  const { arguments: given } = call;
  if (isMembers(given)) return { ...call, arguments: inTexts(given, say) };
  if (typeof given !== 'string') return call;
  try {
    const read: unknown = JSON.parse(given);
    return isMembers(read) ? { ...call, arguments: JSON.stringify(inTexts(read, say)) } : call;
  } catch {
    return call;
  }
}

/** The texts among the values of an object; what is deeper is left as it is. */
const inTexts = (given: Members, say: (value: string) => string): Members =>
  Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? say(value) : value]),
  );
