/** The contents of a document as data: calls for routers, turns, counts, and the document header. */

import { type ConversationMessage, calledTool, isAnswer, isReply, textOfPieces } from '../convert/conversation.ts';
import { callsOfReplies, identified } from '../convert/pairs.ts';
import { answerChannel, channels, modelRole, roles, userRole } from '../grammar/index.ts';
import { type CallStatus, statusOf } from '../model/calls/call-status.ts';
import { durationOf } from '../model/json/sessions/durations.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import { headerValues } from '../syntax/document-header/values.ts';
import { learnedName } from '../syntax/families/index.ts';
import { parseJson } from '../syntax/json/values.ts';
import { append } from '../syntax/lists.ts';
import { conversationsIn, type Item, type Talk, type Unread } from './conversations.ts';
import { failures, type SessionSummary, sessionIn, summaryOf } from './session.ts';

/** A call (2.2 §18): its id is made up where it has none. Lines count from 1, and so do turns. */
export interface Call {
  readonly id: string;
  readonly to: string;
  /** An object or a list, if the body is one; else its text. */
  readonly arguments: unknown;
  readonly status: CallStatus;
  readonly turn: number;
  readonly line: number;
  /** It is in the log of a session, where arguments tell calls apart. */
  readonly inSession: boolean;
  /** Milliseconds from the call to its reply, where the log of a session has the times. */
  readonly duration?: number | undefined;
  /** The body itself, the only part for the tool (2.2 §8.3). */
  readonly input: string;
}

export interface Turn {
  readonly turn: number;
  readonly line: number;
  readonly messages: number;
  readonly calls: readonly string[];
  /** It has an answer for users. */
  readonly answered: boolean;
  /** Of the log of a session: how many of its calls did not succeed. */
  readonly failed?: number;
  /** Of the log of a session: what the user said last before it. */
  readonly question?: string;
}

/** The line of an offset of a document, from 1. */
export const lineOf = (document: AnyDocument, offset: number) => document.positionAt(offset).line + 1;

interface MessageInTurn {
  readonly said: ConversationMessage;
  readonly item: Item;
  /** The number of the turn that it is in or opens; what comes before the first has none. */
  readonly turn: number;
}

/** Messages with the numbers of their turns: maximal runs of the assistant and of replies to it. */
function* messagesInTurns(talk: Talk, before: number): Generator<MessageInTurn> {
  let turn = before;
  let inTurn = false;
  for (const item of talk.items)
    for (const said of item.said) {
      const belongs = said.role === modelRole || isReply(said);
      if (belongs && !inTurn) turn++;
      inTurn = belongs;
      if (belongs) yield { said, item, turn };
    }
}

export const callsIn = (document: AnyDocument, unread?: Unread): Call[] =>
  [...callsWithMessages(document, unread)].map(({ call }) => call);

/** A call with the message that makes it, the one that answers it, and the conversation that they are in. */
export interface CallWithMessages {
  readonly call: Call;
  readonly said: ConversationMessage;
  readonly reply: ConversationMessage | undefined;
  readonly talk: Talk;
}

/** The calls of a document in their order. */
export function* callsWithMessages(document: AnyDocument, unread?: Unread): Generator<CallWithMessages> {
  const session = sessionIn(document);
  let turns = 0;
  for (const talk of conversationsIn(document, unread)) {
    const known = identified(talk);
    const ids = new Map(talk.messages.map((one, i) => [one, known[i]?.attributes.get('call_id')]));
    const replies = new Map([...callsOfReplies(talk.messages, talk.withoutIds)].map(([reply, call]) => [call, reply]));
    for (const { said, item, turn } of messagesInTurns(talk, turns)) {
      turns = turn;
      const to = calledTool(said);
      if (to === undefined) continue;
      const input = textOfPieces(said.pieces);
      const reply = replies.get(said);
      const { value } = parseJson(input) as { value?: unknown };
      const call: Call = {
        id: ids.get(said) ?? '',
        to,
        arguments: typeof value === 'object' && value !== null ? value : input,
        status:
          reply && session?.failed.has(reply.places.whole.start)
            ? 'error'
            : statusOf(reply && textOfPieces(reply.pieces)),
        turn,
        inSession: session !== undefined,
        line: lineOf(document, session ? said.places.whole.start : item.start),
        ...(session && reply && { duration: durationOf(session, said.places.whole, reply.places.whole) }),
        input,
      };
      yield { call, said, reply, talk };
    }
  }
}

export function turnsIn(document: AnyDocument, unread?: Unread): Turn[] {
  const turns: { turn: number; line: number; messages: number; calls: string[]; answered: boolean }[] = [];
  for (const talk of conversationsIn(document, unread)) {
    for (const { said, item, turn } of messagesInTurns(talk, turns.length)) {
      const last = turns.at(-1);
      const one =
        last?.turn === turn
          ? last
          : { turn, line: lineOf(document, item.start), messages: 0, calls: [], answered: false };
      if (one !== last) turns.push(one);
      one.messages++;
      const to = calledTool(said);
      if (to !== undefined) one.calls.push(to);
      one.answered ||= isAnswer(said) && !said.slot;
    }
  }
  return sessionIn(document) ? withQuestions(document, turns) : turns;
}

