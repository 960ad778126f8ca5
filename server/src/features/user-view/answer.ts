/** The answer to `ocml/userView`: each message is rendered once for as long as its block lives. */
import { type Meaning, meaning, message, type Reading } from '../../model/message.ts';
import { isPreamble, isSilent, isVisible } from '../../model/visibility.ts';
import { type Rendered, renderHidden, renderMessage } from '../../render/message.ts';
import { renderSequence } from '../../render/sequence.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { attributeValue } from '../../syntax/message-header.ts';
import type { Place } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { isPosition, rangeOf, readingOf } from '../cursor.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';
import { type ShownKind, select, windowAround } from './window.ts';

const defaultLimit = 500;

export function answer(
  transcript: Transcript,
  { debug, preambles, around, limit = defaultLimit }: UserViewParams,
): UserView {
  const reading = readingOf(transcript);
  const { indexes, hidden } = select(transcript, shownKinds(debug === true, preambles !== false), reading);
  const place = isPosition(around) ? transcript.blocks.placeAt(transcript.offsetAt(around)) : undefined;
  const most = Math.max(1, Math.min(limit, defaultLimit));
  const { from, to } = windowAround(transcript, indexes, place?.index ?? 0, most);
  return {
    version: transcript.version,
    dialect: transcript.dialect,
    messages: indexes.slice(from, to).map((index) => viewMessage(transcript, index, reading, debug === true)),
    total: indexes.length,
    before: from,
    after: indexes.length - to,
    hidden,
  };
}

function shownKinds(debug: boolean, preambles: boolean): ShownKind[] {
  return ['visible', ...(debug || preambles ? ['preamble' as const] : []), ...(debug ? ['hidden' as const] : [])];
}

function viewMessage(transcript: Transcript, blockIndex: number, reading: Reading, debug: boolean): ViewMessage {
  const { blocks } = transcript;
  const block = blocks.at(blockIndex) as Block;
  const place = blocks.placeOf(block) as Place;
  if (block.kind === 'prelude') {
    const range = rangeOf({ transcript, place }, { start: 0, end: block.text.length });
    return { index: 0, name: 'Sequence', ...renderedSequence(block, reading), range, hidden: false, complete: true };
  }
  const meant = meaning(block, reading);
  return {
    index: blockIndex - firstMessage(transcript),
    role: meant.role,
    channel: meant.channel,
    effectiveChannel: meant.effectiveChannel,
    intent: isPreamble(meant, reading) ? 'preamble' : meant.intent,
    name: meant.name ?? authorName(meant),
    to: attributeValue(meant.header, 'to'),
    callId: meant.callId,
    ...rendered(block, reading, debug),
    range: rangeOf({ transcript, place }, { start: 0, end: block.end }),
    hidden: !isVisible(meant, block, reading) || isSilent(message(block, reading), reading),
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

const views = { public: new WeakMap<Block, Rendered>(), debug: new WeakMap<Block, Rendered>() };

function rendered(block: Block, reading: Reading, debug: boolean): Rendered {
  const cache = debug ? views.debug : views.public;
  let found = cache.get(block);
  if (found === undefined) {
    const read = message(block, reading);
    found =
      isVisible(read, block, reading) && !isSilent(read, reading)
        ? renderMessage(read, reading, debug)
        : renderHidden(read, reading);
    cache.set(block, found);
  }
  return found;
}

const sequences = new WeakMap<Block, Rendered>();

function renderedSequence(block: Block, reading: Reading): Rendered {
  let found = sequences.get(block);
  if (found === undefined) {
    found = renderSequence(block, reading);
    sequences.set(block, found);
  }
  return found;
}
