/** Reads Codex rollouts: items of the Responses API, which are in an envelope, except in old files. */
import { developerRole, modelRole, systemRole, userRole } from '../../../grammar/index.ts';
import {
  codexContext,
  codexEvents,
  codexExitCodes,
  codexItems,
  codexRecords,
} from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { readJson } from '../../../syntax/json/read.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { AnswerParts } from './answer-parts.ts';
import { asContent, asText, callAt, itemsOf, messageAt, objectAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { usageIn } from './usage.ts';
import { sayUserBlocks } from './user-blocks.ts';

export function readCodex(root: JsonNode, session: SessionBuilder): void {
  const records = itemsOf(root).filter(({ kind }) => kind === 'object');
  const answer = new AnswerParts(session);
  const telling: Telling = { answer, told: textsTold(records), records, summaries: new Set() };
  const failed = callsThatFailed(records);
  session.lack('tools');
  let hasInstructions = false;
  for (const record of records) {
    session.timeOf(record, textOf(record, 'timestamp'));
    const type = textOf(record, 'type');
    const payload = valueOf(record, 'payload');
    if (type === 'session_meta') session.identify(textOf(payload, 'id'));
    else if (type === undefined) session.identify(textOf(record, 'id'));
    if (type === 'response_item' && payload) readItem(payload, { record, failed }, answer, session);
    else if (type === 'event_msg' && payload) readEvent(payload, record, telling, session);
    else if (type === 'compacted' && payload) readSummary(payload, record, telling, session);
    else if (payload === undefined && isItem(record)) readItem(record, { record, failed }, answer, session);
    else {
      const text = valueOf(valueOf(payload, 'base_instructions'), 'text') ?? valueOf(record, 'instructions');
      if (text?.kind === 'string' && !hasInstructions) {
        session.say(messageAt(record, text, systemRole, { content: text }));
        hasInstructions = true;
      }
      countRecord(record, type, session);
    }
  }
  answer.finish();
  if (!hasInstructions) session.lack('system prompt');
}

function countRecord(record: JsonNode, type: string | undefined, session: SessionBuilder): void {
  const isHeader = type === undefined && memberOf(record, 'instructions') !== undefined;
  const meaning = isHeader || memberOf(record, 'record_type') ? 'bookkeeping' : getOwn(codexRecords, type);
  session.count(type ?? (isHeader ? 'header' : 'record without a type'), meaning ?? 'unknown', record);
}

/** Whether a record is itself an item, without an envelope, as in old files. */
const isItem = (record: JsonNode): boolean => {
  const type = textOf(record, 'type');
  return type === 'message' || (type !== undefined && (readsAs.has(type) || Object.hasOwn(codexItems, type)));
};

/** Counts how often each text occurs in items, so that text that only occurs in an event can be found. */
function textsTold(records: readonly JsonNode[]): Map<string, number> {
  const countByText = new Map<string, number>();
  for (const record of records) {
    if (textOf(record, 'type') === 'event_msg') continue;
    const item = valueOf(record, 'payload') ?? record;
    for (const list of [valueOf(item, 'content'), valueOf(item, 'summary')])
      for (const part of itemsOf(list)) {
        const text = textOf(part, 'text')?.trim() ?? '';
        countByText.set(text, (countByText.get(text) ?? 0) + 1);
      }
  }
  return countByText;
}

/** The ids of the calls that failed, according to events. */
function callsThatFailed(records: readonly JsonNode[]): ReadonlySet<string> {
  const failed = new Set<string>();
  for (const record of records) {
    if (textOf(record, 'type') !== 'event_msg') continue;
    const event = valueOf(record, 'payload');
    const id = textOf(event, 'call_id');
    const [code, success] = [valueOf(event, 'exit_code'), valueOf(event, 'success')];
    const isFailure =
      (code?.kind === 'number' && code.value !== 0) ||
      (success?.kind === 'boolean' && success.value === false) ||
      valueOf(valueOf(event, 'result'), 'Err') !== undefined;
    if (id !== undefined && isFailure) failed.add(id);
  }
  return failed;
}

interface ItemPlace {
  /** The record that contains the item. The message for the item gets the span of this record. */
  readonly record: JsonNode;
  readonly failed: ReadonlySet<string>;
}

type ItemReader = (item: JsonNode, itemPlace: ItemPlace, answer: AnswerParts, session: SessionBuilder) => void;

/** Returns a reader for calls whose arguments are a string, or an object that is converted to a string. */
const call =
  (argument: string, type: 'function' | 'custom' = 'function', tool?: string): ItemReader =>
  (item, { record }, answer) => {
    const at = valueOf(item, 'type') ?? item;
    const name = valueOf(item, 'name') ?? (tool === undefined ? undefined : stringAt(at, tool));
    const id = valueOf(item, 'call_id') ?? valueOf(item, 'id');
    answer.add(record, { call: callAt(item, { id, name, text: asText(valueOf(item, argument)), type }) });
  };

const reply: ItemReader = (item, { record, failed }, answer, session) => {
  answer.finish();
  const output = valueOf(item, 'output') ?? valueOf(item, 'tools');
  // In older files, the output is an object with the text and a flag for success.
  const content = output?.kind === 'object' ? (valueOf(output, 'content') ?? output) : output;
  const success = valueOf(output, 'success');
  const isFailure = success?.kind === 'boolean' && success.value === false;
  if (isFailure || failed.has(textOf(item, 'call_id') ?? '') || saysFailure(content)) session.fail(record.start);
  session.say(replyAt(record, valueOf(item, 'type') ?? item, valueOf(item, 'call_id'), content));
};

/** Whether the exit code of a command, which Codex writes above or next to the output, shows a failure. */
function saysFailure(content: JsonNode | undefined): boolean {
  const text = content?.kind === 'string' ? content.value : (textOf(itemsOf(content)[0], 'text') ?? '');
  const [code] = codexExitCodes.flatMap((sign) => sign.exec(text.slice(0, MAX_HEAD_LENGTH))?.[1] ?? []);
  if (code !== undefined) return Number(code) !== 0;
  if (!text.startsWith('{"output":') || !text.endsWith('}')) return false;
  const { root } = readJson(text);
  const metadata = valueOf(valueOf(root, 'metadata'), 'exit_code');
  return metadata?.kind === 'number' && metadata.value !== 0;
}

/** The maximum length of the text that Codex writes above an output (UTF-16 units). */
const MAX_HEAD_LENGTH = 300;

/**
 * Handles tools run by the server. The log does not contain their results, so a call is only counted: as a message, it would
 * never get a reply.
 */
const served: ItemReader = (item, { record }, _, session) =>
  session.count(`${textOf(item, 'type')} (run by the server)`, 'context', record);

const readsAs = new Map<string, ItemReader>([
  ['message', sayMessage],
  ['reasoning', sayThought],
  ['function_call', call('arguments')],
  ['custom_tool_call', call('input', 'custom')],
  ['local_shell_call', call('action', 'function', 'local_shell')],
  ['tool_search_call', call('arguments', 'function', 'tool_search')],
  ['function_call_output', reply],
  ['custom_tool_call_output', reply],
  ['local_shell_call_output', reply],
  ['tool_search_output', reply],
  ['web_search_call', served],
  ['image_generation_call', served],
]);

function readItem(item: JsonNode, itemPlace: ItemPlace, answer: AnswerParts, session: SessionBuilder): void {
  const type = textOf(item, 'type') ?? '';
  const reader = readsAs.get(type);
  if (reader) reader(item, itemPlace, answer, session);
  else
    session.count(type === '' ? 'item without a type' : type, getOwn(codexItems, type) ?? 'unknown', itemPlace.record);
}

const roles = new Set([developerRole, systemRole]);

function sayMessage(item: JsonNode, { record }: ItemPlace, answer: AnswerParts, session: SessionBuilder): void {
  const role = textOf(item, 'role');
  const content = asContent(valueOf(item, 'content'));
  if (role === modelRole) {
    answer.add(record, { parts: content?.kind === 'array' ? content.items : content ? [content] : [] });
    return;
  }
  answer.finish();
  const roleAt = valueOf(item, 'role') ?? record;
  if (role === userRole) {
    const blocks = { record, roleAt, content, isContext: false, context: codexContext };
    sayUserBlocks(blocks, (message) => session.say(message), session);
    return;
  }
  const speaker = role === undefined || !roles.has(role) ? developerRole : role;
  session.say(messageAt(record, roleAt, speaker, { content }));
}

function sayThought(item: JsonNode, { record }: ItemPlace, answer: AnswerParts, session: SessionBuilder): void {
  const parts = [...itemsOf(valueOf(item, 'summary')), ...itemsOf(valueOf(item, 'content'))].filter((part) =>
    textOf(part, 'text')?.trim(),
  );
  if (parts.length > 0) answer.add(record, { thoughts: parts });
  if (textOf(item, 'encrypted_content') !== undefined && itemsOf(valueOf(item, 'content')).length === 0)
    session.lack('reasoning');
}

interface Telling {
  readonly answer: AnswerParts;
  /** The number of times that each text occurs in items, not counting those that an event has already repeated. */
  readonly told: Map<string, number>;
  /** The messages with summaries. */
  readonly summaries: Set<JsonNode>;
  readonly records: readonly JsonNode[];
}

/** Reads an event. Events only repeat items, except for rollbacks and for a thought whose item is encrypted. */
function readEvent(event: JsonNode, record: JsonNode, telling: Telling, session: SessionBuilder): void {
  const { answer, told, records } = telling;
  const type = textOf(event, 'type') ?? 'without a type';
  const text = valueOf(event, 'text');
  const timesTold = text?.kind === 'string' ? (told.get(text.value.trim()) ?? 0) : 0;
  if (type === 'agent_reasoning' && text?.kind === 'string' && timesTold > 0)
    told.set(text.value.trim(), timesTold - 1);
  if (type === 'agent_reasoning' && text?.kind === 'string' && timesTold === 0) {
    answer.add(record, { thoughts: [objectAt(text, { type: stringAt(text, 'summary_text'), text })] });
    return;
  }
  const turns = valueOf(event, 'num_turns');
  if (type === 'thread_rolled_back' && turns?.kind === 'number') {
    answer.finish();
    const before = () => records.slice(0, records.indexOf(record));
    const isTurn = (message: JsonNode) => textOf(message, 'role') === userRole;
    session.rollBack(Number(turns.value), isTurn, `rolled-back ${record.start}`, before);
  }
  const info = valueOf(event, 'info');
  if (type === 'token_count' && info) noteUsage(info, record, answer, session);
  session.count(`event_msg ${type}`, getOwn(codexEvents, type) ?? 'unknown', record);
}

/**
 * Records the usage of the last answer. If the total is unchanged, the event repeats the usage because only the limits of the
 * account have changed.
 */
function noteUsage(info: JsonNode, record: JsonNode, answer: AnswerParts, session: SessionBuilder): void {
  const total = usageIn(valueOf(info, 'total_token_usage'));
  const isNew = total === undefined || JSON.stringify(session.usage.told) !== JSON.stringify(total);
  session.usage.tell(total);
  if (isNew) session.usage.add(answer.lastStart ?? record.start, usageIn(valueOf(info, 'last_token_usage')));
}

/**
 * Returns a function that tells which messages a summary keeps. These are the messages in the history of its record. Some versions of Codex
 * log no history; then the summary keeps the user messages and the context.
 */
function keptBy(payload: JsonNode, summaries: ReadonlySet<JsonNode>): (message: JsonNode) => boolean {
  const history = valueOf(payload, 'replacement_history');
  if (history === undefined)
    return (message) => [userRole, developerRole].includes(textOf(message, 'role') ?? '') && !summaries.has(message);
  const texts = new Set(itemsOf(history).flatMap(textsIn));
  return (message) => textsIn(message).some((text) => texts.has(text));
}

function textsIn(message: JsonNode): string[] {
  const content = valueOf(message, 'content');
  const nodes =
    content?.kind === 'string' ? [content] : itemsOf(content).flatMap((part) => valueOf(part, 'text') ?? []);
  return nodes.flatMap((node) => (node.kind === 'string' && node.value.trim() !== '' ? [node.value.trim()] : []));
}

/** Adds the text of a summary that is not in the log yet. The messages that it replaces for the model remain in the conversation. */
function readSummary(payload: JsonNode, record: JsonNode, telling: Telling, session: SessionBuilder): void {
  const { answer, told, summaries } = telling;
  answer.finish();
  session.compact(record, 0, keptBy(payload, summaries));
  const roleAt = valueOf(record, 'type') ?? record;
  const message = valueOf(payload, 'message');
  const texts = [
    ...(message?.kind === 'string' ? [message] : []),
    ...itemsOf(valueOf(payload, 'replacement_history')).flatMap((item) =>
      itemsOf(valueOf(item, 'content')).flatMap((part) => valueOf(part, 'text') ?? []),
    ),
  ];
  let isRead = false;
  for (const text of texts) {
    if (text.kind !== 'string' || text.value.trim() === '' || told.has(text.value.trim())) continue;
    told.set(text.value.trim(), 0);
    summaries.add(session.say(messageAt(text, roleAt, developerRole, { content: text })));
    isRead = true;
  }
  if (isRead) return;
  session.count('compacted', 'bookkeeping', record);
  session.lack('summary of a compaction');
}
