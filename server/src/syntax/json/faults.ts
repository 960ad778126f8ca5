/** Faults in JSON, and their descriptions, which are the same for bodies, arguments, documents and configurations. */
import type { Span } from '../span.ts';
import { quoted } from '../wording.ts';
import { literalMeant, mayBeLiteral } from './literals.ts';

/** A fault in JSON. Offsets are in the text that was read (UTF-16 units). */
export interface JsonFault extends Span {
  readonly code: JsonFaultCode;
  /** The text that is wrong or missing: a quote, a bracket, a word. */
  readonly what?: string;
  /** For `raw-newline`: the number of line breaks in the string. */
  readonly count?: number;
}

/** Matches the numbers of Python that do not exist in JSON. */
const infinite = /^[-+]?(?:NaN|Infinity)$/;

/** The descriptions of the faults. Each completes the sentence "This is not JSON: …". */
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

/** The slips: faults whose correction is certain, so that the rest of the text can be read as if they were corrected. */
const slips = ['trailing-comma', 'smart-quote', 'raw-newline'] as const satisfies readonly JsonFaultCode[];
export type JsonSlip = (typeof slips)[number];

/** The faults that are superfluous commas. Removing such a comma does not change the meaning of the text. */
export const spareCommas: ReadonlySet<JsonFaultCode> = new Set(['trailing-comma', 'comma-after']);

/** Whether a fault is a syntax error rather than a slip. */
export function isSyntaxFault({ code }: JsonFault): boolean {
  return !(slips as readonly string[]).includes(code);
}

/** Describes a fault, as part of a sentence. */
export function faultText({ code, what = '', count = 1 }: JsonFault): string {
  return (wordings[code] as (what: string, count: number) => string)(what, count);
}
