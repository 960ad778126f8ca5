/** The answer to `ocml/userView`: each message is rendered once for as long as its block lives. */
import { type Meaning, message } from '../../model/message.ts';
import type { Marks } from '../../model/sequence.ts';
import { fileNumbers } from '../../model/sequence.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import type { Rendered } from '../../render/message.ts';
import { renderSequence } from '../../render/sequence.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { attributeValue } from '../../syntax/message-header.ts';
import type { Place } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { isPosition, rangeOf } from '../support/cursor.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';
import { callsBefore, entryFacts } from './entries.ts';
import { divided, rendered } from './rendered.ts';
import { behind, firstAtLeast, select, shownKinds, windowAround } from './window.ts';

export function answer(transcript: Transcript, params: UserViewParams): UserView {
  const { debug, around, limit } = params;
  const { indexes, hidden, doubt } = select(transcript, shownKinds(params));
  const place = isPosition(around) ? transcript.blocks.placeAt(transcript.offsetAt(around)) : undefined;
  let numbers: ReadonlyMap<Block, number> | undefined;
  const lengthOf = (rank: number) => transcript.blocks.at(Math.floor(indexes[rank] as number))?.text.length ?? 0;
  const { from, to } = windowAround(indexes.length, firstAtLeast(indexes, place?.index ?? 0), limit, lengthOf);
  const messages = indexes.slice(from, to).flatMap((index) => {
    const block = transcript.blocks.at(Math.floor(index)) as Block;
    if (block.kind !== 'prelude' && index % 1 !== behind) return viewMessage(transcript, block, index, debug === true);
    numbers ??= fileNumbers(transcript.blocks, transcript.choice);
    return viewSequence(transcript, block, numbers.get(block) ?? 1, debug === true);
  });
  return {
    version: transcript.version,
    dialect: transcript.dialect,
    messages,
    // One message may be several entries.
    total: indexes.length - (to - from) + messages.length,
    before: from,
    after: indexes.length - to,
    hidden,
    doubt,
  };
}

/** What stands outside of a message: files, of which the first has this number, and tasks of fill-in-the-middle. */
function viewSequence(transcript: Transcript, block: Block, number: number, debug: boolean): ViewMessage {
  const { blocks } = transcript;
  const place = blocks.placeOf(block) as Place;
  const range = rangeOf({ transcript, place }, { start: block.end, end: block.text.length });
  const index = block.kind === 'prelude' ? 0 : place.index - firstMessage(transcript);
  const isLast = blocks.at(blocks.length - 1) === block;
  const rendered = renderedSequence(block, transcript.choice, isLast, number, debug);
  return { index, name: 'Sequence', ...rendered, range, hidden: false, complete: true };
}

/** A message; with `debug`, also its thoughts, calls and replies as entries of their own, in their order. */
function viewMessage(transcript: Transcript, block: Block, blockIndex: number, debug: boolean): ViewMessage[] {
  const place = transcript.blocks.placeOf(block) as Place;
  const said = message(block);
  const verdict = verdictOf(block, transcript.blocks.beside(blockIndex));
  const { shown } = verdict;
  const index = blockIndex - firstMessage(transcript);
  const rangeAt = (span: Span) => rangeOf({ transcript, place }, span);
  const view = (content: Rendered): ViewMessage => ({
    index,
    role: said.role,
    channel: said.channel,
    effectiveChannel: said.effectiveChannel,
    intent: shown === 'preamble' ? shown : said.intent,
    name: said.name ?? authorName(said),
    to: attributeValue(said.header, 'to'),
    callId: said.callId,
    ...content,
    range: rangeAt({ start: 0, end: block.end }),
    hidden: shown === 'hidden',
    complete: !has(block, Trait.Open),
  });
  if (!debug) return [view(rendered(block, verdict, false, () => said))];
  const { rest, entries } = divided(block, verdict, said);
  const called = entries.some(({ kind, name }) => kind === 'reply' && name === undefined)
    ? callsBefore(transcript.blocks, blockIndex)
    : [];
  let replies = 0;
  const views = entries.map((entry): ViewMessage => {
    const facts = entryFacts(entry, entry.kind === 'reply' ? (said.name ?? called[replies++]) : undefined);
    const { text, html, start, end, complete } = entry;
    return { index, ...facts, text, html, range: rangeAt({ start, end }), hidden: true, complete };
  });
  if (rest === undefined) return views;
  // What is spoken stands where it begins, after the thoughts before it.
  const before = entries.filter(({ start }) => start < spokenFrom(said.body, entries)).length;
  return [...views.slice(0, before), view(rest), ...views.slice(before)];
}

/** Where a body first has text that is in no entry. */
function spokenFrom({ text, bodyStart, bodyEnd }: Block, entries: readonly Span[]): number {
  let at = bodyStart;
  for (const { start, end } of [...entries, { start: bodyEnd, end: bodyEnd }]) {
    if (/\S/.test(text.slice(at, start))) return at;
    at = end;
  }
  return at;
}

/** The index of the first message block: a document header and a prelude may come before it. */
function firstMessage({ blocks }: Transcript): number {
  let index = 0;
  while (index < blocks.length && blocks.at(index)?.kind !== 'message') index++;
  return index;
}

/** Harmony's renderer writes a speaker's name as `user:alice` (HARM-11). */
function authorName({ header }: Meaning): string | undefined {
  return /^\w+:(.+)$/.exec(header.role?.text ?? '')?.[1];
}

const sequences = new WeakMap<Block, { readonly key: string; readonly rendered: Rendered }>();

function renderedSequence(block: Block, marks: Marks, isLast: boolean, number: number, debug: boolean): Rendered {
  const key = `${isLast} ${number} ${debug}`;
  let found = sequences.get(block);
  if (found?.key !== key) {
    found = { key, rendered: renderSequence(block, marks, isLast, number, debug) };
    sequences.set(block, found);
  }
  return found.rendered;
}
