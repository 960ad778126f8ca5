/** Answers `ocml/userView`. Each message is rendered once and cached while its block exists. */

import type { Filter } from '../../../../protocol/views.ts';
import type { Checker } from '../../checker/checker.ts';
import { type HeaderInfo, message } from '../../model/message.ts';
import type { Marks } from '../../model/sequence.ts';
import { fileNumbers } from '../../model/sequence.ts';
import { type Entry, entriesOf } from '../../model/visibility/entries.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import { type Rendered, textShown } from '../../render/message.ts';
import { type RenderedSequence, renderSequence } from '../../render/sequence.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { openerOf } from '../../syntax/families/family.ts';
import { lastAtMost } from '../../syntax/last-at-most.ts';
import { attributeValue } from '../../syntax/message-header.ts';
import type { Leaf, Node, Place } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { isPosition, rangeOf } from '../support/cursor.ts';
import type { CheckerOf } from '../support/feature.ts';
import type { ShownLayers, UserView, UserViewParams, ViewMessage, WholeView, Words } from '../user-view.ts';
import { callsBefore, entryFacts, spokenFrom } from './entries.ts';
import { factsOf, filterOf, passes } from './facets.ts';
import { allHiddenFaults, firstErrorIn, hiddenFaults, withFaults } from './faults.ts';
import { withPairs } from './pairs.ts';
import { rendered, renderedParts } from './rendered.ts';
import { choiceOf, type Numbered, type Selection } from './selection.ts';
import { type Showable, select, warmView } from './showable.ts';
import { sourceIn } from './source.ts';
import { windowAround } from './window.ts';

const graph = () => require('../graph/text-answers.ts') as typeof import('../graph/text-answers.ts');

/**
 * The view that a request asks for. `checkerOf`: returns the checker. It provides the problems and the call graph, which is needed for
 * hidden layers.
 */
export function answer(transcript: Transcript, params: UserViewParams, checkerOf?: CheckerOf): UserView {
  const { around, rank, limit } = params;
  const { blocks } = transcript;
  const selection = select(transcript, choiceOf(params));
  const place = isPosition(around) ? blocks.placeAt(transcript.offsetAt(around)) : undefined;
  const lengthOf = (at: number) => selection.at(at)?.what.block.text.length ?? 0;
  const middle = Number.isSafeInteger(rank) ? (rank as number) : place ? rankOf(place, transcript, selection) : 0;
  const { from, to } = windowAround(selection.count, middle, limit, lengthOf);
  const messages = [...viewsOf(transcript, selection, from, to, params)];
  return {
    version: transcript.version,
    dialect: transcript.dialect,
    messages:
      params.debug && checkerOf
        ? withFaults(transcript, withTextPairs(transcript, messages, checkerOf()), checkerOf())
        : messages,
    // One message may be shown as several entries.
    total: selection.count - (to - from) + messages.length,
    before: from,
    after: selection.count - to,
    hidden: selection.hidden,
    doubt: selection.doubt,
    faulty: checkerOf ? hiddenFaults(transcript, checkerOf()) : 0,
    ...(checkerOf && firstErrorIn(transcript, checkerOf())),
    left: selection.left,
    facets: selection.facets(),
    ...sourceIn(transcript, params, messages),
  };
}

/** Adds to each call and reply the outcome of the call and the position of its counterpart. */
export function withTextPairs(transcript: Transcript, views: readonly ViewMessage[], checker: Checker): ViewMessage[] {
  // The entries of each block are cached, since all replies may be in the same message.
  const entriesByBlock = new Map<Block, { readonly entries: readonly Entry[]; readonly starts: readonly number[] }>();
  const entriesIn = (block: Block) => {
    let blockEntries = entriesByBlock.get(block);
    if (blockEntries === undefined) {
      const entries = entriesOf(message(block));
      entriesByBlock.set(block, (blockEntries = { entries, starts: entries.map(({ start }) => start) }));
    }
    return blockEntries;
  };
  return withPairs(views, {
    source: graph().textSource(transcript, checker),
    offsetAt: (position) => transcript.offsetAt(position),
    contentOf(block, { at }) {
      const { entries, starts } = entriesIn(block);
      const entry = entries[lastAtMost(starts, at.start)];
      return entry && entry.start <= at.start && at.start < entry.end ? entry.text : message(block).content.text;
    },
  });
}

/** The view of a whole transcript, rendered one message at a time. */
export function wholeView(transcript: Transcript, params: ShownLayers, checker?: Checker): WholeView {
  const selection = select(transcript, choiceOf(params));
  const { hidden, doubt, left } = selection;
  let faulty = 0;
  function* messages(): Generator<ViewMessage | undefined> {
    yield* viewsOf(transcript, selection, 0, selection.count, params);
    if (checker) faulty = yield* allHiddenFaults(checker);
  }
  return {
    messages: messages(),
    hidden,
    doubt,
    left,
    unread: [],
    get faulty() {
      return faulty;
    },
  };
}

/** The shown messages with ranks from `from` up to `to`. */
function* viewsOf(
  transcript: Transcript,
  selection: Selection<Showable>,
  from: number,
  to: number,
  params: ShownLayers,
): Generator<ViewMessage> {
  const debug = params.debug === true;
  const only = filterOf(params.only);
  let numbers: ReadonlyMap<Block, number> | undefined;
  for (let rank = from; rank < to; rank++) {
    const { what, index } = selection.at(rank) as Numbered<Showable>;
    if (what.outside) {
      numbers ??= fileNumbers(transcript.blocks, transcript.choice);
      yield viewSequence(transcript, what.block, index, numbers.get(what.block) ?? 1, debug);
    } else yield* partsThatPass(viewMessage(transcript, what.block, index, debug), only);
  }
}

