/** `ocml/userView` of a JSON document. The same rules as for text decide which parts of a message users see. */
import type { JsonChecker } from '../../checker/json/checker.ts';
import { answerChannel, functionsNamespace, type JsonDialectId } from '../../grammar/index.ts';
import { asMessage, verdictOf } from '../../model/json/as-message.ts';
import { hasFailed, listOf } from '../../model/json/list.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { durationOf } from '../../model/json/sessions/durations.ts';
import type { Aside } from '../../model/json/sessions/session.ts';
import { dialectOfUnit } from '../../model/json/shapes.ts';
import { createExportBudget, createImageBudget } from '../../render/image.ts';
import { textShown } from '../../render/message.ts';
import { memoizeGrowing } from '../../syntax/grown-list.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { indexAtMost, type JsonReading, lastAtMost } from '../../syntax/json/nodes.ts';
import { jsonSource, jsonSourceAt } from '../graph/json-source.ts';
import { factsOf } from '../user-view/facets.ts';
import { firstErrorIn, withFaults } from '../user-view/faults.ts';
import { stateOf, withPairs } from '../user-view/pairs.ts';
import { rendered } from '../user-view/rendered.ts';
import { choiceOf, type Selection, Selector } from '../user-view/selection.ts';
import { sourceIn } from '../user-view/source.ts';
import { windowAround } from '../user-view/window.ts';
import type {
  LabelledMessage,
  ShownLayers,
  UserView,
  UserViewParams,
  ViewMessage,
  WholeView,
  Words,
} from '../user-view.ts';
import { callLabel, callNumbers } from './call-numbers.ts';
import { type Conversation, conversationFor } from './conversations.ts';
import { countIn, hiddenFaults } from './faults.ts';
import { withImages, withNamedImages } from './images.ts';
import { answerOf, fieldOf } from './row-labels.ts';
import { rowMetadata } from './row-metadata.ts';
import { countAsides, sessionLabels } from './session-labels.ts';
import { isCall, isReply, pairsIn } from './session-pairs.ts';
import { branchShown, messageDetails, sessionDetails } from './session-view.ts';
import { textRowView, textRowWords, wholeTextRow } from './text-row.ts';

type PlacedMessage = NonNullable<ReturnType<Selection<JsonMessage>['at']>>;
type Stretch = Conversation['stretch'];

/**
 * A node of the tree from which messages are selected: a stretch, or the root with all stretches. A stretch is a unit or some of its
 * messages.
 */
type Node = Stretch | { readonly units: readonly Stretch[] };

const selector = new Selector<Node, readonly [JsonDialectId], JsonMessage>({
  below: (node) => ('units' in node ? node.units : undefined),
  keyOf: (node) => ('units' in node ? undefined : node),
  givenTo: (_nodes, _at, context) => context,
  candidatesOf: (node, [dialect]) =>
    inOrder('text' in node ? messagesOf(node, dialect) : (node as readonly JsonMessage[])).map((what) => {
      const { shown, doubt } = verdictOf(what);
      return { what, shown, doubt: doubt && what.unchosen !== true };
    }),
  factsOf: ({ role, channel, name, to }) => [factsOf({ role, effectiveChannel: channel, name, to: calledIn(to) })],
});

