/**
 * Handles `ocml/modelView`, which returns the messages from which a model continues, as kept by `ocml convert --for-sampling`,
 * in the format of `ocml/userView`. Messages that end users do not see are included, so a client only requests this view if the
 * user has chosen to see them.
 */

import { type ConversationMessage, isAnswer, isReply, textOfPieces } from '../convert/conversation.ts';
import { formOf } from '../convert/forms.ts';
import { nextTurn, nextTurns } from '../convert/next-turn.ts';
import type { AnyDocument } from '../documents/document.ts';
import { jsonPart } from '../features/json.ts';
import { isPosition } from '../features/support/cursor.ts';
import type { CheckerOf } from '../features/support/feature.ts';
import { factsOf, filterOf, passes, Tally } from '../features/user-view/facets.ts';
import { withFaults } from '../features/user-view/faults.ts';
import { withTextPairs } from '../features/user-view/user-view-answers.ts';
import { windowAround } from '../features/user-view/window.ts';
import type { UserView, UserViewParams, ViewMessage } from '../features/user-view.ts';
import { answerChannel, type JsonDialectId, userRole } from '../grammar/index.ts';
import { verdictOf as verdictOnJson } from '../model/json/as-message.ts';
import { messagesOf } from '../model/json/message.ts';
import { type Verdict, verdictOf } from '../model/visibility/verdict.ts';
import { createImageBudget, type ImageBudget } from '../render/image.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { safeHtml } from '../render/safe-html.ts';
import { renderSource } from '../render/source-text.ts';
import { byKind } from '../syntax/any-document.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../syntax/json/json-unit.ts';
import type { Span } from '../syntax/span.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { renderParts } from './part-contents.ts';

/** A conversation, and the offset in the document to which its spans are relative. */
interface Turn {
  readonly messages: readonly ConversationMessage[];
  readonly base: number;
}

/** Yields between messages, so that other requests can run. The document must stay the same meanwhile. */
export function* modelView(
  document: AnyDocument,
  params: UserViewParams,
  checkerOf?: CheckerOf,
): Generator<undefined, UserView> {
  const { around, rank, limit, only } = params;
  const row = conversationFor(document, params);
  const position = row ? row.offset : isPosition(around) ? document.offsetAt(around) : 0;
  const { messages: all, base } = yield* turnAt(document, position, row?.found, params);
  const tally = new Tally();
  const filter = filterOf(only);
  const messages: ConversationMessage[] = [];
  for (const one of all) {
    const facts = factsOf(saidOf(one));
    tally.add([facts]);
    if (passes(facts, filter)) messages.push(one);
    yield;
  }
  const startOf = ({ places }: ConversationMessage) => base + places.whole.start;
  const isSeen = seenIn(document, position, params);
  const nextIndex = messages.findIndex((one) => startOf(one) > position);
  const at = nextIndex < 0 ? messages.length : Math.max(0, nextIndex - 1);
  const middle = Number.isSafeInteger(rank) ? (rank as number) : at;
  const { from, to } = windowAround(messages.length, middle, limit, (at) => lengthOf(messages[at]));
  const budget = createImageBudget();
  const views = messages.slice(from, to).map((one, i) => {
    const { start, end } = one.places.whole;
    const range = { start: document.positionAt(base + start), end: document.positionAt(base + end) };
    return { ...viewOf(one, isSeen(startOf(one)), budget), index: from + i, range };
  });
  return {
    version: document.version,
    dialect: document.dialect,
    messages: withOwnFaults(document, withPairs(document, views, position, checkerOf), checkerOf),
    total: messages.length,
    before: from,
    after: messages.length - to,
    ...(row?.found && { conversation: row.found.place }),
    ...sessionIn(document, params),
    hidden: 0,
    doubt: 0,
    faulty: 0,
    left: all.length - messages.length,
    facets: tally.facets(),
  };
}

/** The facts about a session that do not concern its messages. */
const sessionIn = byKind<[params: UserViewParams], Pick<UserView, 'session'>>({
  text: () => ({}),
  json(document, params) {
    const branch = jsonPart().branchShown(document, params);
    const { session } = branch ? jsonPart().sessionIn(document, branch, params) : {};
    const superseded = branch && jsonPart().supersededIn(branch);
    if (session === undefined || !superseded) return session ? { session } : {};
    // The messages before the last summary are not in this view, so one line stands for all of them.
    const last = session.compactions.slice(-1).map((one) => ({ ...one, replaced: superseded, dropped: true }));
    return { session: { ...session, compactions: last } };
  },
});

/** The row of a data set that the view shows. */
const conversationFor = byKind<
  [params: UserViewParams],
  ReturnType<ReturnType<typeof jsonPart>['conversationFor']> | undefined
>({
  text: () => undefined,
  json: (document, params) => jsonPart().conversationFor(document, params),
});

const withPairs = byKind<
  [views: readonly ViewMessage[], position: number, checkerOf: CheckerOf | undefined],
  readonly ViewMessage[]
>({
  text: (transcript, views, _position, checkerOf) =>
    checkerOf ? withTextPairs(transcript, views, checkerOf()) : views,
  json: (document, views, position) => jsonPart().withJsonPairs(document, views, position),
});

/** Adds to each message its own faults. Faults in messages from which the model does not continue cannot be shown in this view. */
const withOwnFaults = byKind<[views: readonly ViewMessage[], checkerOf: CheckerOf | undefined], readonly ViewMessage[]>(
  {
    text: (transcript, views, checkerOf) => (checkerOf ? ownFaults(transcript, views, checkerOf()) : views),
    json: (document, views, checkerOf) =>
      checkerOf && !document.records ? ownFaults(document, views, checkerOf()) : views,
  },
);

