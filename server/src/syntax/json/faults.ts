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
  'comma-after': () => 'a comma is after the JSON value, and nothing follows it; remove it',
  'comma-early': () => 'a value is missing before this comma',
  'comma-missing': () => 'a comma is missing before this',
  'trailing-comma': (what) => `JSON allows no comma before \`${what}\`; remove it`,
  'colon-missing': () => '`:` is missing before this',
  'colon-stray': () => '`:` belongs between a key and its value',
  'closer-missing': (what) => `\`${what}\` is missing before this`,
  'opener-missing': (what) => `\`${what}\` is missing before this`,
  'closer-stray': (what) => `nothing is open that \`${what}\` could close`,
  'value-missing': () => 'the value of the last key is missing',
  'after-value': () => 'something follows the JSON value',
  'key-missing': () => 'a key is expected',
  'key-unquoted': () => 'a key needs double quotes',
  'literal-misspelled': (what) => `JSON writes \`${literalMeant(what)}\` for ${quoted(what)}`,
  'not-a-number': (what) => `${quoted(what)} is not a valid JSON number`,
  'not-a-value': (what) =>
    infinite.test(what)
      ? `JSON has no ${quoted(what)}; write \`null\``
      : `${quoted(what)} is not a JSON value; text needs double quotes${
          mayBeLiteral(what) ? ', and a literal is `true`, `false` or `null`' : ''
        }`,
  'string-quotes': () => 'strings need double quotes',
  'string-unclosed': () => 'the closing quote of this string is missing',
  'quote-unescaped': () => 'a quote inside a string is written `\\"`',
  'smart-quote': (what) => `\`${what}\` is a typographic quote, which JSON reads as text; write \`"\``,
  'raw-newline': (_, count) =>
    `a string must be on one line, and a line break in it is written \`\\n\`${count > 1 ? `; this string has ${count} of them` : ''}`,
  'control-character': () => 'a control character in a string is written as an escape, such as `\\t`',
  'escape-unknown': (what) => `JSON has no escape ${quoted(what)}; a backslash is written \`\\\\\``,
  empty: () => 'it ends too early: a value is missing',
  'ends-early': (what) => `it ends too early: \`${what}\` is missing`,
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
