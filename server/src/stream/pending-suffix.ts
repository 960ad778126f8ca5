/**
 * Finds the part at the end of an unfinished body that must wait. It may turn out to be a token, a tag or part of a frame, and
 * white space may belong to the text after it.
 */
import { tagsWritten, tagTexts, tagWords } from '../model/visibility/tags.ts';
import type { Family } from '../syntax/families/family.ts';
import { nearTokens } from '../syntax/tokens/near-tokens.ts';
import { terminatorBefore } from '../syntax/tokens/tokens.ts';

const sign = '[^\\p{L}\\p{N}_-]';
const word = '[\\p{L}\\p{N}_-]';
/** Matches the beginning of a token or a tag at the end of the text, even if it is slightly misspelled (`near-tokens.ts`, `tags.ts`). */
const begun = new RegExp(`[<＜|｜]${sign}{0,4}(?:${word}{1,24}(?:${sign}${word}{0,24})?)?${sign}{0,5}$`, 'u');
/** Matches a token, or the beginning of one, at the end of the text. JSON that follows it is a call. */
const begunCall = /<\|\w{0,40}(?:\|(?:>\s*)?)?$/;
/** The maximum distance from the end of the text at which a token or a tag may begin. */
export const MAX_MARK_LENGTH = 72;
/** The maximum distance between a token that may begin a message and the role that decides whether it does. */
const MAX_ROLE_LENGTH = 64;
/** Matches characters that may belong to a call, before its JSON, if the call is only recognized by its JSON (`body-calls.ts`). */
const callOpens = /[\s{[(;`"]+$/;
const MAX_HELD_SPACE = 4096;
const halfToken = /<\|\w*\|?$/;
const lastWord = /[/\\]?([\p{L}\p{N}_-]{1,24})$/u;

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** The tags in brackets other than `<>`, in lower case. */
const otherTags = tagTexts.filter((text) => !text.startsWith('<')).map((text) => text.toLowerCase());

/**
 * Returns the offset from which the text up to `to` must wait (UTF-16 offsets). `from`: the offset up to which the text has
 * already been read.
 */
export function heldFrom(text: string, from: number, to: number, { has }: Family): number {
  if (has.wholeMessages) return from;
  let pendingStart = spaceBefore(text, from, to);
  // Half of a surrogate pair waits for the other half.
  if (pendingStart > from && (text.charCodeAt(pendingStart - 1) & 0xfc00) === 0xd800) pendingStart--;
  const ink = pendingStart;
  const start = Math.max(from, to - MAX_MARK_LENGTH - (to - ink));
  const tail = text.slice(start, to);
  const mark = tail.search(begun);
  if (mark >= 0) pendingStart = Math.min(pendingStart, start + mark);
  pendingStart = Math.min(pendingStart, roleAwaited(text, from, to, ink));
  if (has.functions) {
    const call = begunCall.exec(text.slice(Math.max(from, ink - MAX_MARK_LENGTH), to));
    if (call) pendingStart = Math.min(pendingStart, Math.max(from, ink - MAX_MARK_LENGTH) + call.index);
  }
  if (has.tags) {
    const [matchText = '', last = ''] = lastWord.exec(text.slice(Math.max(from, ink - 25), ink)) ?? [];
    // The bracket before a tag may be missing, so a word may begin a tag.
    if (last !== '' && tagWords.some((one) => one.startsWith(letters(last))))
      pendingStart = Math.min(pendingStart, ink - matchText.length);
    pendingStart = Math.min(pendingStart, otherTagBegun(text, from, ink));
  }
  pendingStart = bracketsBefore(text, from, pendingStart, has);
  // A terminator of another dialect ends the message if a token that begins a message follows.
  const foreign = terminatorBefore(text, pendingStart);
  if (foreign !== undefined) pendingStart = spaceBefore(text, from, pendingStart - foreign.text.length);
  pendingStart = wholeMarks(text, from, pendingStart, has);
  // Part of a token at the end of a text does not count as text (`contentParts`).
  for (let half = 0; half < 8 && has.bodyCalls; half++) {
    const [partial = ''] = halfToken.exec(text.slice(Math.max(from, pendingStart - 20), pendingStart)) ?? [];
    if (partial === '') break;
    pendingStart = wholeMarks(text, from, spaceBefore(text, from, pendingStart - partial.length), has);
  }
  return pendingStart;
}

/** The start of a tag in brackets other than `<>` that is incomplete at `to`; `to` if there is none. */
function otherTagBegun(text: string, from: number, to: number): number {
  const tail = text.slice(Math.max(from, to - 24), to).toLowerCase();
  let most = 0;
  for (const tag of otherTags)
    for (let length = Math.min(tag.length - 1, tail.length); length > most; length--)
      if (tail.endsWith(tag.slice(0, length))) most = length;
  return to - most;
}

/** The start of the white space that ends at `to`. Brackets with which a call may begin count as part of this white space. */
export function bracketsBefore(text: string, from: number, to: number, { bodyCalls }: Family['has']): number {
  const near = Math.max(from, to - MAX_MARK_LENGTH);
  const callIndex = bodyCalls ? text.slice(near, to).search(callOpens) : -1;
  return spaceBefore(text, from, callIndex < 0 ? to : near + callIndex);
}

/**
 * Moves an offset that is inside a token or a tag to the start of that token or tag. If `<` characters precede the offset, which may escape
 * a token, it is moved before them. Returns any other offset unchanged.
 */
export function wholeMarks(text: string, from: number, at: number, { tags }: Family['has']): number {
  let start = at;
  const [first, last] = [Math.max(from, at - MAX_MARK_LENGTH), Math.min(text.length, at + MAX_MARK_LENGTH)];
  for (const near of nearTokens(text, first, last)) if (near.start < at && at < near.end) start = near.start;
  for (const tag of tags ? tagsWritten(text, first, last) : []) {
    if (tag.start < start && start < tag.end) start = tag.start;
  }
  while (start > from && start > at - 100 && text[start - 1] === '<') start--;
  return Math.max(from, start);
}

/** The start of the white space that ends at `to`. */
function spaceBefore(text: string, from: number, to: number): number {
  const least = Math.max(from, to - MAX_HELD_SPACE);
  let at = to;
  while (at > least && /\s/.test(text[at - 1] as string)) at--;
  return at;
}

/**
 * The start of the first token after which there is too little text to decide whether a role follows; `to` if there is none. The role may
 * be on the same line, or on the next line that is not blank.
 */
function roleAwaited(text: string, from: number, to: number, ink: number): number {
  const start = Math.max(from, ink - MAX_MARK_LENGTH - MAX_ROLE_LENGTH);
  for (const { start: at, end } of nearTokens(text, start, to)) {
    if (to - end < MAX_ROLE_LENGTH && !/\S[^\r\n]*[\r\n]/.test(text.slice(end, to))) return at;
  }
  return to;
}
