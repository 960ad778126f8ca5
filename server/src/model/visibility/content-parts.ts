/** Splits the content of a message into parts that users see and parts that they do not see. */
import { has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { fillWriter, textOf } from '../fill-in-the-middle.ts';
import type { Message } from '../message.ts';
import type { Hidden } from './hidden.ts';

/** A part of the content of a message, which users either see or do not see. */
export interface ContentPart {
  readonly text: string;
  readonly hidden: boolean;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits the content of a message at the hidden ranges of its body. An incomplete token at the end of a document is not text, so
 * it is not included in any part.
 */
export function contentParts(message: Message, hidden: readonly Hidden[]): ContentPart[] {
  const { body, content } = message;
  const end = content.text.length - partialToken(message);
  const { files } = body.family.has;
  const write = files ? fillWriter(body.text, segments(body)) : undefined;
  const offset = (at: number) => contentOffset(message, at);
  const result: ContentPart[] = [];
  let at = 0;
  const add = (to: number, isHidden: boolean) => {
    const from = Math.min(at, end);
    const until = Math.min(Math.max(to, from), end);
    const text = write ? textOf(write(body.bodyStart + from, body.bodyStart + until)) : content.text.slice(from, until);
    if (text !== '') result.push({ text, hidden: isHidden, start: from, end: until });
    at = Math.max(at, to);
  };
  for (const span of hidden) {
    const to = offset(span.end);
    if (to <= at) continue;
    add(offset(span.start), false);
    add(to, true);
  }
  add(end, false);
  return result;
}

/** The length of an incomplete token, such as `<|ret`, at the end of a message that is cut off. */
function partialToken({ block, body, content }: Message): number {
  if (!has(block, Trait.Open) || segments(body).at(-1)?.kind !== 'text') return 0;
  const match = /<\|\w*\|?$/.exec(content.text.slice(-20));
  if (!match || !block.family.tokens.some(({ text }) => text.startsWith(match[0]))) return 0;
  // Whether the character before the token is the `<` of an incomplete escape.
  const escape = body.family.has.escapes && content.text.at(-match[0].length - 1) === '<';
  return match[0].length + (escape ? 1 : 0);
}

/** Converts an offset in the block to an offset in the content. This is the inverse of `Content.toBlock`, by binary search. */
export function contentOffset({ body, content }: Message, blockOffset: number): number {
  if (body.family.has.files) return blockOffset - body.bodyStart;
  let low = 0;
  let high = content.text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (content.toBlock(middle) < blockOffset) low = middle + 1;
    else high = middle;
  }
  return low;
}
