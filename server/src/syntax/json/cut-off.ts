/** Detects JSON that breaks off at the end of a text, so that it is incomplete rather than wrong. */
import type { JsonReading } from './nodes.ts';
import { valuesIn } from './read.ts';

export interface CutOff {
  /** The start of the last token (UTF-16 offset in the text). Faults before it are unrelated to the truncation. */
  readonly lastToken: number;
  /** The end of the text without the white space after it. */
  readonly end: number;
}

/** Matches a number that may continue. */
const number = /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?)?)?$/;
const words = ['true', 'false', 'null'];

/**
 * Whether the JSON at the beginning of a text breaks off at its end, ignoring white space: in an array, an object, a string, a number or a
 * literal. Undefined if the JSON is complete, or if the text contains no part of a value.
 */
export function cutOff(text: string): CutOff | undefined {
  const trimmedText = text.trimEnd();
  const end = trimmedText.length;
  const reading = valuesIn(trimmedText)(0);
  const { last, open } = reading;
  if (last < 0) return undefined;
  const string = unclosedIn(trimmedText, reading);
  if (string !== undefined) return { lastToken: string, end };
  return open.length > 0 || isHalf(trimmedText, reading) ? { lastToken: last, end } : undefined;
}

/** Whether a text breaks off in an array, an object or a string. */
export const isCutOff = (reading: JsonReading): boolean =>
  reading.open.length > 0 || unclosedIn(reading.text.trimEnd(), reading) !== undefined;

/** The start of the string in which a text ends; undefined if it does not end in one. */
export function unclosedIn(text: string, { unclosed }: JsonReading): number | undefined {
  return text[unclosed] === '"' && !/[\r\n]/.test(text.slice(unclosed)) ? unclosed : undefined;
}

/** Whether a text ends in an incomplete number or literal. */
function isHalf(text: string, { last, faults }: JsonReading): boolean {
  const word = text.slice(last, last + 400);
  return faults.length > 0 && (number.test(word) || words.some((one) => one.startsWith(word)));
}