/** The turns of a session with what the user asked, and how many calls failed: hundreds of calls tell nobody what a turn is. */
function withQuestions(document: AnyDocument, turns: readonly Turn[]): Turn[] {
  const failed = new Map<number, number>();
  for (const { turn, status } of callsIn(document))
    if (failures.has(status)) failed.set(turn, (failed.get(turn) ?? 0) + 1);
  const questions = new Map<number, string>();
  let turn = 0;
  let [inTurn, question] = [false, ''];
  for (const { messages } of conversationsIn(document))
    for (const said of messages) {
      const belongs = said.role === modelRole || isReply(said);
      if (belongs && !inTurn) questions.set(++turn, question);
      inTurn = belongs;
      if (said.role === userRole) question = textOfPieces(said.pieces);
    }
  return turns.map((one) => ({
    ...one,
    failed: failed.get(one.turn) ?? 0,
    question: questions.get(one.turn) ?? '',
  }));
}

export interface Stats {
  readonly conversations: number;
  readonly messages: number;
  readonly roles: Readonly<Record<string, number>>;
  readonly channels: Readonly<Record<string, number>>;
  readonly tools: Readonly<Record<string, number>>;
}

/** What is counted so far. */
export interface StatsCounts {
  conversations: number;
  messages: number;
  readonly roles: Map<string, number>;
  readonly channels: Map<string, number>;
  readonly tools: Map<string, number>;
}

export const noStats = (): StatsCounts => ({
  ...{ conversations: 0, messages: 0, roles: new Map(), channels: new Map(), tools: new Map() },
});

const add = (to: Map<string, number>, name: string | undefined, times = 1) =>
  name !== undefined && to.set(name, (to.get(name) ?? 0) + times);

export function countTalk(counts: StatsCounts, { messages }: Talk): void {
  counts.conversations++;
  for (const said of messages) {
    counts.messages++;
    add(counts.roles, said.role);
    add(counts.channels, said.channel);
    add(counts.tools, calledTool(said));
  }
}

/** Adds what was counted of the rows that follow. */
export function addStats(counts: StatsCounts, more: StatsCounts): void {
  counts.conversations += more.conversations;
  counts.messages += more.messages;
  for (const key of ['roles', 'channels', 'tools'] as const)
    for (const [name, many] of more[key]) add(counts[key], name, many);
}

/** The counts, the most frequent first. */
export function statsOf({ conversations, messages, roles, channels, tools }: StatsCounts): Stats {
  const sorted = (all: Map<string, number>) => Object.fromEntries([...all].sort(([, a], [, b]) => b - a));
  return { conversations, messages, roles: sorted(roles), channels: sorted(channels), tools: sorted(tools) };
}

export function statsIn(document: AnyDocument, unread?: Unread): Stats {
  const counts = noStats();
  for (const talk of conversationsIn(document, unread)) countTalk(counts, talk);
  return statsOf(counts);
}

interface RankedMessage {
  /** In the hierarchy of instructions (2.2 §4): 1 has the highest authority. */
  readonly rank: number | undefined;
  readonly role: string | undefined;
  readonly name?: string | undefined;
  /** The one that it counts as: `final` where none is written (2.2 §5). */
  readonly channel: string;
  readonly line: number;
  readonly characters: number;
}

interface Section {
  /** The marker that begins it, as `start_reason`; undefined where none does. */
  readonly marker: string | undefined;
  readonly line: number;
  readonly characters: number;
}

export interface Overview {
  readonly dialect: string;
  readonly session?: SessionSummary;
  readonly version?: string | undefined;
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  readonly messages: readonly RankedMessage[];
  readonly thoughts: readonly Section[];
}

const ranks = new Map(roles.map(({ name, rank }) => [name, rank]));
const thoughtChannels = new Set(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));

export function overviewOf(document: AnyDocument, unread?: Unread): Overview {
  const messages: RankedMessage[] = [];
  const thoughts: Section[] = [];
  for (const { items } of conversationsIn(document, unread))
    for (const { start, said } of items)
      for (const one of said) {
        const { role, channel = answerChannel, attributes, pieces } = one;
        const line = lineOf(document, start);
        const rank = ranks.get(role ?? '');
        messages.push({
          rank,
          role,
          name: attributes.get('name'),
          channel,
          line,
          characters: textOfPieces(pieces).length,
        });
        if (thoughtChannels.has(channel) && calledTool(one) === undefined) append(thoughts, sections(one, line));
      }
  messages.sort((a, b) => (a.rank ?? ranks.size + 1) - (b.rank ?? ranks.size + 1));
  const session = sessionIn(document);
  return {
    dialect: learnedName(document.dialect) ?? document.dialect,
    ...(session && { session: summaryOf(session, callsIn(document), turnsIn(document).length) }),
    ...declaredBy(document),
    ...{ messages, thoughts },
  };
}

/** What the document header says of versions and capabilities. */
function declaredBy(document: AnyDocument): Pick<Overview, 'version' | 'capabilities'> {
  if (document.header === undefined) return {};
  const values = headerValues(document.header);
  const inside = values.entries.filter(({ parent }) => parent === 'capabilities');
  const listed = inside.map(({ path, items, value, source }) => [
    path.slice('capabilities.'.length),
    items ? items.map((item) => item.value) : (value ?? source),
  ]);
  return {
    version: values.get('version')?.source,
    ...(listed.length > 0 && { capabilities: Object.fromEntries(listed) }),
  };
}

/** The sections of a message's reasoning: each goes to the next marker. */
function sections({ pieces }: ConversationMessage, line: number): Section[] {
  const found: { marker: string | undefined; line: number; characters: number }[] = [];
  for (const { kind, text } of pieces) {
    const marker = kind === 'token' ? /^<\|(start_\w+)\|>$/.exec(text)?.[1] : undefined;
    if (marker !== undefined || found.length === 0) found.push({ marker, line, characters: 0 });
    const last = found.at(-1);
    if (last && kind !== 'token') last.characters += text.length;
  }
  return found;
}
