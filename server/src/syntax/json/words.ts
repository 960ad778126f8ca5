/** Reads values and keys of JSON that are not strings: numbers, `true`, `false`, `null`, and words without the required quotes. */
import { getOwn } from '../get-own.ts';
import type { JsonFaultCode } from './faults.ts';
import { literalMeant, mayBeLiteral } from './literals.ts';
import type { JsonLiteral } from './nodes.ts';

/**
 * The value that a word stands for. If the word is not valid JSON, `fault` is the code of the fault, and `mend` the text to write instead.
 */
interface WordRead {
  readonly value: Pick<JsonLiteral, 'kind' | 'value'> | { readonly kind: 'string'; readonly value: string };
  readonly fault?: JsonFaultCode;
  readonly mend?: string | undefined;
}

/** The number at an offset, of any length, if a token that may come after a value follows the number. */
export function numberAt(text: string, at: number): string | undefined {
  number.lastIndex = at;
  const digits = number.exec(text)?.[0];
  return digits !== undefined && /[\s,:[\]{}"]|^$/.test(text.charAt(at + digits.length)) ? digits : undefined;
}

/** The end of the word at an offset: before a token that may come after a value, but after at least one character. */
export function wordEnd(text: string, start: number): number {
  const index = text.slice(start, start + MAX_WORD_LENGTH).search(/[\s,:[\]{}"]/);
  return index < 0 ? Math.min(text.length, start + MAX_WORD_LENGTH) : start + Math.max(1, index);
}

/** Reads a word in place of a value. */
export function readWord(word: string): WordRead {
  const literalValue = getOwn(words, word);
  if (literalValue !== undefined) return { value: literalValue };
  const literal = literalMeant(word);
  if (literal !== undefined) return { value: words[literal], fault: 'literal-misspelled', mend: literal };
  // If in doubt, a word is read as broken rather than as a string. Otherwise, a tool that expects a boolean might get `"tru"`.
  const mend = noText.includes(word) || mayBeLiteral(word) ? undefined : quoted(word);
  const value = mend === undefined ? broken : ({ kind: 'string', value: word } as const);
  return { value, fault: /^[-+.]*\d/.test(word) ? 'not-a-number' : 'not-a-value', mend };
}

/** Returns a word in quotes, if it may be a key or text without its quotes. */
export function quoted(word: string): string | undefined {
  return bare.test(word) ? JSON.stringify(word) : undefined;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const bare = /^[\p{L}_$][\p{L}\p{N}_$.:-]*$/u;
const noText = ['NaN', 'Infinity', 'undefined'];
const MAX_WORD_LENGTH = 200;
const broken = { kind: 'broken', value: null } as const;
const words = {
  true: { kind: 'boolean', value: true },
  false: { kind: 'boolean', value: false },
  null: { kind: 'null', value: null },
} as const satisfies Readonly<Record<string, Pick<JsonLiteral, 'kind' | 'value'>>>;
