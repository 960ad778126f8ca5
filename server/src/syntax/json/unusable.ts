/** Finds escapes of characters that JSON allows, but that most programs cannot handle. */
import type { Span } from '../span.ts';

interface Unusable extends Span {
  readonly kind: 'half' | 'null';
}

/** Matches an escape. An escaped backslash also matches, so that it is never taken for the beginning of another escape. */
const escapes = /\\(?:u([\da-fA-F]{4})|[^])/g;
const half = /\\u[dD](?:[89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F])|[c-fC-F](?<!\\u[dD][89abAB][\da-fA-F]{2}\\u[dD].))/;

/**
 * A quick check whether JSON may contain the escape of a lone surrogate. Unescaped characters need no check, since text decoded from UTF-8
 * contains no lone surrogates.
 */
export const mayHaveHalf = (text: string): boolean => text.includes('\\u') && half.test(text);

/** Yields the escapes of unusable characters in JSON. A surrogate counts only if the other one of the pair is missing. */
export function* unusableIn(text: string): Generator<Unusable> {
  if (!text.includes('\\u0000') && !mayHaveHalf(text)) return;
  let first: Unusable | undefined;
  for (const { 0: escape, 1: digits, index: start } of text.matchAll(escapes)) {
    const unit = digits === undefined ? undefined : Number.parseInt(digits, 16);
    const end = start + escape.length;
    const isSecond = unit !== undefined && unit >= 0xdc00 && unit <= 0xdfff;
    if (first && !(isSecond && first.end === start)) yield first;
    else if (first) {
      first = undefined;
      continue;
    }
    first = unit !== undefined && unit >= 0xd800 && unit <= 0xdbff ? { kind: 'half', start, end } : undefined;
    if (isSecond) yield { kind: 'half', start, end };
    if (unit === 0) yield { kind: 'null', start, end };
  }
  if (first) yield first;
}
