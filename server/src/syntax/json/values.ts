/**
 * JSON bodies: whether one parses, where it fails, and where its top-level members stand. `JSON.parse` decides; the
 * place is looked for only when it is needed, token by token and without recursion, so that no nesting is too deep.
 */
import { createScanner, SyntaxKind } from 'jsonc-parser';
import { quoted } from '../wording.ts';

export interface JsonError {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type JsonResult = { readonly value: unknown; readonly error?: undefined } | { readonly error: JsonError };

export function parseJson(text: string): JsonResult {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: locate(text) };
  }
}

const scanErrors = [
  '',
  'an unfinished comment',
  'a string without closing quote on its line (a line break in it is written `\\n`)',
  'an unfinished number',
  'a broken \\u escape',
  'an unknown escape',
  'a character that JSON does not allow',
];

/** What may come next; the states of a parser whose stack holds `{` and `[` alone. */
type Expected = 'value' | 'value or ]' | 'key or }' | 'key' | ':' | 'comma or end';

const isValue = new Set<SyntaxKind>([
  SyntaxKind.StringLiteral,
  SyntaxKind.NumericLiteral,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
]);

/** The first token of a text that is not JSON at which it stops being JSON. */
function locate(text: string): JsonError {
  const scanner = createScanner(text, false);
  const stack: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (;;) {
    let kind = scanner.scan();
    while (kind === SyntaxKind.Trivia || kind === SyntaxKind.LineBreakTrivia) kind = scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const fail = (message: string): JsonError => ({ message, start, end });
    if (kind === SyntaxKind.EOF) {
      const last = Math.max(0, text.trimEnd().length - 1);
      const missing =
        stack.length > 0
          ? stack[stack.length - 1] === '{'
            ? '`}` is missing'
            : '`]` is missing'
          : 'a value is missing';
      return { message: `it ends too early: ${missing}`, start: last, end: Math.min(text.length, last + 1) };
    }
    const scanError = scanner.getTokenError();
    if (scanError !== 0) {
      const broken = fail(scanErrors[scanError] ?? 'a broken token');
      return { ...broken, end: Math.min(broken.end, lineEnd(text, start)) };
    }
    if (kind === SyntaxKind.LineCommentTrivia || kind === SyntaxKind.BlockCommentTrivia)
      return fail('JSON has no comments');
    if (kind === SyntaxKind.Unknown)
      return {
        ...fail(`${quoted(text.slice(start, Math.min(end, start + 20)))} is not JSON`),
        end: Math.min(end, lineEnd(text, start)),
      };

    const top = stack[stack.length - 1];
    if (expected === 'value' || expected === 'value or ]') {
      if (kind === SyntaxKind.OpenBraceToken) {
        stack.push('{');
        expected = 'key or }';
      } else if (kind === SyntaxKind.OpenBracketToken) {
        stack.push('[');
        expected = 'value or ]';
      } else if (isValue.has(kind)) {
        if (!isWellFormed(text.slice(start, end), kind)) return fail('JSON does not allow this form');
        expected = 'comma or end';
      } else if (kind === SyntaxKind.CloseBracketToken && expected === 'value or ]') {
        stack.pop();
        expected = 'comma or end';
      } else if (kind === SyntaxKind.CloseBracketToken && top === '[') {
        return fail('there is a comma before `]`');
      } else return fail(`a value is expected, not ${quoted(text.slice(start, end))}`);
    } else if (expected === 'key' || expected === 'key or }') {
      if (kind === SyntaxKind.StringLiteral) {
        if (!isWellFormed(text.slice(start, end), kind)) return fail('JSON does not allow this form');
        expected = ':';
      } else if (kind === SyntaxKind.CloseBraceToken && expected === 'key or }') {
        stack.pop();
        expected = 'comma or end';
      } else if (kind === SyntaxKind.CloseBraceToken) return fail('there is a comma before `}`');
      else return fail('a key in double quotes is expected');
    } else if (expected === ':') {
      if (kind !== SyntaxKind.ColonToken) return fail('`:` is expected after the key');
      expected = 'value';
    } else if (top === undefined) {
      return fail('something follows the JSON value');
    } else if (kind === SyntaxKind.CommaToken) {
      expected = top === '{' ? 'key' : 'value';
    } else if (kind === (top === '{' ? SyntaxKind.CloseBraceToken : SyntaxKind.CloseBracketToken)) {
      stack.pop();
    } else {
      return fail(`\`,\` or \`${top === '{' ? '}' : ']'}\` is expected`);
    }
  }
}

/** The scanner is laxer than JSON in a few things, such as `-` or tabs in strings. */
function isWellFormed(token: string, kind: SyntaxKind): boolean {
  if (kind !== SyntaxKind.StringLiteral && kind !== SyntaxKind.NumericLiteral) return true;
  try {
    JSON.parse(token);
    return true;
  } catch {
    return false;
  }
}

