/** The content of messages, so that two states of a document can be compared. */
import { message } from '../../model/message.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';
import { textEnd } from '../support/text-end.ts';

/** A message with content, not only a header. */
export interface MessageSnapshot {
  /** The location of its block (UTF-16 offsets in the document). */
  readonly place: Span;
  readonly text: string;
  /** The tokens in the body that are not text, by name: the body may contain the same text escaped. */
  readonly tokens: readonly string[];
  /** The role and the channel, and whether it is a call or a reply. */
  readonly speaker: string;
}

/** The messages in consecutive blocks, the first at `start`. */
export function saidIn(blocks: Iterable<Block>, start = 0): MessageSnapshot[] {
  const messageSnapshots: MessageSnapshot[] = [];
  let end = start;
  for (const block of blocks) {
    const span = { start: end, end: end + block.text.length };
    end = span.end;
    if (block.kind !== 'message') continue;
    const said = message(block);
    // The text after the content of an unclosed message may belong to no message.
    const { text: content } = said.content;
    const text = block.terminator === undefined ? content.slice(0, textEnd(content)) : content;
    if (text.trim() === '') continue;
    const speaker = `${said.kind === 'reply' ? '' : said.role} ${said.effectiveChannel} ${said.kind}`;
    messageSnapshots.push({ place: span, text, tokens: tokensIn(said.body), speaker });
  }
  return messageSnapshots;
}

function tokensIn(body: Block): readonly string[] {
  if (!has(body, Trait.OddBody)) return [];
  return segments(body).flatMap(({ kind, token }) => (kind === 'token' && token ? [token.name] : []));
}

/** Whether bodies are unchanged: the text of each body is the same, and no text became a token. A token may become text. */
export function sameBodies(before: readonly MessageSnapshot[], after: readonly MessageSnapshot[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ text, tokens }, i) => text === after[i]?.text && isPart(after[i].tokens, tokens))
  );
}

/** Whether each body outside the target of a change still exists, with its tokens and in its order. */
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

/** Whether a list equals another one, possibly without some of its elements. */
function isPart(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === some[next]) next++;
  return next === some.length;
}
