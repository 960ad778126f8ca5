/** Snapshots of messages, with which two states of a document can be compared. */
import { message } from '../../model/message.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';
import { textEnd } from '../support/text-end.ts';

/** A message that has content. */
export interface MessageSnapshot {
  /** The span of its block (UTF-16 offsets in the document). */
  readonly place: Span;
  readonly text: string;
  /** The names of the tokens in the body that do not count as text. Escaped tokens are not among them. */
  readonly tokens: readonly string[];
  /** The role, the channel, and whether the message is a call or a reply. */
  readonly speaker: string;
}

/** The messages in consecutive blocks. `start`: the start of the first block. */
export function saidIn(blocks: Iterable<Block>, start = 0): MessageSnapshot[] {
  const messageSnapshots: MessageSnapshot[] = [];
  let end = start;
  for (const block of blocks) {
    const span = { start: end, end: end + block.text.length };
    end = span.end;
    if (block.kind !== 'message') continue;
    const current = message(block);
    // White space after the content of an unclosed message may be outside any message.
    const { text: content } = current.content;
    const text = block.terminator === undefined ? content.slice(0, textEnd(content)) : content;
    if (text.trim() === '') continue;
    const speaker = `${current.kind === 'reply' ? '' : current.role} ${current.effectiveChannel} ${current.kind}`;
    messageSnapshots.push({ place: span, text, tokens: tokensIn(current.body), speaker });
  }
  return messageSnapshots;
}

function tokensIn(body: Block): readonly string[] {
  if (!has(body, Trait.OddBody)) return [];
  return segments(body).flatMap(({ kind, token }) => (kind === 'token' && token ? [token.name] : []));
}

/** Whether the bodies are unchanged: each has the same text, and no text has become a token. A token may have become text. */
export function sameBodies(before: readonly MessageSnapshot[], after: readonly MessageSnapshot[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ text, tokens }, i) => text === after[i]?.text && isPart(after[i].tokens, tokens))
  );
}

/** Whether the bodies of all messages that are not targets of a change still exist, in the same order and with no new tokens. */
export function othersStay(
  before: readonly MessageSnapshot[],
  after: readonly MessageSnapshot[],
  isMeant: (span: Span) => boolean,
): boolean {
  let next = 0;
  return before
    .filter(({ place }) => !isMeant(place))
    .every(({ text, tokens }) => {
      while (next < after.length && !(after[next]?.text === text && isPart(after[next]?.tokens ?? [], tokens))) next++;
      return next++ < after.length;
    });
}

/** Whether the speakers are the same, in the same order. */
export function sameSpeakers(before: readonly MessageSnapshot[], after: readonly MessageSnapshot[]): boolean {
  return before.length === after.length && before.every(({ speaker }, i) => speaker === after[i]?.speaker);
}

/** Whether all elements of `some` occur in `all`, in the same order. */
function isPart(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === some[next]) next++;
  return next === some.length;
}
