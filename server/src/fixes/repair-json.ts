/** JSON that a text surely means: taken out of its Markdown fence, or with its small faults mended. */
import { type JsonError, parseJson } from '../syntax/json/values.ts';
import { own } from '../syntax/own.ts';

export interface Repaired {
  readonly text: string;
  /** What was done, as the title of a fix. */
  readonly title: string;
}

/** The JSON that a text means, which is not JSON as it is; undefined if that is not certain. */
export function repair(text: string): Repaired | undefined {
  const inner = fence.exec(text)?.[1];
  if (inner !== undefined && parseJson(inner).error === undefined) {
    return { text: inner, title: 'Take the JSON in the body out of its Markdown fence' };
  }
  const mended = mend(inner ?? text);
  return mended === undefined ? undefined : { text: mended, title: 'Repair the JSON in the body' };
}

const fence = /^\s*```\w*[ \t]*\r?\n([^]*?)\r?\n[ \t]*```\s*$/;

/** A step that mends one fault of a text at a place, or undefined. */
type Step = (text: string, error: JsonError) => string | undefined;

const literals: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

const steps: readonly Step[] = [
  // A comma before the closing bracket.
  (text, { message, start }) => {
    if (!message.startsWith('there is a comma')) return undefined;
    const comma = text.lastIndexOf(',', start);
    return text.slice(0, comma) + text.slice(comma + 1);
  },
  (text, { message }) => {
    const missing = /^it ends too early: `([}\]])`/.exec(message)?.[1];
    return missing && text.trimEnd() + missing;
  },
  (text, { message, start, end }) =>
    message === 'JSON has no comments' ? text.slice(0, start) + text.slice(end) : undefined,
  // Typographic quotes, all of them at once.
  (text, { start }) => (/[“”„]/.test(text[start] ?? '') ? text.replace(/[“”„]/g, '"') : undefined),
  // Python's words.
  (text, { start }) => {
    const word = /^[A-Za-z]+/.exec(text.slice(start, start + 10))?.[0] ?? '';
    const json = own(literals, word);
    return json && text.slice(0, start) + json + text.slice(start + word.length);
  },
  // A string in single quotes that holds none of either kind.
  (text, { start }) => {
    const found = /^'([^'"\\\r\n]*)'/.exec(text.slice(start));
    return found ? `${text.slice(0, start)}"${found[1]}"${text.slice(start + found[0].length)}` : undefined;
  },
  (text, { message, start }) =>
    /^`,` or /.test(message) && text[start] === '"'
      ? `${text.slice(0, start).trimEnd()}, ${text.slice(start)}`
      : undefined,
];

/** A text as JSON, if that takes few and certain changes. */
function mend(text: string): string | undefined {
  let mended = text;
  for (let i = 0; i < 50; i++) {
    const { error } = parseJson(mended);
    if (error === undefined) return mended === text ? undefined : mended;
    let next: string | undefined;
    for (const step of steps) next ??= step(mended, error);
    if (next === undefined || next === mended) return undefined;
    mended = next;
  }
  return undefined;
}
