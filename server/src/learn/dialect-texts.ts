/** Finds openers and marks in the texts between messages. */
import { maximum } from '../syntax/lists.ts';
import type { Transition } from './frames.ts';
import { commonPrefix, lastMarkEnd, marksIn } from './marks.ts';

export const speakers = ['system', 'developer', 'user', 'assistant', 'tool'] as const;
export type Speaker = (typeof speakers)[number];

export interface Opening {
  readonly role: Speaker;
  readonly text: string;
  readonly pad: string;
  readonly closes: boolean;
}

/**
 * The part of the text between two messages that ends the first message. It extends to the end of the last mark and includes the white
 * space after that mark.
 */
export const endIn = (text: string): string => {
  const marked = lastMarkEnd(text);
  return text.slice(0, marked) + (/^\s*/.exec(text.slice(marked))?.[0] ?? '');
};

export const firstMarkEnd = (text: string): number => {
  const [mark] = marksIn(text);
  return mark === undefined ? text.length : text.indexOf(mark) + mark.length;
};

/** The length of the beginning and of the end of a prose text by which the text is recognized. */
const SIGN_LENGTH = 14;

/** The marks in a text. For a text without marks that is long enough, its beginning and its end instead. */
export function signsIn(text: string): readonly string[] {
  const marks = marksIn(text);
  const trimmed = text.trim();
  if (marks.length > 0 || trimmed.length < 2 * SIGN_LENGTH + 1) return marks;
  return [trimmed.slice(0, SIGN_LENGTH), trimmed.slice(-SIGN_LENGTH)];
}

/** Returns the text after the last of these openers; empty if the text does not contain any of them. */
export function afterLast(text: string, openings: readonly Opening[]): string {
  const ends = openings.flatMap((one) => (text.includes(one.text) ? text.lastIndexOf(one.text) + one.text.length : []));
  return ends.length === 0 ? '' : text.slice(maximum(ends));
}

/** Removes the marks in `starts`, which only occur at the beginning of a prompt, from the beginning of a text. */
export function withoutStart(text: string, starts: readonly string[]): string {
  let rest = text;
  for (;;) {
    const start = starts.find((one) => one !== '' && rest.trimStart().startsWith(one));
    if (start === undefined) return rest;
    rest = rest.trimStart().slice(start.length);
  }
}

/** The white space that always follows an opener that also ends the message before it. */
export function padAfter(transitions: readonly Transition[], opener: string): string {
  const pads = transitions.map(({ text }) => /^\s*/.exec(text.slice(text.indexOf(opener) + opener.length))?.[0] ?? '');
  return commonPrefix(pads);
}

/** Removes the openers that end with a shorter opener. */
export const shortest = (all: readonly Opening[]): readonly Opening[] =>
  all.filter(
    (one) =>
      !all.some((other) => other !== one && other.text.length < one.text.length && one.text.endsWith(other.text)),
  );

/** Returns the text after the last opener of the model's messages; undefined if the text has no such opener. */
export function afterOpener(text: string, openings: readonly Opening[]): string | undefined {
  let rest: string | undefined;
  for (const { role, text: opener } of openings) {
    const at = role === 'assistant' ? text.lastIndexOf(opener) : -1;
    const after = at < 0 ? undefined : text.slice(at + opener.length).trim();
    if (after !== undefined && (rest === undefined || after.length < rest.length)) rest = after;
  }
  return rest;
}