/** Messages in the order of the conversation. In some forms, earlier turns are written after the answer. */
function inOrder(messages: readonly JsonMessage[]): readonly JsonMessage[] {
  if (messages.every(({ order }) => order === undefined)) return messages;
  const placeOf = ({ order, start }: JsonMessage) => order ?? start;
  return messages.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The called tool. Undefined if the recipient is only the namespace of functions, without a name in it. */
const calledIn = (to: string | undefined) => (to === functionsNamespace ? undefined : to);

/** The answer to a request for a view. `checkerOf`: returns the checker with the problems of the document. */
export function userView(document: JsonDocument, params: UserViewParams, checkerOf?: () => JsonChecker): UserView {
  const ofText = textRowView(document, params, document.records ? undefined : checkerOf);
  if (ofText) return ofText;
  const { rank, limit } = params;
  const { units, version, dialect } = document;
  const { offset, found: conversation } = conversationFor(document, params);
  const current = conversation?.unit ?? document.indexAt(offset);
  const first = conversation ? current : 0;
  const branch = conversation ? undefined : branchShown(document, params);
  const pieces = branch && piecesOf(messagesOf(branch, dialect));
  const selection = selector.select(conversation?.stretch ?? { units: pieces ?? units }, choiceOf(params), [dialect]);
  const at = offset - document.startOf(current);
  const path = conversation ? [] : [pieces ? pieceAt(pieces, at) : current];
  const middle = Number.isSafeInteger(rank) ? (rank as number) : selection.before(path, (message) => message.end < at);
  const { from, to } = windowAround(selection.count, middle, limit, (at) => selection.at(at)?.what.content.length ?? 0);
  const messages = viewsOf(document, selection, pieces ? undefined : first, from, to, params.debug === true);
  const checker = document.records ? undefined : checkerOf?.();
  const withDetails = (views: readonly ViewMessage[]) => {
    const paired =
      sessionPairs(document, views, selection, from, branch) ?? withJsonPairs(document, views, conversation?.start);
    const numbered = branch ? withNumbers(paired, callNumbers(document, branch), selection, from) : paired;
    return checker ? withFaults(document, numbered, checker) : numbered;
  };
  return {
    version,
    dialect: dialectOfUnit(units[current] as JsonUnit, dialect),
    messages: params.debug ? withDetails(messages) : messages,
    total: selection.count,
    before: from,
    after: selection.count - to,
    ...(conversation && {
      conversation: { ...conversation.place, ...(params.debug && rowMetadata(document, conversation)) },
    }),
    ...(branch && sessionIn(document, branch, params)),
    hidden: selection.hidden,
    doubt: selection.doubt,
    faulty: checkerOf ? hiddenFaults(document, conversation, checkerOf()) : 0,
    ...(checker && firstErrorIn(document, checker, conversation)),
    left: selection.left,
    facets: selection.facets(),
    ...sourceIn(document, params, messages, conversation?.place.range),
  };
}

/** The details of a session, as the field `session` of a view. `unit`: the part of the session that is shown. */
export function sessionIn(document: JsonDocument, unit: JsonUnit, params: ShownLayers): Pick<UserView, 'session'> {
  const session = sessionDetails(document, unit, params);
  return session ? { session } : {};
}

/**
 * Adds to each call and reply of a session the outcome of the call and the position of its counterpart. Undefined if the document is not a
 * session, or if a call or a reply has no id.
 */
function sessionPairs(
  document: JsonDocument,
  views: readonly ViewMessage[],
  selection: Selection<JsonMessage>,
  from: number,
  unit: JsonUnit | undefined,
): ViewMessage[] | undefined {
  const session = unit && listOf(readUnit(unit)).session;
  const pairs = session && pairsIn(messagesOf(unit, document.dialect));
  if (session === undefined || pairs === undefined) return undefined;
  return views.map((view, i) => {
    const message = selection.at(from + i)?.what;
    if (message === undefined || !(isCall(message) || isReply(message))) return view;
    const kind = isCall(message) ? 'call' : 'reply';
    const other = kind === 'call' ? pairs.replyTo(message) : pairs.callOf(message);
    if (other === undefined) return { ...view, pair: { kind, state: 'open' } };
    const [call, reply] = kind === 'call' ? [message, other] : [other, message];
    const state = session.failed.has(reply.start) ? 'error' : stateOf(reply.content);
    const duration = durationOf(session, call, reply);
    const at = document.positionAt(other.start);
    return { ...view, pair: { kind, state, other: at, ...(duration !== undefined && { duration }) } };
  });
}

/** Adds the number of each call in the session to its view. */
const withNumbers = (
  views: readonly ViewMessage[],
  numbers: ReadonlyMap<JsonMessage, number>,
  selection: Selection<JsonMessage>,
  from: number,
): ViewMessage[] =>
  views.map((view, i) => {
    const { what } = (view.pair && selection.at(from + i)) ?? {};
    const number = what && numbers.get(what);
    return view.pair && number !== undefined ? { ...view, pair: { ...view.pair, number } } : view;
  });

/**
 * Adds to each call and reply the outcome of the call and the position of its counterpart. `at`: an offset in the conversation that
 * contains all of these messages.
 */
export function withJsonPairs(document: JsonDocument, views: readonly ViewMessage[], at?: number): ViewMessage[] {
  return withPairs(views, {
    source: at === undefined ? jsonSource(document) : jsonSourceAt(document, at),
    offsetAt: (position) => document.offsetAt(position),
    contentOf: (unit, { start }) =>
      lastAtMost(messagesOf(unit, document.dialect), start, (message) => message.start)?.content,
    hasFailed: (unit, { start }) => hasFailed(listOf(readUnit(unit)), start),
    durationOf: (unit, call, reply) => {
      const { session } = listOf(readUnit(unit));
      return session && durationOf(session, call, reply);
    },
  });
}

/** The number of messages of a session that are processed together. When the log grows, complete pieces are reused. */
const PIECE_LENGTH = 256;

const piecesOf = memoizeGrowing<JsonMessage, readonly (readonly JsonMessage[])[]>(
  (messages) => piecesFrom(messages, []),
  (pieces, messages, { same }) => piecesFrom(messages, pieces.slice(0, Math.floor(same / PIECE_LENGTH))),
);

function piecesFrom(messages: readonly JsonMessage[], pieces: (readonly JsonMessage[])[]) {
  for (let from = pieces.length * PIECE_LENGTH; from < messages.length || from === 0; from += PIECE_LENGTH)
    pieces.push(messages.slice(from, from + PIECE_LENGTH));
  return pieces;
}

/** The index of the piece that contains an offset. */
const pieceAt = (pieces: readonly (readonly JsonMessage[])[], at: number): number =>
  indexAtMost(pieces, at, ([first]) => first?.start ?? 0);

/**
 * The shown messages with ranks from `from` up to `to`. `unit`: the index of the first stretch's unit. Undefined if all stretches are parts
 * of the first unit.
 */
function viewsOf(
  document: JsonDocument,
  selection: Selection<JsonMessage>,
  unit: number | undefined,
  from: number,
  to: number,
  debug: boolean,
): ViewMessage[] {
  const messages: ViewMessage[] = [];
  const drawn = createImageBudget();
  for (let at = from; at < to; at++) {
    const { what, stretch, index } = selection.at(at) as PlacedMessage;
    const inUnit = unit === undefined ? 0 : unit + (stretch[0] ?? 0);
    const jsonUnit = document.units[inUnit] as JsonUnit;
    const view = viewOf(document, what, [inUnit, jsonUnit], index, debug);
    messages.push(withImages(view, jsonUnit, what, debug, drawn));
  }
  return messages;
}

/**
 * A copy of a unit for a single pass over a document. Its reading is discarded afterwards, since there may be a million units. A unit that
 * already has a reading, or that holds records, is returned as is.
 */
const passing = (unit: JsonUnit): JsonUnit => (unit.reading || unit.records ? unit : jsonUnit(unit.text, unit.names));

/**
 * The view of a whole document: all lines of a data set in order, or the log of a session, of which `branch` can select a part. The counts
 * cover only the messages that have been consumed.
 */
export function wholeView(document: JsonDocument, params: ShownLayers, checker?: JsonChecker): WholeView {
  const { units, dialect } = document;
  const counts = { hidden: 0, doubt: 0, left: 0, faulty: 0 };
  const unread: number[] = [];
  const asides = new Map<Aside, number>();
  const drawn = createExportBudget();
  function* messages(): Generator<LabelledMessage | undefined> {
    for (const [unit, one] of units.entries()) {
      const unitCopy = passing(one);
      const branch = params.branch === undefined ? unitCopy : (branchShown(document, params) ?? unitCopy);
      const selection = selector.select(branch, choiceOf(params), [dialect]);
      if (checker) counts.faulty += countIn(checker.errorsOf(unitCopy), () => messagesOf(unitCopy, dialect));
      for (const name of ['hidden', 'doubt', 'left'] as const) counts[name] += selection[name];
      counts.doubt -= countAsides(asides, branch, dialect);
      const labelsOf = params.debug === true ? sessionLabels(document, branch) : undefined;
      for (let rank = 0; rank < selection.count; rank++) {
        const { what, index } = selection.at(rank) as PlacedMessage;
        const debug = params.debug === true;
        const view = withNamedImages(
          viewOf(document, what, [unit, unitCopy], index, debug),
          unitCopy,
          what,
          debug,
          drawn,
        );
        yield labelsOf ? { ...view, labels: labelsOf(what) } : view;
      }
      if (selection.count > 0) continue;
      const row = wholeTextRow(document, unit, params);
      if (row) {
        yield* row.messages;
        for (const name of ['hidden', 'doubt', 'left'] as const) counts[name] += row[name];
        continue;
      }
      if (/\S/.test(unitCopy.text) && messagesOf(unitCopy, dialect).length === 0) unread.push(document.startOf(unit));
      yield undefined;
    }
  }
  return {
    messages: messages(),
    unread,
    asides,
    get hidden() {
      return counts.hidden;
    },
    get doubt() {
      return counts.doubt;
    },
    get faulty() {
      return counts.faulty;
    },
    get left() {
      return counts.left;
    },
  };
}

/** The searchable words of each shown message in all conversations. Units are read one after the other. */
export function* wordsShown(document: JsonDocument, params: ShownLayers): Generator<Words | undefined> {
  const { units, dialect } = document;
  for (const [unit, one] of units.entries()) {
    const branch = branchShown(document, params);
    const selection = selector.select(branch ?? passing(one), choiceOf(params), [dialect]);
    const numbers = branch && params.debug === true ? callNumbers(document, branch) : undefined;
    for (let rank = 0; rank < selection.count; rank++) {
      const { what: message } = selection.at(rank) as PlacedMessage;
      const number = numbers?.get(message);
      const call = number === undefined ? undefined : callLabel(number);
      const facts = [message.name, message.role, call, params.debug && message.to, params.debug && message.callId];
      const text = textShown(asMessage(message), verdictOf(message), params.debug === true);
      const at = () => document.rangeIn(unit, message).start;
      yield { text: [...facts, text].filter(Boolean).join('\n'), at };
    }
    if (selection.count > 0) continue;
    yield* textRowWords(document, unit, params);
    yield undefined;
  }
}

/** The view of a message in a unit, which is passed as its index and the unit or a copy of it. */
function viewOf(
  document: JsonDocument,
  message: JsonMessage,
  [unit, jsonUnit]: readonly [number, JsonUnit],
  index: number,
  debug: boolean,
): ViewMessage {
  const verdict = verdictOf(message);
  const { shown } = verdict;
  return {
    index,
    role: message.role,
    channel: message.channel,
    effectiveChannel: message.channel ?? answerChannel,
    intent: shown === 'preamble' ? shown : message.intent,
    name: message.name,
    to: calledIn(message.to),
    callId: message.callId,
    ...rendered(message, verdict, debug, () => asMessage(message)),
    range: document.rangeIn(unit, message),
    hidden: shown === 'hidden',
    complete: !message.open,
    ...detailsOf(readUnit(jsonUnit), message, debug),
  };
}

/** Further details of a message. Most of them are only for views with hidden layers (`debug`). */
function detailsOf(reading: JsonReading, message: JsonMessage, debug: boolean) {
  const { session } = listOf(reading);
  if (session) return debug ? messageDetails(session, message) : {};
  const { answer } = answerOf(reading.root, message);
  return answer === undefined ? fieldOf(reading, message) : debug ? { answer } : {};
}
