/** A row of a data set as its messages: who says them, how they are read, and which calls are answered. */
import { type ConversationMessage, calledTool, isAnswer, isReply, textOfPieces } from '../convert/conversation.ts';
import { callsOfReplies } from '../convert/pairs.ts';
import { channels, isUnchosen, type JsonDialectId, modelRole, systemRole, userRole } from '../grammar/index.ts';
import { namesTag } from '../model/calls/tagged-parts.ts';
import { bareName } from '../model/calls/tool-names.ts';
import { shapeOf } from '../model/json/shapes.ts';
import { getOwn } from '../syntax/get-own.ts';
import { type JsonUnit, readUnit } from '../syntax/json/document.ts';
import { type Talk, talksIn } from './conversations.ts';

/** A message as the row has it. */
export interface MessageFact {
  readonly role: string;
  /** Everything that is said in it: texts, reasoning, and the arguments of calls. */
  readonly texts: readonly string[];
  /** It is the assistant's, or a reply of a tool to it. */
  readonly belongsToTurn: boolean;
  /** The text for users, of a message of the assistant. */
  readonly answer: string | undefined;
  /** The texts of its reasoning. */
  readonly reasoning: readonly string[];
  readonly calls: readonly CallFact[];
}

export interface CallFact {
  readonly tool: string;
  readonly isAnswered: boolean;
}

export interface RowFacts {
  /** Undefined: none that is known. */
  readonly shape: string | undefined;
  readonly messages: readonly MessageFact[];
  /** The names of declared tools. */
  readonly declared: readonly string[];
}

const thoughtChannels = new Set(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));

/** Reads a row. `value`: the same, as `JSON.parse` reads it; undefined if it is not JSON. */
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
 * A quick look at the usual row: a list of messages with texts in which nothing has another meaning. Most rows are such, and need
 * not be read with their places. Undefined for any other; for a row that is one, the same as the whole reading
 * (`test/unit/report-rows.test.ts`).
 */
export function plainFacts(value: unknown): RowFacts | undefined {
  if (!isObject(value)) return undefined;
  for (const key in value) if (!plainMembers.has(key)) return undefined;
  const list = getOwn(value, 'messages');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const messages: MessageFact[] = [];
  for (const message of list as readonly unknown[]) {
    if (!isObject(message)) return undefined;
    for (const key in message) if (key !== 'role' && key !== 'content') return undefined;
    const role = getOwn(message, 'role');
    const content = getOwn(message, 'content');
    if (!plainRoles.has(role) || typeof content !== 'string' || !isPlainText(content)) return undefined;
    messages.push({
      role: role as string,
      texts: [content],
      belongsToTurn: role === modelRole,
      answer: role === modelRole ? content : undefined,
      reasoning: noTexts,
      calls: noCalls,
    });
  }
  return { shape: 'messages', messages, declared: noTexts };
}

/** Members of a row beside which `messages` are nothing but messages. */
const plainMembers = new Set(['messages', 'id', 'source', 'category', 'split', 'score', 'language', 'dataset', 'idx']);

/** A text in which nothing can be a token, a tag, a call or tools that are declared in prose. */
const isPlainText = (text: string): boolean =>
  text !== '' &&
  !text.includes('<') &&
  !text.includes('[') &&
  !text.includes('{') &&
  !text.includes('# ') &&
  text.trim() === text &&
  !namesTag(text);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
