/** Facts about a row of a data set: its messages with their speakers and content, and which calls have replies. */

import { type ConversationMessage, calledTool, isAnswer, isReply, textOfPieces } from '../convert/conversation.ts';
import { callsOfReplies } from '../convert/pairs.ts';
import { mayHoldParts } from '../convert/read/parts.ts';
import {
  channels,
  isUnchosen,
  type JsonDialectId,
  modelRole,
  systemRole,
  toolRole,
  userRole,
} from '../grammar/index.ts';
import { shareGptRoles } from '../grammar/json-rows.ts';
import { beginningThought } from '../model/calls/tagged-parts.ts';
import { bareName } from '../model/calls/tool-names.ts';
import { isPlainToolName, plainTools } from '../model/json/plain-tools.ts';
import { shapeOf } from '../model/json/shapes.ts';
import { leadingBreaks } from '../model/visibility/spoken.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { type JsonUnit, readUnit } from '../syntax/json/json-unit.ts';
import { type Talk, talksIn } from './conversations.ts';

export interface MessageFact {
  readonly role: string;
  /** The whole content of the message: texts, reasoning, and arguments of calls. */
  readonly texts: readonly string[];
  /** Whether the message is from the assistant, or is a tool's reply to the assistant. */
  readonly belongsToTurn: boolean;
  /** The text for users, if the message is an answer of the assistant. */
  readonly answer: string | undefined;
  /** The texts of the message's reasoning. */
  readonly reasoning: readonly string[];
  readonly calls: readonly CallFact[];
}

export interface CallFact {
  readonly tool: string;
  readonly isAnswered: boolean;
}

export interface RowFacts {
  /** The name of the row's shape; undefined if the shape is unknown. */
  readonly shape: string | undefined;
  readonly messages: readonly MessageFact[];
  /** The names of the declared tools. */
  readonly declared: readonly string[];
}

const thoughtChannels = new Set(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));

/** Reads the facts about a row. `value`: the row as read by `JSON.parse`; undefined if it is not JSON. */
export function rowFacts(unit: JsonUnit, value: unknown, dialect: JsonDialectId): RowFacts {
  const plain = isUnchosen(dialect) && unit.names === undefined ? plainFacts(value) : undefined;
  if (plain !== undefined) return plain;
  const shape = shapeOf(readUnit(unit))?.name;
  const talks = talksIn(unit, dialect);
  return {
    shape,
    messages: talks.flatMap(messagesOf),
    declared: talks.flatMap(({ declared }) => (declared?.tools ?? []).map(({ name }) => name)),
  };
}

function messagesOf({ items, messages, withoutIds }: Talk): MessageFact[] {
  const answered = new Set(
    messages.some((one) => calledTool(one) !== undefined) ? callsOfReplies(messages, withoutIds).values() : [],
  );
  return items.flatMap(({ said }) => {
    const [first] = said;
    if (first === undefined || said.every(({ slot }) => slot)) return [];
    const textOf = ({ pieces }: ConversationMessage) => textOfPieces(pieces);
    const answers = said.filter((one) => isAnswer(one) && !one.slot).map(textOf);
    return {
      role: first.role ?? '?',
      texts: said.map(textOf),
      belongsToTurn: first.role === modelRole || isReply(first),
      answer: answers.length > 0 ? answers.join('') : undefined,
      reasoning: said.filter(isReasoning).map(textOf),
      calls: said.flatMap((one) => {
        const tool = calledTool(one);
        return tool === undefined ? [] : { tool: bareName(tool), isAnswered: answered.has(one) };
      }),
    };
  });
}

const isReasoning = (one: ConversationMessage): boolean =>
  one.role === modelRole && thoughtChannels.has(one.channel ?? '') && calledTool(one) === undefined;

const plainRoles = new Set<unknown>([systemRole, userRole, modelRole]);
const noTexts: readonly string[] = [];
const noCalls: readonly CallFact[] = [];

/**
 * Reads the facts about an ordinary row quickly. An ordinary row consists of messages with plain text and no markup, calls to declared
 * tools, and replies to these calls. Most rows are ordinary, and need not be read with positions. Returns the same result as the full
 * reader (`test/unit/report-rows.test.ts`); undefined for any other row.
 */
export function plainFacts(value: unknown): RowFacts | undefined {
  if (!isObject(value)) return undefined;
  for (const key in value) if (!plainMembers.has(key)) return undefined;
  const shared = getOwn(value, sharedMember);
  if (shared !== undefined) return getOwn(value, 'messages') === undefined ? plainShareGpt(value, shared) : undefined;
  const list = getOwn(value, 'messages');
  const tools = getOwn(value, 'tools') ?? undefined;
  const declared = tools === undefined ? noTexts : plainTools(tools)?.keys();
  if (declared === undefined || !Array.isArray(list) || list.length === 0) return undefined;
  const messages: MessageFact[] = [];
  /** The ids of the calls that are waiting for a reply; `callIds`: the ids of all calls. */
  const open = new Set<unknown>();
  const callIds = new Set<unknown>();
  for (const message of list as readonly unknown[]) {
    if (!isObject(message)) return undefined;
    const role = getOwn(message, 'role');
    const content = getOwn(message, 'content');
    if (role === toolRole) {
      if (!hasOnly(message, replyMembers) || !open.delete(getOwn(message, 'tool_call_id'))) return undefined;
      if (typeof content !== 'string' || !isPlainReply(content)) return undefined;
      messages.push({ ...plainReply, texts: [content] });
      continue;
    }
    if (open.size > 0 || !plainRoles.has(role)) return undefined;
    const calls = getOwn(message, 'tool_calls') ?? undefined;
    if (calls === undefined) {
      const fact = hasOnly(message, textMembers) ? plainFact(role as string, content) : undefined;
      if (fact === undefined) return undefined;
      messages.push(fact);
      continue;
    }
    const isSaid = typeof content === 'string' && isPlainText(content, role);
    if (role !== modelRole || !hasOnly(message, callMembers) || !(isSaid || (content ?? '') === '')) return undefined;
    const ordinaryCalls = plainCalls(calls, callIds);
    if (ordinaryCalls === undefined) return undefined;
    for (const { id } of ordinaryCalls) open.add(id);
    const texts = ordinaryCalls.map((call) => call.arguments);
    messages.push({
      role,
      texts: isSaid ? [content, ...texts] : texts,
      belongsToTurn: true,
      answer: isSaid ? content : undefined,
      reasoning: noTexts,
      calls: ordinaryCalls.map(({ name }) => ({ tool: name, isAnswered: true })),
    });
  }
  return open.size > 0 ? undefined : { shape: 'messages', messages, declared: [...declared] };
}