function lineEnd(text: string, from: number): number {
  const found = text.slice(from, from + 200).search(/[\r\n]/);
  return found < 0 ? Math.min(text.length, from + 200) : from + found;
}

/** A member of a JSON object, with the places of its key (quotes included) and of its value. */
export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The members of the object that a text is as a whole. The text must be JSON. */
export function members(text: string): Member[] {
  const scanner = createScanner(text, true);
  const result: Member[] = [];
  let depth = 0;
  let key: { key: string; keyStart: number; keyEnd: number } | undefined;
  let valueStart = -1;
  let valueEnd = -1;
  const finish = () => {
    if (key !== undefined && valueStart >= 0) result.push({ ...key, valueStart, valueEnd });
    key = undefined;
    valueStart = -1;
  };
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const closes = kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken;
    if (closes) depth--;
    if (depth === 1 && kind === SyntaxKind.CommaToken) finish();
    else if (depth === 1 && kind === SyntaxKind.ColonToken) continue;
    else if (depth === 1 && key === undefined && kind === SyntaxKind.StringLiteral) {
      key = { key: scanner.getTokenValue(), keyStart: start, keyEnd: end };
    } else if (depth >= 1) {
      if (valueStart < 0 && key !== undefined) valueStart = start;
      valueEnd = end;
    }
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken) depth++;
  }
  finish();
  return result;
}

/** A JSON value in a text, with its place (UTF-16 offsets in the text). */
export interface JsonValue {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

/** The JSON values that follow one another from the beginning of a text on. */
export interface JsonValues {
  readonly values: readonly JsonValue[];
  /** What is wrong with the text behind them, if it is JSON that was meant there. */
  readonly error: JsonError | undefined;
  /** The end of the last value. */
  readonly end: number;
}

/**
 * Objects and arrays that follow one another, up to the first text that is none. A plain value counts as
 * the first one, alone on its line. What comes first, or looks like an object, and does not parse is an error.
 */
export function parseValues(text: string): JsonValues {
  const values: JsonValue[] = [];
  let end = 0;
  // Mostly there is one value and nothing behind it.
  const only = wholeValue(text);
  if (only) return { values: [only], error: undefined, end: only.end };
  for (;;) {
    const start = behindBlanks(text, end);
    if (start >= text.length) break;
    const to = valueEnd(text, start, values.length === 0);
    const found = to > start ? parseJson(text.slice(start, to)) : undefined;
    if (found !== undefined && found.error === undefined) {
      values.push({ value: found.value, start, end: to });
      end = to;
      continue;
    }
    if (values.length > 0 && !/^[{[]\s*["{]/.test(text.slice(start, start + 100))) break;
    const error = found?.error ?? locate(text.slice(start));
    return { values, error: { message: error.message, start: start + error.start, end: start + error.end }, end };
  }
  return { values, error: undefined, end };
}

/** The object or array that a text is but for blanks around it. */
function wholeValue(text: string): JsonValue | undefined {
  const end = text.trimEnd().length;
  const last = text.charCodeAt(end - 1);
  if (last !== 125 && last !== 93) return undefined;
  const start = behindBlanks(text, 0);
  if (text.charCodeAt(start) !== last - 2) return undefined;
  try {
    return { value: JSON.parse(text.slice(start, end)), start, end };
  } catch {
    return undefined;
  }
}

/** Where the value that begins at `start` ends; `start` if none does. */
function valueEnd(text: string, start: number, plain: boolean): number {
  const opening = text.charCodeAt(start);
  if (opening !== 123 && opening !== 91) {
    const line = /[^\r\n]*/y;
    line.lastIndex = start;
    return plain ? start + (line.exec(text)?.[0].trimEnd().length ?? 0) : start;
  }
  const scanner = createScanner(text, true);
  scanner.setPosition(start);
  let depth = 0;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    if (kind === SyntaxKind.Unknown || scanner.getTokenError() !== 0) return start;
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken) depth++;
    else if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken) depth--;
    if (depth === 0) return scanner.getTokenOffset() + scanner.getTokenLength();
  }
  return start;
}

function behindBlanks(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 32 && (unit < 128 || /\S/.test(text[at] as string))) return at;
  }
  return text.length;
}

/** The elements of the array that a text is as a whole, by their places. The text must be JSON. */
export function elements(text: string): { start: number; end: number }[] {
  const scanner = createScanner(text, true);
  const result: { start: number; end: number }[] = [];
  let depth = 0;
  let start = -1;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    const at = scanner.getTokenOffset();
    const end = at + scanner.getTokenLength();
    if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken) depth--;
    if (depth === 1 && kind !== SyntaxKind.CommaToken) {
      if (start < 0) start = at;
      const opens = kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken;
      if (!opens) {
        result.push({ start, end });
        start = -1;
      }
    }
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken) depth++;
  }
  return result;
}
