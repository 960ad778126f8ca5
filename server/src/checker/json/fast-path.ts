/**
 * A fast check that recognizes values without faults, such as most lines of a data set. Rules with `silentOnPlainValues` report
 * nothing for these values (`test/unit/json-checker.property.test.ts`). If all rules have this property, such a value need not
 * be parsed with offsets.
 */

import { batchId, type JsonDialectId, modelRole, pairForms, tellingKeys, userRole } from '../../grammar/index.ts';
import { rowMember, shareGptRoles } from '../../grammar/json-rows.ts';
import { generationRole, messageRoles, misnamedCalls, replyRoles } from '../../grammar/messages.ts';
import { streamEventFacts } from '../../grammar/stream-events.ts';
import { beginningThought, namesTag } from '../../model/calls/tagged-parts.ts';
import { fitPlainly, type PlainTools, plainTools } from '../../model/json/plain-tools.ts';
import { leakedAtEdges } from '../../model/leaked.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { mayHaveHalf } from '../../syntax/json/unusable.ts';

type Members = Readonly<Record<string, unknown>>;

/** Whether a value passes the fast check for its dialect. `parsedValue`: the result of `JSON.parse`, if already available. */
export function isTriviallyClean(dialect: JsonDialectId, text: string, parsedValue?: unknown): boolean {
  const look = looks[dialect];
  if (look === undefined) return false;
  try {
    const value: unknown = parsedValue ?? JSON.parse(text);
    return look(value, text);
  } catch {
    return false;
  }
}

/** The number of keys in a value, at all levels. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += keysIn(item);
  // Loops over the keys directly, which is faster than building a list of them. The value is a result of `JSON.parse`.
  else for (const key in value) count += 1 + keysIn(getOwn(value as Members, key));
  return count;
}

/**
 * An upper bound for the number of keys in JSON text. It exceeds the number of parsed keys if keys are repeated, since
 * `JSON.parse` only keeps one of them.
 */
function keysWritten(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let at = colon - 1;
    while (isSpace(text.charCodeAt(at))) at--;
    if (text[at] !== '"') continue;
    // A quote that is preceded by an odd number of backslashes is escaped, so it does not end a key.
    let slashes = at;
    while (text[slashes - 1] === '\\') slashes--;
    if ((at - slashes) % 2 === 0) count++;
  }
  return count;
}

const isSpace = (unit: number) => unit === 32 || (unit >= 9 && unit <= 13);

/** Keys of a row, or of a message in it, that may indicate that the row has another shape. */
const ofLists = new Set(['messages', 'text']);
const ofMessages = new Set(['role', 'text', 'content']);
const telling = {
  row: new Set(['schemaVersion', ...tellingKeys.filter((key) => !ofLists.has(key))]),
  message: new Set([
    ...['channel', 'intent', 'call_id', 'content_type', 'tool_call'],
    ...tellingKeys.filter((key) => !ofMessages.has(key)),
  ]),
};

/** The fast check for values if no dialect was chosen. It also rejects anything that is not a list of messages. */
export function isPlainList(text: string, parsedValue?: unknown): boolean {
  try {
    const value: unknown = parsedValue ?? JSON.parse(text);
    const list: unknown = isObject(value) && hasNone(value, telling.row) ? value.messages : value;
    const isNothingElse =
      Array.isArray(list) && list.length > 0 && list.every((one) => isObject(one) && hasNone(one, telling.message));
    return isNothingElse && looks.messages?.(value, text) === true;
  } catch {
    return false;
  }
}

/** Keys of a ShareGPT row, or of its messages, that indicate another shape or require more checks. */
const beyond = {
  row: new Set([
    'event',
    'name',
    'add_generation_prompt',
    batchId,
    rowMember,
    ...pairForms.map(({ chosen }) => chosen),
  ]),
  turn: new Set(['role', 'content', 'recipient', 'tool_calls', 'tool_call_id', 'function_call', ...misnamedCalls]),
};
function hasNone(value: Members, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (keys.has(key)) return false;
  return true;
}
const speaking = new Set<unknown>(
  shareGptRoles.filter(({ call, role }) => !call && !replyRoles.has(role)).map(({ name }) => name),
);

/** The fast check for a ShareGPT row. It rejects rows with tool calls. */
export function isPlainShareGpt(text: string, parsedValue?: unknown): boolean {
  if (text.includes('<|') || text.includes('\\u003') || mayHaveHalf(text)) return false;
  try {
    const value: unknown = parsedValue ?? JSON.parse(text);
    if (!isObject(value) || !hasNone(value, beyond.row) || !arePlainTools(value.tools)) return false;
    const turns = getOwn(value, 'conversations');
    const isPlainTurn = (turn: unknown) =>
      isObject(turn) &&
      speaking.has(turn.from) &&
      typeof turn.value === 'string' &&
      isPlainText(turn.value) &&
      hasNone(turn, beyond.turn);
    const arePlain = Array.isArray(turns) && turns.length > 0 && turns.every(isPlainTurn);
    return arePlain && keysIn(value) === keysWritten(text);
  } catch {
    return false;
  }
}

