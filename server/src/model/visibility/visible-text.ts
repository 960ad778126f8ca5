/** The text that users see of messages, to compare two states of a document: what does one show that the other hid? */
import type { Block } from '../../syntax/block.ts';
import { textOf } from '../fill-in-the-middle.ts';
import { headerInfo } from '../message.ts';
import type { Marks } from '../sequence.ts';
import { hasOutside, outside } from './outside.ts';
import { type Neighbours, type Verdict, verdictOf } from './verdict.ts';

/** Text that users see, and whose message it is; text of files belongs to no message. */
export interface VisibleText {
  readonly role: string | undefined;
  readonly text: string;
}

/** The text that users see of a block: its message, and files after it. */
export function seenOf(block: Block, beside: Neighbours, isLast: boolean, marks: Marks): VisibleText[] {
  const seen: VisibleText[] = [];
  if (block.kind === 'message') {
    const text = textSeen(verdictOf(block, beside));
    if (text !== '') seen.push({ role: headerInfo(block).role, text });
  }
  if (hasOutside(block)) {
    const parts = outside(block, marks, isLast).parts.filter(({ hidden }) => !hidden);
    seen.push({ role: undefined, text: parts.map(({ pieces }) => textOf(pieces)).join('\n') });
  }
  return seen;
}

/** The text of a message that users see, including preambles; empty if they see none of it. */
export function textSeen({ shown, parts }: Verdict): string {
  if (shown === 'none' || shown === 'hidden') return '';
  let text = '';
  for (const part of parts) if (!part.hidden) text += part.text;
  return text;
}

/** Text that users did not see before. */
export interface NewlySeen extends VisibleText {
  /** Users saw none of it before, so it cannot be part of what they saw. */
  readonly whole: boolean;
}

/** The part of `after` that is not in `before`: the messages with text that users did not see in any of these. */
export function newlySeen(before: readonly VisibleText[], after: readonly VisibleText[]): readonly NewlySeen[] {
  const [old, now] = withoutSame(before, after);
  if (now.length === 0 || covers(old, now)) return [];
  const fresh = without(now, old);
  // Each was seen, but not as often.
  return (fresh.length > 0 ? fresh : now).map(({ role, text }) => ({ role, text, whole: old.length === 0 }));
}

/** Removes messages whose text is contained in others, one for each of those. */
function without(all: readonly VisibleText[], others: readonly VisibleText[]): readonly VisibleText[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return all.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

/** Both without the messages at the beginning and the end that are in both. */
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
 * Whether texts show nothing that others do not: their words are among those of the others, in this order; or all
 * letters are those of the others, or what is left of them without one stretch. Punctuation and white space are not words.
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

/** Two texts without the lines and words that both begin and end with: most of a long message is as it was. */
function parted(before: string, after: string): [string, string] {
  let [head, tail] = sameEnds(before, after);
  while (head > 0 && !isSpace(before, head - 1)) head--;
  while (tail > 0 && !isSpace(before, before.length - tail)) tail--;
  return [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
}

const isSpace = (text: string, at: number) => text[at] === ' ' || text[at] === '\n';

/** A word; in scripts without spaces, the text between two punctuation marks. Pictures count as well. */
const word = /[\p{L}\p{M}\p{N}_]+|\p{Extended_Pictographic}/gu;

const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? [];

/** Whether a text is another without one stretch, which may begin and end within words. */
function isCut(before: string, after: string): boolean {
  const [head, tail] = sameEnds(before, after);
  return head + tail === after.length;
}

/** How many characters two texts begin and end with alike; none of them counts twice. */
function sameEnds(before: string, after: string): [head: number, tail: number] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  const [last, lastAfter] = [before.length - 1, after.length - 1];
  let tail = 0;
  while (tail < most - head && before.charCodeAt(last - tail) === after.charCodeAt(lastAfter - tail)) tail++;
  return [head, tail];
}

/** Whether the letters are the same: words can be parted, joined and sorted. */
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