/** The searchable words of each shown message, and its position. */
export function* wordsShown(transcript: Transcript, params: ShownLayers): Generator<Words | undefined> {
  const selection = select(transcript, choiceOf(params));
  const { blocks } = transcript;
  for (let rank = 0; rank < selection.count; rank++) {
    const { block, outside } = (selection.at(rank) as Numbered<Showable>).what;
    const place = blocks.placeOf(block) as Place;
    const at = () => transcript.positionIn(place, outside ? block.end : 0);
    if (outside) {
      yield { text: block.text.slice(block.end), at };
      continue;
    }
    const blockMessage = message(block);
    const verdict = verdictOf(block, blocks.beside(place.index));
    const facts = [
      blockMessage.name,
      blockMessage.role,
      params.debug && blockMessage.tool,
      params.debug && blockMessage.callId,
    ];
    yield { text: [...facts, textShown(blockMessage, verdict, params.debug === true)].filter(Boolean).join('\n'), at };
  }
}

/** The parts of a message that pass a filter. */
function partsThatPass(parts: readonly ViewMessage[], only: Filter | undefined): readonly ViewMessage[] {
  return only === undefined || parts.length < 2 ? parts : parts.filter((part) => passes(factsOf(part), only));
}

/** Prepares the view for end users until a deadline (`performance.now()`). Returns whether it is complete. */
export function prepareAnswer(transcript: Transcript, deadline: number): boolean {
  return warmView(transcript, choiceOf({}), deadline);
}

/** The number of shown messages before a block. */
function rankOf({ block }: Place, { blocks }: Transcript, selection: Selection<Showable>): number {
  const leaf = block.leaf as Leaf;
  const within = leaf.blocks.indexOf(block);
  const path: number[] = [];
  for (let node: Node = leaf; node.parent && node !== blocks.root; node = node.parent) path.unshift(node.order);
  return selection.before(path, (what) => leaf.blocks.indexOf(what.block) < within);
}

/** Renders the parts after a block that are outside messages: files, numbered from `number` on, and fill-in-the-middle tasks. */
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
  return { index, name: 'Sequence', ...rendered, range, complete: true };
}

/** A message as the view shows it. With `debug`, its thoughts, calls and replies become separate entries, in order. */
function viewMessage(transcript: Transcript, block: Block, index: number, debug: boolean): ViewMessage[] {
  const place = transcript.blocks.placeOf(block) as Place;
  const blockMessage = message(block);
  const verdict = verdictOf(block, transcript.blocks.beside(place.index));
  const { shown } = verdict;
  const rangeAt = (span: Span) => rangeOf({ transcript, place }, span);
  const view = (content: Rendered): ViewMessage => ({
    index,
    role: blockMessage.role,
    channel: blockMessage.channel,
    effectiveChannel: blockMessage.effectiveChannel,
    intent: shown === 'preamble' ? shown : blockMessage.intent,
    name: blockMessage.name ?? authorName(blockMessage),
    to: attributeValue(blockMessage.header, 'to'),
    callId: blockMessage.callId,
    ...content,
    range: rangeAt({ start: 0, end: block.end }),
    hidden: shown === 'hidden',
    complete: !has(block, Trait.Open) || mayBeWhole(block),
  });
  if (!debug) return [view(rendered(block, verdict, false, () => blockMessage))];
  const { rest, entries } = renderedParts(block, verdict, blockMessage);
  const called = entries.some(({ kind, name }) => kind === 'reply' && name === undefined)
    ? callsBefore(transcript.blocks, place.index)
    : [];
  let replies = 0;
  const views = entries.map((entry): ViewMessage => {
    const facts = entryFacts(entry, entry.kind === 'reply' ? (blockMessage.name ?? called[replies++]) : undefined);
    const { text, html, start, end, complete } = entry;
    return { index, ...facts, text, html, range: rangeAt({ start, end }), hidden: true, complete };
  });
  if (rest === undefined) return views;
  // The message without its entries is placed after the entries that precede its first text.
  const before = entries.filter(({ start }) => start < spokenFrom(blockMessage.body, entries)).length;
  return [...views.slice(0, before), view(rest), ...views.slice(before)];
}

/** The name in a role such as `user:alice`, as Harmony's renderer writes it (HARM-11). */
function authorName({ header }: HeaderInfo): string | undefined {
  return /^\w+:(.+)$/.exec(header.role?.text ?? '')?.[1];
}

const sequences = new WeakMap<Block, { readonly key: string; readonly rendered: RenderedSequence }>();

function renderedSequence(
  block: Block,
  marks: Marks,
  isLast: boolean,
  number: number,
  debug: boolean,
): RenderedSequence {
  const key = `${isLast} ${number} ${debug}`;
  let cachedSequence = sequences.get(block);
  if (cachedSequence?.key !== key) {
    cachedSequence = { key, rendered: renderSequence(block, marks, isLast, number, debug) };
    sequences.set(block, cachedSequence);
  }
  return cachedSequence.rendered;
}

/** Whether an unclosed message may be complete, because its kind needs no terminator and it has text. */
const mayBeWhole = (block: Block): boolean =>
  block.family.learned !== undefined &&
  openerOf(block).endsWithNext === true &&
  /\S/.test(block.text.slice(block.bodyStart, block.bodyEnd));
