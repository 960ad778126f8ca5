/** Compares the visible text in two states of a document, to find text that is visible in one of them but hidden in the other. */
import type { Block } from '../../syntax/block.ts';
import { textOf } from '../fill-in-the-middle.ts';
import { headerInfo } from '../message.ts';
import type { Marks } from '../sequence.ts';
import { hasOutside, outside } from './outside.ts';
import { type Neighbours, type Verdict, verdictOf } from './verdict.ts';

/** Text that users see, with the role of its message. Text outside messages has no role. */
export interface VisibleText {
  readonly role: string | undefined;
  readonly text: string;
}

/** Returns the visible text of a block: that of its message, and that of the files and fill-in-the-middle tasks outside the message. */
export function seenOf(block: Block, beside: Neighbours, isLast: boolean, marks: Marks): VisibleText[] {
  const texts: VisibleText[] = [];
  if (block.kind === 'message') {
    const text = textSeen(verdictOf(block, beside));
    if (text !== '') texts.push({ role: headerInfo(block).role, text });
  }
  if (hasOutside(block)) {
    const parts = outside(block, marks, isLast).parts.filter(({ hidden }) => !hidden);
    texts.push({ role: undefined, text: parts.map(({ pieces }) => textOf(pieces)).join('\n') });
  }
  return texts;
}

/** Returns the visible text of a message, including preambles; empty if all of it is hidden. */
export function textSeen({ shown, parts }: Verdict): string {
  if (shown === 'none' || shown === 'hidden') return '';
  let text = '';
  for (const part of parts) if (!part.hidden) text += part.text;
  return text;
}

/** Text that users see now but did not see before. */
export interface NewlySeen extends VisibleText {
  /** Whether no other text was visible before, so that this text cannot be a part of an earlier one. */
  readonly whole: boolean;
}

/**
 * Returns the text in `after` that is not in `before`. If there are messages whose text no earlier message had, only these are
 * returned.
 */
export function newlySeen(before: readonly VisibleText[], after: readonly VisibleText[]): readonly NewlySeen[] {
  const [old, now] = withoutSame(before, after);
  if (now.length === 0 || covers(old, now)) return [];
  const fresh = without(now, old);
  // If each text was visible before, one of them is now visible more often.
  return (fresh.length > 0 ? fresh : now).map(({ role, text }) => ({ role, text, whole: old.length === 0 }));
}

/** Removes messages whose text is also in `others`. For each message in `others`, only one message is removed. */
function without(all: readonly VisibleText[], others: readonly VisibleText[]): readonly VisibleText[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return all.filter(({ text }) => {
    const remaining = counts.get(text) ?? 0;
    counts.set(text, remaining - 1);
    return remaining <= 0;
  });
}

/** Returns both lists without the messages that they have in common at the beginning and the end. */
function withoutSame(
  before: readonly VisibleText[],
  after: readonly VisibleText[],
): [readonly VisibleText[], readonly VisibleText[]] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head]?.text === after[head]?.text) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail)?.text === after.at(-1 - tail)?.text) tail++;
  return [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
}

/**
 * Whether the later text shows nothing new. This is so if all of its words are in the earlier text, in the same order. It is also so if it
 * has the same letters, or is the earlier text with a single range removed. Punctuation and white space are ignored.
 */
function covers(before: readonly VisibleText[], after: readonly VisibleText[]): boolean {
  const [old, now] = parted(textOfAll(before), textOfAll(after)).map(wordsOf) as [string[], string[]];
  let next = 0;
  for (const word of now) {
    while (next < old.length && old[next] !== word) next++;
    if (next++ === old.length) {
      const [before, after] = [old.join(''), now.join('')];
      return sameLetters(before, after) || isCut(before, after);
    }
  }
  return true;
}

const textOfAll = (all: readonly VisibleText[]) => all.map(({ text }) => text).join('\n');

/**
 * Returns both texts without the lines and words that they have in common at the beginning and the end. In a long message, these are most
 * of the text.
 */
function parted(before: string, after: string): [string, string] {
  let [head, tail] = sameEnds(before, after);
  while (head > 0 && !isSpace(before, head - 1)) head--;
  while (tail > 0 && !isSpace(before, before.length - tail)) tail--;
  return [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
}

const isSpace = (text: string, at: number) => text[at] === ' ' || text[at] === '\n';

/** Matches a word or an emoji. In scripts without spaces, a word is the text between two punctuation marks. */
const word = /[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}/gu;

const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? [];

/** Whether `after` is the result of removing a single range from `before`. The range may begin and end within words. */
function isCut(before: string, after: string): boolean {
  const [head, tail] = sameEnds(before, after);
  return head + tail === after.length;
}

/** Returns the number of characters that two texts have in common at the beginning and at the end. The two ranges do not overlap. */
function sameEnds(before: string, after: string): [head: number, tail: number] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  const [last, lastAfter] = [before.length - 1, after.length - 1];
  let tail = 0;
  while (tail < most - head && before.charCodeAt(last - tail) === after.charCodeAt(lastAfter - tail)) tail++;
  return [head, tail];
}

/** Whether two texts have the same letters in any order, so that words may be split, joined and moved. */
function sameLetters(before: string, after: string): boolean {
  if (before.length !== after.length) return false;
  const counts = new Map<string, number>();
  for (const letter of before) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of after) {
    const remaining = counts.get(letter) ?? 0;
    if (remaining === 0) return false;
    counts.set(letter, remaining - 1);
  }
  return true;
}
