/** The visible text of messages, to compare two states of a document: does one show text that the other hid? */
import type { Block } from '../../syntax/block.ts';
import { textOf } from '../fill-in-the-middle.ts';
import { headerInfo } from '../message.ts';
import type { Marks } from '../sequence.ts';
import { hasOutside, outside } from './outside.ts';
import { type Neighbours, type Verdict, verdictOf } from './verdict.ts';

/** Text visible to users, with the role of its message; text of files has no role. */
export interface VisibleText {
  readonly role: string | undefined;
  readonly text: string;
}

/** The visible text of a block: its message, and files after it. */
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

/** The visible text of a message, including preambles; empty if all of it is hidden. */
export function textSeen({ shown, parts }: Verdict): string {
  if (shown === 'none' || shown === 'hidden') return '';
  let text = '';
  for (const part of parts) if (!part.hidden) text += part.text;
  return text;
}

/** Text that users did not see before. */
export interface NewlySeen extends VisibleText {
  /** No text was visible before, so the new text cannot be a part of earlier text. */
  readonly whole: boolean;
}

/** The part of `after` that is not in `before`: the messages with text that no earlier message had. */
export function newlySeen(before: readonly VisibleText[], after: readonly VisibleText[]): readonly NewlySeen[] {
  const [old, now] = withoutSame(before, after);
  if (now.length === 0 || covers(old, now)) return [];
  const fresh = without(now, old);
  // If no text is new, the same texts were visible before, but less often.
  return (fresh.length > 0 ? fresh : now).map(({ role, text }) => ({ role, text, whole: old.length === 0 }));
}

/** Removes messages whose text also occurs in `others`: for each occurrence there, one message. */
function without(all: readonly VisibleText[], others: readonly VisibleText[]): readonly VisibleText[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return all.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

/** Both lists without the messages that they share at the beginning and the end. */
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
 * Whether texts show nothing new: their words are all in the other texts, in this order; or their letters are the same, or the
 * same except for one removed stretch. Punctuation and white space are ignored.
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

/** Two texts without the lines and words that they share at both ends: most of a long message is unchanged. */
function parted(before: string, after: string): [string, string] {
  let [head, tail] = sameEnds(before, after);
  while (head > 0 && !isSpace(before, head - 1)) head--;
  while (tail > 0 && !isSpace(before, before.length - tail)) tail--;
  return [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
}

const isSpace = (text: string, at: number) => text[at] === ' ' || text[at] === '\n';

/** A word; in scripts without spaces, the text between two punctuation marks. Emoji count as well. */
const word = /[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}/gu;

const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? [];

/** Whether a text is another text from which a single stretch was removed; the stretch may begin and end within words. */
function isCut(before: string, after: string): boolean {
  const [head, tail] = sameEnds(before, after);
  return head + tail === after.length;
}

/** The number of characters that two texts share at the beginning and at the end, without overlap. */
function sameEnds(before: string, after: string): [head: number, tail: number] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  const [last, lastAfter] = [before.length - 1, after.length - 1];
  let tail = 0;
  while (tail < most - head && before.charCodeAt(last - tail) === after.charCodeAt(lastAfter - tail)) tail++;
  return [head, tail];
}

/** Whether two texts have the same letters: words may be split, joined and reordered. */
function sameLetters(before: string, after: string): boolean {
  if (before.length !== after.length) return false;
  const counts = new Map<string, number>();
  for (const letter of before) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of after) {
    const left = counts.get(letter) ?? 0;
    if (left === 0) return false;
    counts.set(letter, left - 1);
  }
  return true;
}
