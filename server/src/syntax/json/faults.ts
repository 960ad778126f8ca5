/** The faults that JSON can have, and the words for them: the same in bodies, arguments, documents and configurations. */
import type { Span } from '../span.ts';
import { quoted } from '../wording.ts';
import { literalMeant, mayBeLiteral } from './literals.ts';

/** A fault in JSON, by kind; UTF-16 offsets in the text that was read. */
export interface JsonFault extends Span {
  readonly code: JsonFaultCode;
  /** The part that is there or is missing: a quote, a bracket, a word. */
  readonly what?: string;
  /** For `raw-newline`: how many line breaks the string has. */
  readonly count?: number;
}

/** Numbers of Python that JSON does not have. */
const infinite = /^[-+]?(?:NaN|Infinity)$/;

/** Each of them completes "This is not JSON: …". */
const wordings = {
  comment: () => 'JSON has no comments',
  'comment-unclosed': () => 'this comment is not closed, and JSON does not allow comments',
  'comma-outside': () => 'a comma is outside the JSON value; remove it',
  'comma-after': () => 'a comma follows the JSON value; remove it',
  'comma-early': () => 'a value is missing before this comma',
  'comma-missing': () => 'a comma is missing here',
  'trailing-comma': (what) => `JSON allows no comma before \`${what}\`; remove it`,
  'colon-missing': () => '`:` is missing here',
  'colon-stray': () => '`:` is only allowed between a key and its value',
  'closer-missing': (what) => `\`${what}\` is missing here`,
  'opener-missing': (what) => `\`${what}\` is missing here`,
  'closer-stray': (what) => `\`${what}\` has no matching \`${what === '}' ? '{' : '['}\``,
  'value-missing': () => 'the value of the last key is missing',
  'after-value': () => 'extra text follows the JSON value',
  'key-missing': () => 'a key is expected',
  'key-unquoted': () => 'a key needs double quotes',
  'literal-misspelled': (what) => `write \`${literalMeant(what)}\` instead of ${quoted(what)}`,
  'not-a-number': (what) => `${quoted(what)} is not a valid JSON number`,
  'not-a-value': (what) =>
    infinite.test(what)
      ? `JSON has no ${quoted(what)}; write \`null\``
      : `${quoted(what)} is not a JSON value; put text in double quotes${
          mayBeLiteral(what) ? ', or write `true`, `false` or `null`' : ''
        }`,
  'string-quotes': () => 'strings need double quotes',
  'string-unclosed': () => 'the closing quote of this string is missing',
  'quote-unescaped': () => 'a quote inside a string is written `\\"`',
  'smart-quote': (what) => `\`${what}\` is a typographic quote, which cannot delimit a JSON string; write \`"\``,
  'raw-newline': (_, count) =>
    `a string must be on one line; write ${count > 1 ? `each of its ${count} line breaks` : 'its line break'} as \`\\n\``,
  'control-character': () => 'a control character in a string must be escaped, as in `\\t`',
  'escape-unknown': (what) => `JSON has no escape ${quoted(what)}; a backslash is written \`\\\\\``,
  empty: () => 'the text ends too early; a value is missing',
  'ends-early': (what) => `the text ends too early; \`${what}\` is missing`,
} as const satisfies Readonly<Record<string, (what: string, count: number) => string>>;

export type JsonFaultCode = keyof typeof wordings;

/** Slips leave no doubt about what is meant, so the text after them is read as if they were not there. */
const slips = ['trailing-comma', 'smart-quote', 'raw-newline'] as const satisfies readonly JsonFaultCode[];
export type JsonSlip = (typeof slips)[number];

/** Without these commas, the text has the same meaning. */
export const spareCommas: ReadonlySet<JsonFaultCode> = new Set(['trailing-comma', 'comma-after']);

/** Whether a fault is more than a slip. */
export function isSyntaxFault({ code }: JsonFault): boolean {
  return !(slips as readonly string[]).includes(code);
}

/** Describes a fault, as a part of a sentence. */
export function faultText({ code, what = '', count = 1 }: JsonFault): string {
  return (wordings[code] as (what: string, count: number) => string)(what, count);
}