/** Keys that indicate that a list of messages is meant for a template or for another API. */
const others = ['name', 'add_generation_prompt', 'system'];

const looks: Partial<Record<JsonDialectId, (value: unknown, text: string) => boolean>> = {
  messages(value, text) {
    const list = isObject(value) && others.every((key) => getOwn(value, key) === undefined);
    const messages = list ? value.messages : value;
    if (!Array.isArray(messages) || !messages.every(isPlainMessage)) return false;
    const tools = list ? value.tools : undefined;
    if (!arePlainTools(tools)) return false;
    // Requests, which name a model, must meet further requirements. The same applies to lists whose tools are declared in another way.
    const isRequest = list && (value.model !== undefined || value.functions !== undefined || value.input !== undefined);
    const arePlain = !messages.some(hasToDoWithCalls) || (!isRequest && arePlainCalls(messages, tools));
    return arePlain && !mayHaveHalf(text) && keysIn(value) === keysWritten(text);
  },
  'stream-event': (value, text) =>
    isObject(value) &&
    keysWritten(text) === keysIn(value) &&
    value.channel === undefined &&
    needsOf.get(value.event)?.every((key) => isGiven(key, getOwn(value, key))) === true &&
    [value.message_id, value.delta, value.call_id, value.reason].every(isStringOrMissing),
};

const plainRoles = new Map(
  messageRoles.filter(({ name }) => name !== generationRole).map(({ name, needs }) => [name as unknown, needs]),
);
const needsOf = new Map<unknown, readonly string[]>(streamEventFacts.map(({ name, needs }) => [name, needs]));

/** Whether a field is a nonempty string. Only a `delta` may be empty. */
const isGiven = (key: string, value: unknown) => typeof value === 'string' && (value !== '' || key === 'delta');

function isPlainMessage(message: unknown): boolean {
  if (!isObject(message)) return false;
  const { role, content } = message;
  if (!plainRoles.has(role) || misnamedCalls.some((key) => getOwn(message, key) !== undefined)) return false;
  const needs = plainRoles.get(role);
  if (needs !== undefined && getOwn(message, needs) === undefined) return false;
  if (typeof (message.tool_call_id ?? '') !== 'string') return false;
  if (typeof content === 'string') return isPlainText(content);
  // The content of a message with calls may be `null` or missing. The rules decide on other messages without content.
  const calls = Array.isArray(message.tool_calls) && message.tool_calls.length > 0;
  if (content === null) return role !== modelRole || calls;
  if (content === undefined) return role === modelRole && calls;
  return Array.isArray(content) && content.every(isPlainPart);
}

const arePlainTools = (tools: unknown) => Array.isArray(tools) || tools === '' || (tools ?? null) === null;

const hasToDoWithCalls = ({ tool_calls: calls, function_call: older, tool_call_id: reply }: Members) =>
  (calls ?? older ?? reply ?? null) !== null;

/**
 * Whether all calls have unique ids, their arguments are strings with JSON objects, and each call is answered before the next turn. If
 * tools are declared, the calls must match their declarations.
 */
function arePlainCalls(messages: readonly Members[], tools: unknown): boolean {
  const declared = plainTools(tools);
  if ((tools ?? undefined) !== undefined && declared === undefined) return false;
  const callIds = new Set<unknown>();
  const open = new Set<unknown>();
  const arePlain = messages.every((message) => {
    const { tool_call_id: reply, function_call: older } = message;
    const calls = message.tool_calls ?? [];
    if ((older ?? null) !== null || !Array.isArray(calls)) return false;
    if (typeof reply === 'string' && !open.delete(reply)) return false;
    if ((message.role === userRole || message.role === modelRole) && open.size > 0) return false;
    const ids = new Set(calls.map((call) => (isObject(call) ? call.id : undefined)));
    for (const id of ids) {
      callIds.add(id);
      open.add(id);
    }
    return ids.size === calls.length && calls.every((call) => isPlainCall(call, declared));
  });
  return arePlain && open.size === 0;
}

function isPlainCall(call: unknown, declared: PlainTools | undefined): boolean {
  const of = isObject(call) && typeof call.id === 'string' && call.id !== '' ? call.function : undefined;
  if (!isObject(of) || typeof of.name !== 'string' || !/^\S+$/.test(of.name)) return false;
  const values: unknown = typeof of.arguments === 'string' ? JSON.parse(of.arguments) : undefined;
  if (!isObject(values)) return false;
  const parameters = declared?.get(of.name);
  return declared === undefined || (parameters !== undefined && fitPlainly(values, parameters));
}

/** Whether text contains nothing that a rule could report: no token, no tag, and no remnant of either. */
const isPlainText = (text: string) =>
  !text.includes('<|') &&
  !text.includes(wideBar) &&
  leakedAtEdges(text).length === 0 &&
  (!namesTag(text) || beginningThought(text) !== undefined);

/** The beginning of a DeepSeek token, in text in which each character is one byte of UTF-8. */
const wideBar = '<\u00ef';

function isPlainPart(part: unknown): boolean {
  return isObject(part) && part.type === 'text' && typeof part.text === 'string' && isPlainText(part.text);
}

function isStringOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
