/** A filter of rows: an expression of JMESPath, which is true of a row or is not. */
import { compile, search } from 'jmespath';
import { getOwn } from '../../syntax/get-own.ts';

declare module 'jmespath' {
  /** Its types leave this out: reads an expression, and throws at what is not one. */
  export function compile(expression: string): unknown;
}

/** Whether a row is kept; throws, with a message for the user, where the expression does not fit the row. */
export type Filter = (value: unknown) => boolean;

/** Names that every object has, although no row says so, and escapes, which may spell one. */
const inherited =
  /\b(?:constructor|__proto__|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|__\w+__)\b|\\u/;
/** Nothing that is meant is longer, and what is nested deeply takes the stack. */
const MAX_LENGTH = 10_000;

/** Throws, with a message for the user, at what is not an expression. */
export function filterOf(expression: string): Filter {
  try {
    if (expression.length > MAX_LENGTH) throw new Error('it is too long');
    mustCompile(expression);
    search(null, expression);
  } catch (error) {
    // Functions may refuse a null; what is not an expression is refused whatever it is asked of.
    if (error instanceof Error && !notParsed.test(`${error.name} ${error.message}`)) return filter(expression);
    throw new Error(`--filter ${expression.slice(0, 200)}: ${reasonOf(error as Error)}`);
  }
  return filter(expression);
}

/** Strings, names in quotation marks, and JSON. */
const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;

/** Throws an error that says that this is not an expression, and how it would be one. */
function mustCompile(expression: string): void {
  const unquoted = expression.replace(quoted, 'x');
  if (unquoted.split(/==|!=|<=|>=/).some((part) => part.includes('=')))
    throw new SyntaxError('write == for "is equal to"');
  try {
    compile(expression);
  } catch (error) {
    // Its own message is about itself.
    if (error instanceof TypeError) throw new SyntaxError('it is incomplete, or contains an unexpected character');
    throw error;
  }
}

const reasonOf = ({ message }: Error): string =>
  /call stack/.test(message) ? 'it is nested too deeply' : `this is not JMESPath: ${message}`;

const notParsed = /^(?:ParserError|LexerError|SyntaxError)|Unknown function|it is too long|call stack/;

function filter(expression: string): Filter {
  const asksInherited = inherited.test(expression);
  return (value) => isTrue(search(asksInherited ? bare(value) : value, expression));
}

/** As JMESPath has it: what is empty is false. */
function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return typeof value !== 'function';
}

/** So deep are values that anybody asks for. */
const MAX_DEPTH = 100;

/** A value whose objects have their own members only. */
function bare(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => bare(one, depth + 1));
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value)) {
    const member = bare(getOwn(value as Record<string, unknown>, key), depth + 1);
    Object.defineProperty(copy, key, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