function ownFaults(
  document: AnyDocument,
  views: readonly ViewMessage[],
  checker: Parameters<typeof withFaults>[2],
): readonly ViewMessage[] {
  return withFaults(document, views, checker).map((view, i) => {
    const end = document.offsetAt(view.range.end);
    const faults = view.faults?.filter(({ position }) => document.offsetAt(position) <= end);
    return faults === undefined ? view : faults.length > 0 ? { ...view, faults } : (views[i] as ViewMessage);
  });
}

/** Returns the conversation at an offset. In a data set, this is the conversation of the line, or of the list element, at the offset. */
const turnAt = byKind<[position: number, row: Span | undefined, params: UserViewParams], Generator<undefined, Turn>>({
  *text(transcript) {
    return { messages: yield* turnOf(transcript), base: 0 };
  },
  json: turnInJson,
});

function* turnInJson(
  document: JsonDocument,
  position: number,
  row: Span | undefined,
  params: UserViewParams,
): Generator<undefined, Turn> {
  const at = document.indexAt(position);
  const base = document.startOf(at);
  const beginOf = (one: readonly ConversationMessage[]) => base + (one[0]?.places.whole.start ?? 0);
  const isInside = (one: readonly ConversationMessage[]) =>
    !row || (beginOf(one) >= row.start && beginOf(one) < row.end);
  const all = turnsIn(shownIn(document, at, params), document.dialect).filter(isInside);
  return { messages: all.findLast((one) => beginOf(one) <= position) ?? all[0] ?? [], base };
}

/** Returns the unit to show. In a session, it only contains the displayed conversation. */
const shownIn = (document: JsonDocument, at: number, params: UserViewParams) =>
  jsonPart().branchShown(document, params) ?? document.units[at];

/** Cached messages. Those of a text transcript are valid for one version of the document; those of JSON, as long as the unit exists. */
const turns = new WeakMap<
  Transcript,
  { readonly version: number; readonly messages: readonly ConversationMessage[] }
>();
const conversations = new WeakMap<JsonUnit, readonly (readonly ConversationMessage[])[]>();

function* turnOf(transcript: Transcript): Generator<undefined, readonly ConversationMessage[]> {
  const { version } = transcript;
  const cachedTurn = turns.get(transcript);
  if (cachedTurn?.version === version) return cachedTurn.messages;
  const messages = yield* nextTurn(transcript);
  turns.set(transcript, { version, messages });
  return messages;
}

function turnsIn(unit: JsonUnit | undefined, dialect: JsonDialectId): readonly (readonly ConversationMessage[])[] {
  if (unit === undefined) return [];
  const unitTurns = conversations.get(unit) ?? nextTurns(readUnit(unit), formOf(dialect));
  conversations.set(unit, unitTurns);
  return unitTurns;
}

/**
 * Returns a function that tells whether users see any part of the message at an offset, by the same verdict as in other views.
 * In a data set, only the line at `position` is searched.
 */
const seenIn = byKind<[position: number, params: UserViewParams], (offset: number) => boolean>({
  text: ({ blocks }) => {
    return (offset) => {
      const place = blocks.placeAt(offset);
      return place?.block.kind === 'message' && isShown(verdictOf(place.block, blocks.beside(place.index)));
    };
  },
  json: seenInJson,
});

function seenInJson(document: JsonDocument, position: number, params: UserViewParams): (offset: number) => boolean {
  const at = document.indexAt(position);
  const unit = shownIn(document, at, params);
  const base = document.startOf(at);
  const messages = unit ? messagesOf(unit, document.dialect) : [];
  const visibleMessages = messages.filter((message) => isShown(verdictOnJson(message)));
  return (offset) => visibleMessages.some(({ start, end }) => base + start <= offset && offset < base + end);
}

// The message without content from which the model continues also counts as shown.
const isShown = ({ shown }: Verdict) => shown !== 'hidden';

/** `isVisible`: whether users see any part of the message to which this part (a thought, a call, an answer) belongs. */
function viewOf(
  one: ConversationMessage,
  isVisible: boolean,
  budget: ImageBudget,
): Omit<ViewMessage, 'index' | 'range'> {
  const { role, slot } = one;
  const isSeen = slot || (isVisible && (role === userRole || isAnswer(one)));
  const isMarkdown = isSeen && role !== userRole;
  const render = (text: string) => (isMarkdown ? renderMarkdown(text) : renderSource(text, kindOf(one)));
  const text = textOfPieces(one.pieces);
  const withPlaces = one.parts && renderParts(one.parts.nodes, text, render, budget);
  return {
    ...saidOf(one),
    ...(withPlaces ?? { text, html: safeHtml(render(text)) }),
    hidden: !isSeen,
    // The open message is the one that the model continues.
    complete: slot !== true,
  };
}

const kindOf = (one: ConversationMessage) => (isReply(one) ? 'reply' : one.attributes.has('to') ? 'call' : undefined);

const lengthOf = (one: ConversationMessage | undefined) =>
  (one?.pieces ?? []).reduce((sum, { text }) => sum + text.length, 0);

/** The facts in the header of a message. */
function saidOf({ role, attributes, channel }: ConversationMessage) {
  return {
    role,
    channel,
    effectiveChannel: channel ?? answerChannel,
    intent: attributes.get('intent'),
    name: attributes.get('name'),
    to: attributes.get('to'),
    callId: attributes.get('call_id'),
  };
}
