/** The answer to `ocml/userView`: each message is rendered once for as long as its block lives. */
import { type Meaning, message } from '../../model/message.ts';
import type { Marks } from '../../model/sequence.ts';
import { fileNumbers } from '../../model/sequence.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import type { Rendered } from '../../render/message.ts';
import { renderSequence } from '../../render/sequence.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { attributeValue } from '../../syntax/message-header.ts';
import type { Leaf, Place } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { isPosition, rangeOf } from '../support/cursor.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';
import { callsBefore, entryFacts } from './entries.ts';
import { divided, rendered } from './rendered.ts';
import { type Numbered, type Selection, shownKinds } from './selection.ts';
import { prepare, type Showable, select } from './showable.ts';
import { windowAround } from './window.ts';

export function answer(transcript: Transcript, params: UserViewParams): UserView {
  const { debug, around, limit } = params;
  const { blocks } = transcript;
  const shown = select(transcript, shownKinds(params));
  const place = isPosition(around) ? blocks.placeAt(transcript.offsetAt(around)) : undefined;
  let numbers: ReadonlyMap<Block, number> | undefined;
  const lengthOf = (rank: number) => shown.at(rank)?.what.block.text.length ?? 0;
  const { from, to } = windowAround(shown.count, place ? rankOf(place, transcript, shown) : 0, limit, lengthOf);
  const messages: ViewMessage[] = [];
  for (let rank = from; rank < to; rank++) {
    const { what, index } = shown.at(rank) as Numbered<Showable>;
    if (what.outside) {
      numbers ??= fileNumbers(blocks, transcript.choice);
      messages.push(viewSequence(transcript, what.block, index, numbers.get(what.block) ?? 1, debug === true));
    } else for (const view of viewMessage(transcript, what.block, index, debug === true)) messages.push(view);
  }
  return {
    version: transcript.version,
    dialect: transcript.dialect,
    messages,
    // One message may be several entries.
    total: shown.count - (to - from) + messages.length,
    before: from,
    after: shown.count - to,
    hidden: shown.hidden,
    doubt: shown.doubt,
  };
}

/** Decides for a user's view to come, until a deadline (`performance.now()`). False: there is more to do. */
export function prepareAnswer(transcript: Transcript, deadline: number): boolean {
  return prepare(transcript, shownKinds({}), deadline);
}

/** How many are shown before a place. */
function rankOf({ block, index }: Place, { blocks }: Transcript, shown: Selection<Showable>): number {
  const leaf = block.leaf as Leaf;
  const first = index - leaf.blocks.indexOf(block);
  return shown.before(blocks.leaves().indexOf(leaf), (what) => first + leaf.blocks.indexOf(what.block) < index);
}

/** What stands outside of a message: files, of which the first has this number, and tasks of fill-in-the-middle. */
function viewSequence(
  transcript: Transcript,
  block: Block,
  index: number,
  number: number,
  debug: boolean,
): ViewMessage {
  const { blocks } = transcript;
  const place = blocks.placeOf(block) as Place;
  const range = rangeOf({ transcript, place }, { start: block.end, end: block.text.length });
  const isLast = blocks.at(blocks.length - 1) === block;
  const rendered = renderedSequence(block, transcript.choice, isLast, number, debug);
  return { index, name: 'Sequence', ...rendered, range, hidden: false, complete: true };
}

/** A message; with `debug`, also its thoughts, calls and replies as entries of their own, in their order. */
function viewMessage(transcript: Transcript, block: Block, index: number, debug: boolean): ViewMessage[] {
  const place = transcript.blocks.placeOf(block) as Place;
  const said = message(block);
  const verdict = verdictOf(block, transcript.blocks.beside(place.index));
  const { shown } = verdict;
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
    ? callsBefore(transcript.blocks, place.index)
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
