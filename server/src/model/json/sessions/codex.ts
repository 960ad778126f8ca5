/** Codex's rollouts: items of the Responses API in an envelope, and in old files without one. */
import { developerRole, modelRole, systemRole, userRole } from '../../../grammar/index.ts';
import { codexContext, codexEvents, codexItems, codexRecords } from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { AnswerParts } from './answer-parts.ts';
import { asContent, asText, beginsWith, callAt, itemsOf, messageAt, objectAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { usageIn } from './usage.ts';

export function readCodex(root: JsonNode, session: SessionBuilder): void {
  const records = itemsOf(root).filter(({ kind }) => kind === 'object');
  const answer = new AnswerParts(session);
  const telling: Telling = { answer, told: textsTold(records), records };
  session.lack('tools');
  let hasInstructions = false;
  for (const record of records) {
    session.timeOf(record, textOf(record, 'timestamp'));
    const type = textOf(record, 'type');
    const payload = valueOf(record, 'payload');
    if (type === 'session_meta') session.identify(textOf(payload, 'id'));
    else if (type === undefined) session.identify(textOf(record, 'id'));
    if (type === 'response_item' && payload) readItem(payload, record, answer, session);
    else if (type === 'event_msg' && payload) readEvent(payload, record, telling, session);
    else if (type === 'compacted' && payload) readSummary(payload, record, telling, session);
    else if (payload === undefined && isItem(record)) readItem(record, record, answer, session);
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

/** Whether a record of an old file is an item itself. */
const isItem = (record: JsonNode): boolean => {
  const type = textOf(record, 'type');
  return type === 'message' || (type !== undefined && (readsAs.has(type) || Object.hasOwn(codexItems, type)));
};

/** Texts of the items, so that those are found that only an event has. */
function textsTold(records: readonly JsonNode[]): Set<string> {
  const told = new Set<string>();
  for (const record of records) {
    if (textOf(record, 'type') === 'event_msg') continue;
    const item = valueOf(record, 'payload') ?? record;
    for (const list of [valueOf(item, 'content'), valueOf(item, 'summary')])
      for (const part of itemsOf(list)) told.add(textOf(part, 'text')?.trim() ?? '');
  }
  return told;
}

type ItemReader = (item: JsonNode, record: JsonNode, answer: AnswerParts, session: SessionBuilder) => void;

/** A call whose arguments are a text, or an object that becomes one. */
const call =
  (argument: string, type: 'function' | 'custom' = 'function', tool?: string): ItemReader =>
  (item, record, answer) => {
    const at = valueOf(item, 'type') ?? item;
    const name = valueOf(item, 'name') ?? (tool === undefined ? undefined : stringAt(at, tool));
    const id = valueOf(item, 'call_id') ?? valueOf(item, 'id');
    answer.add(record, { call: callAt(item, { id, name, text: asText(valueOf(item, argument)), type }) });
  };

const reply: ItemReader = (item, record, answer, session) => {
  answer.finish();
  const output = valueOf(item, 'output') ?? valueOf(item, 'tools');
  // Older files have the text in an object that says whether the tool succeeded.
  const content = output?.kind === 'object' ? (valueOf(output, 'content') ?? output) : output;
  const success = valueOf(output, 'success');
  if (success?.kind === 'boolean' && success.value === false) session.fail(record.start);
  session.say(replyAt(record, valueOf(item, 'type') ?? item, valueOf(item, 'call_id'), content));
};

/** Tools that the server runs, whose results are not in the log: what was searched for is told, without a call that waits. */
const served: ItemReader = (item, record, _, session) =>
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

/** `record`: the place of the message that the item becomes. */
function readItem(item: JsonNode, record: JsonNode, answer: AnswerParts, session: SessionBuilder): void {
  const type = textOf(item, 'type') ?? '';
  const reader = readsAs.get(type);
  if (reader) reader(item, record, answer, session);
  else session.count(type === '' ? 'item without a type' : type, getOwn(codexItems, type) ?? 'unknown', record);
}

const roles = new Set([developerRole, systemRole, userRole]);

function sayMessage(item: JsonNode, record: JsonNode, answer: AnswerParts, session: SessionBuilder): void {
  const role = textOf(item, 'role');
  const content = asContent(valueOf(item, 'content'));
  if (role === modelRole) {
    answer.add(record, { parts: content?.kind === 'array' ? content.items : content ? [content] : [] });
    return;
  }
  answer.finish();
  const [first] = itemsOf(content);
  const begins = content?.kind === 'string' ? content.value : textOf(first, 'text');
  const isContext = role === userRole && beginsWith(begins, codexContext);
  const speaker = isContext || role === undefined || !roles.has(role) ? developerRole : role;
  session.say(messageAt(record, valueOf(item, 'role') ?? record, speaker, { content }));
}

function sayThought(item: JsonNode, record: JsonNode, answer: AnswerParts, session: SessionBuilder): void {
  const parts = [...itemsOf(valueOf(item, 'summary')), ...itemsOf(valueOf(item, 'content'))].filter((part) =>
    textOf(part, 'text')?.trim(),
  );
  if (parts.length > 0) answer.add(record, { thoughts: parts });
  if (textOf(item, 'encrypted_content') !== undefined && itemsOf(valueOf(item, 'content')).length === 0)
    session.lack('reasoning');
}

interface Telling {
  readonly answer: AnswerParts;
  /** The texts of the items. */
  readonly told: Set<string>;
  readonly records: readonly JsonNode[];
}

/** An event tells what items say, except for a thought that an item has only encrypted, and for what was taken back. */
function readEvent(event: JsonNode, record: JsonNode, telling: Telling, session: SessionBuilder): void {
  const { answer, told, records } = telling;
  const type = textOf(event, 'type') ?? 'without a type';
  const text = valueOf(event, 'text');
  if (type === 'agent_reasoning' && text?.kind === 'string' && !told.has(text.value.trim())) {
    told.add(text.value.trim());
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

/** What the last answer used; the same is told again where only the limits of the account have changed. */
function noteUsage(info: JsonNode, record: JsonNode, answer: AnswerParts, session: SessionBuilder): void {
  const total = usageIn(valueOf(info, 'total_token_usage'));
  const isNew = total === undefined || JSON.stringify(session.usage.told) !== JSON.stringify(total);
  session.usage.tell(total);
  if (isNew) session.usage.add(answer.lastStart ?? record.start, usageIn(valueOf(info, 'last_token_usage')));
}

/** A summary takes the place of what was said, which stays in the conversation: only what is new in it is told. */
function readSummary(payload: JsonNode, record: JsonNode, { answer, told }: Telling, session: SessionBuilder): void {
  answer.finish();
  session.compact(record, session.length);
  const roleAt = valueOf(record, 'type') ?? record;
  const message = valueOf(payload, 'message');
  const texts = [
    ...(message?.kind === 'string' ? [message] : []),
    ...itemsOf(valueOf(payload, 'replacement_history')).flatMap((item) =>
      itemsOf(valueOf(item, 'content')).flatMap((part) => valueOf(part, 'text') ?? []),
    ),
  ];
  for (const text of texts) {
    if (text.kind !== 'string' || text.value.trim() === '' || told.has(text.value.trim())) continue;
    told.add(text.value.trim());
    session.say(messageAt(text, roleAt, developerRole, { content: text }));
  }
  session.count('compacted', 'bookkeeping', record);
}