/** Reads a ShareGPT row without tools, like `plainFacts`. */
function plainShareGpt(value: Readonly<Record<string, unknown>>, list: unknown): RowFacts | undefined {
  if (getOwn(value, 'tools') !== undefined || !Array.isArray(list) || list.length === 0) return undefined;
  const messages: MessageFact[] = [];
  for (const turn of list as readonly unknown[]) {
    if (!isObject(turn) || !hasOnly(turn, turnMembers)) return undefined;
    const role = plainSpeakers.get(getOwn(turn, 'from'));
    const fact = role === undefined ? undefined : plainFact(role, getOwn(turn, 'value'));
    if (fact === undefined) return undefined;
    messages.push(fact);
  }
  return { shape: 'sharegpt', messages, declared: [] };
}

const sharedMember = 'conversations';
const turnMembers = new Set(['from', 'value']);
const plainSpeakers = new Map<unknown, string>(
  shareGptRoles.flatMap(({ name, role, call }) => (!call && plainRoles.has(role) ? [[name, role]] : [])),
);

const plainReply = { role: toolRole, belongsToTurn: true, answer: undefined, reasoning: noTexts, calls: noCalls };

/** Returns the calls in a message, each with a unique id; undefined unless all of them are ordinary. */
function plainCalls(calls: unknown, callIds: Set<unknown>) {
  if (!Array.isArray(calls) || calls.length === 0) return undefined;
  const ordinaryCalls: { readonly id: string; readonly name: string; readonly arguments: string }[] = [];
  for (const call of calls as readonly unknown[]) {
    if (!isObject(call) || !hasOnly(call, plainCallMembers) || getOwn(call, 'type') !== 'function') return undefined;
    const [id, of] = [getOwn(call, 'id'), getOwn(call, 'function')];
    if (typeof id !== 'string' || id === '' || callIds.has(id) || !isObject(of)) return undefined;
    if (!hasOnly(of, plainFunctionMembers)) return undefined;
    const [name, argumentsText] = [getOwn(of, 'name'), getOwn(of, 'arguments')];
    if (!isPlainToolName(name) || typeof argumentsText !== 'string' || !/^\{[^<]*\}$/.test(argumentsText))
      return undefined;
    callIds.add(id);
    ordinaryCalls.push({ id, name, arguments: argumentsText });
  }
  return ordinaryCalls;
}

/** Returns the facts about a message that contains only text; undefined if it contains anything else. */
function plainFact(role: string, content: unknown): MessageFact | undefined {
  if (typeof content !== 'string') return undefined;
  const thinking = role === modelRole ? plainThought(content) : undefined;
  if (thinking !== undefined) return thinking;
  if (!isPlainText(content, role)) return undefined;
  return {
    role,
    texts: [content],
    belongsToTurn: role === modelRole,
    answer: role === modelRole ? content : undefined,
    reasoning: noTexts,
    calls: noCalls,
  };
}

/** Returns the facts about an answer after a thought; undefined if there is any other markup. */
function plainThought(content: string): MessageFact | undefined {
  const parts = beginningThought(content);
  if (parts === undefined) return undefined;
  const thought = parts.thought.trim();
  const answer = parts.answer.slice(leadingBreaks(parts.answer));
  if (thought === '' || mayHoldParts(thought) || !isPlainText(answer, modelRole)) return undefined;
  return {
    role: modelRole,
    texts: [thought, answer],
    belongsToTurn: true,
    answer,
    reasoning: [thought],
    calls: noCalls,
  };
}

const textMembers = new Set(['role', 'content']);
const replyMembers = new Set(['role', 'content', 'tool_call_id']);
const callMembers = new Set(['role', 'content', 'tool_calls']);
const plainCallMembers = new Set(['id', 'type', 'function']);
const plainFunctionMembers = new Set(['name', 'arguments']);

/**
 * The fields of an ordinary row. The conversation of such a row consists only of messages and tools, and the other fields do not affect it.
 */
const plainMembers = new Set([
  ...['messages', sharedMember, 'tools', 'id', 'source', 'category', 'split', 'score', 'language', 'dataset', 'idx'],
]);

/** Whether a text certainly contains no token, no tag and, in an answer, no call. */
const isPlainText = (text: string, role: unknown): boolean =>
  text !== '' &&
  !mayHoldParts(text) &&
  // Instructions may declare tools in prose.
  (role !== systemRole || !/[[{]|# /.test(text));

/** Whether the text of a reply, which is usually a JSON value, certainly contains no token, tag or declaration. */
const isPlainReply = (text: string): boolean => text !== '' && !text.includes('<') && !text.includes('# ');

function hasOnly(value: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}
