/** A filter for rows, which is a JMESPath expression that is true or false for each row. */
import { compile, search } from 'jmespath';
import { getOwn } from '../../syntax/get-own.ts';

declare module 'jmespath' {
  /** Parses an expression, and throws an error if it is invalid. This function is missing from the package's types. */
  export function compile(expression: string): unknown;
}

/** Returns whether a row is kept. Throws an error with a message for the user if the expression cannot be evaluated for the row. */
export type Filter = (value: unknown) => boolean;

/**
 * Matches names that every object inherits even if a row does not contain them. Also matches escapes, which could stand for such a name.
 */
const inherited =
  /\b(?:constructor|__proto__|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|__\w+__)\b|\\u/;
/** The maximum length of an expression. Useful expressions are shorter, and deep nesting in a longer one could overflow the stack. */
const MAX_LENGTH = 10_000;

/** Returns the filter that an expression describes. Throws an error with a message for the user if the expression is invalid. */
export function filterOf(expression: string): Filter {
  try {
    if (expression.length > MAX_LENGTH) throw new Error('it is too long');
    mustCompile(expression);
    search(null, expression);
  } catch (error) {
    // The test value is null, which some functions reject, so a valid expression may also fail here. Such an error does not show that the
    // expression is invalid.
    if (error instanceof Error && !notParsed.test(`${error.name} ${error.message}`)) return filter(expression);
    throw new Error(`--filter ${expression.slice(0, 200)}: ${reasonOf(error as Error)}`);
  }
  return filter(expression);
}

/** Matches strings, quoted names, and JSON. */
const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;

/** Throws an error with advice for the user if an expression is invalid. */
function mustCompile(expression: string): void {
  const unquoted = expression.replace(quoted, 'x');
  if (unquoted.split(/==|!=|<=|>=/).some((part) => part.includes('=')))
    throw new SyntaxError('write == for "is equal to"');
  try {
    compile(expression);
  } catch (error) {
    // The library's message describes its own code, so it would not help the user.
    if (error instanceof TypeError) throw new SyntaxError('it is incomplete, or contains an unexpected character');
    throw error;
  }
}

const reasonOf = ({ message }: Error): string =>
  /call stack/.test(message) ? 'it is nested too deeply' : `this is not a valid JMESPath expression: ${message}`;

const notParsed = /^(?:ParserError|LexerError|SyntaxError)|Unknown function|it is too long|call stack/;

function filter(expression: string): Filter {
  const asksInherited = inherited.test(expression);
  return (value) => isTrue(search(asksInherited ? bare(value) : value, expression));
}

/** Whether a value counts as true. As in JMESPath, empty values are false. */
function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return typeof value !== 'function';
}

/** The maximum depth to which a value is copied. No useful expression refers to deeper values. */
const MAX_DEPTH = 100;

/** Returns a copy of a value in which objects inherit nothing. */
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
