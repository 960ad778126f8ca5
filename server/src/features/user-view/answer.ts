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
import type { Transcript } from '../../syntax/transcript.ts';
import { isPosition, rangeOf } from '../support/cursor.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';
import { rendered } from './rendered.ts';
import { behind, firstAtLeast, select, shownKinds, windowAround } from './window.ts';

export function answer(transcript: Transcript, params: UserViewParams): UserView {
  const { debug, around, limit } = params;
  const { indexes, hidden, doubt } = select(transcript, shownKinds(params));
  const place = isPosition(around) ? transcript.blocks.placeAt(transcript.offsetAt(around)) : undefined;
  let numbers: ReadonlyMap<Block, number> | undefined;
  const lengthOf = (rank: number) => transcript.blocks.at(Math.floor(indexes[rank] as number))?.text.length ?? 0;
  const { from, to } = windowAround(indexes.length, firstAtLeast(indexes, place?.index ?? 0), limit, lengthOf);
  return {
    version: transcript.version,
    dialect: transcript.dialect,
    messages: indexes.slice(from, to).map((index) => {
      const block = transcript.blocks.at(Math.floor(index)) as Block;
      if (block.kind !== 'prelude' && index % 1 !== behind)
        return viewMessage(transcript, block, index, debug === true);
      numbers ??= fileNumbers(transcript.blocks, transcript.choice);
      return viewSequence(transcript, block, numbers.get(block) ?? 1, debug === true);
    }),
    total: indexes.length,
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

function viewMessage(transcript: Transcript, block: Block, blockIndex: number, debug: boolean): ViewMessage {
  const place = transcript.blocks.placeOf(block) as Place;
  const said = message(block);
  const verdict = verdictOf(block, transcript.blocks.at(blockIndex - 1));
  const { shown } = verdict;
  return {
    index: blockIndex - firstMessage(transcript),
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
