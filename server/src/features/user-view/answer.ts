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
import type { Transcript } from '../../syntax/transcript.ts';
import { isPosition, rangeOf } from '../support/cursor.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';
import { type Entry, select } from './entries.ts';
import { rendered } from './rendered.ts';
import { type Numbered, type Selection, shownKinds } from './selection.ts';
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
    const { what, index } = shown.at(rank) as Numbered<Entry>;
    if (what.outside) numbers ??= fileNumbers(blocks, transcript.choice);
    messages.push(
      what.outside
        ? viewSequence(transcript, what.block, index, numbers?.get(what.block) ?? 1, debug === true)
        : viewMessage(transcript, what.block, index, debug === true),
    );
  }
  return {
    version: transcript.version,
    dialect: transcript.dialect,
    messages,
    total: shown.count,
    before: from,
    after: shown.count - to,
    hidden: shown.hidden,
    doubt: shown.doubt,
  };
}

/** How many entries are shown before a place. */
function rankOf({ block, index }: Place, { blocks }: Transcript, shown: Selection<Entry>): number {
  const leaf = block.leaf as Leaf;
  const first = index - leaf.blocks.indexOf(block);
  return shown.before(blocks.leaves().indexOf(leaf), (entry) => first + leaf.blocks.indexOf(entry.block) < index);
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

function viewMessage(transcript: Transcript, block: Block, index: number, debug: boolean): ViewMessage {
  const place = transcript.blocks.placeOf(block) as Place;
  const said = message(block);
  const verdict = verdictOf(block, transcript.blocks.at(place.index - 1));
  const { shown } = verdict;
  return {
    index,
    role: said.role,
    channel: said.channel,
    effectiveChannel: said.effectiveChannel,
    intent: shown === 'preamble' ? shown : said.intent,
    name: said.name ?? authorName(said),
    to: attributeValue(said.header, 'to'),
    callId: said.callId,
    ...rendered(block, verdict, debug, () => said),
    range: rangeOf({ transcript, place }, { start: 0, end: block.end }),
    hidden: shown === 'hidden',
    complete: !has(block, Trait.Open),
  };
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
