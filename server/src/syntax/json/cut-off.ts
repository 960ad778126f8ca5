/** JSON that breaks off where a text ends: it is incomplete, not wrong. */
import type { JsonReading } from './nodes.ts';
import { valuesIn } from './read.ts';

export interface CutOff {
  /** The start of the last token: faults before it are unrelated to the truncation. UTF-16 offset in the text. */
  readonly lastToken: number;
  /** The end of the last character that is not white space. */
  readonly end: number;
}

/** A number that may continue. */
const number = /^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?)?)?$/;
const words = ['true', 'false', 'null'];

/**
 * Whether the JSON that a text begins with, white space aside, breaks off at the text's end: in an array, an object, a
 * string, a number or a literal. A text without any part of a value does not.
 */
export function cutOff(text: string): CutOff | undefined {
  const written = text.trimEnd();
  const end = written.length;
  const reading = valuesIn(written)(0);
  const { last, open } = reading;
  if (last < 0) return undefined;
  const string = unclosedIn(written, reading);
  if (string !== undefined) return { lastToken: string, end };
  return open.length > 0 || isHalf(written, reading) ? { lastToken: last, end } : undefined;
}

/** Whether what was read breaks off where its text ends. */
export const isCutOff = (reading: JsonReading): boolean =>
  reading.open.length > 0 || unclosedIn(reading.text.trimEnd(), reading) !== undefined;

/** The start of the string in which a text ends. */
export function unclosedIn(text: string, { unclosed }: JsonReading): number | undefined {
  return text[unclosed] === '"' && !/[\r\n]/.test(text.slice(unclosed)) ? unclosed : undefined;
}

/** Whether a text ends in part of a number or a literal. */
function isHalf(text: string, { last, faults }: JsonReading): boolean {
  const word = text.slice(last, last + 400);
  return faults.length > 0 && (number.test(word) || words.some((one) => one.startsWith(word)));
}
