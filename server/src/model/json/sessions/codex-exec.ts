/** Reads the output of `codex exec --json`: the items of a thread, each of which is printed when it starts and when it is completed. */
import { codexExecRecords } from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { AnswerParts } from './answer-parts.ts';
import { asText, callAt, itemsOf, objectAt, partAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { usageIn } from './usage.ts';

/** The items that are calls. Each has the name of its tool, the keys of the arguments, and the keys of the result. */
const callItems: Readonly<Record<string, { tool?: string; input: readonly string[]; output: readonly string[] }>> = {
  command_execution: { tool: 'shell', input: ['command'], output: ['aggregated_output'] },
  file_change: { tool: 'apply_patch', input: ['changes'], output: ['status'] },
  mcp_tool_call: { input: ['arguments'], output: ['result', 'error'] },
  collab_tool_call: { input: ['prompt'], output: ['agents_states', 'status'] },
  web_search: { tool: 'web_search', input: ['query'], output: ['status'] },
};

export function readCodexExec(root: JsonNode, session: SessionBuilder): void {
  const answer = new AnswerParts(session);
  const completed = new Set(itemsOf(root).flatMap((record) => itemId(record, 'item.completed') ?? []));
  session.lack('prompt', 'system prompt', 'tools');
  for (const record of itemsOf(root)) {
    if (record.kind !== 'object') continue;
    const type = textOf(record, 'type');
    session.identify(textOf(record, 'thread_id'));
    const item = valueOf(record, 'item');
    if (type === 'turn.completed') session.usage.add(record.start, usageIn(valueOf(record, 'usage')));
    const id = itemId(record, 'item.started');
    const isOpen = id !== undefined && !completed.has(id) && getOwn(callItems, textOf(item, 'type')) !== undefined;
    if (item && (type === 'item.completed' || isOpen)) readItem(item, record, answer, session);
    else session.count(type ?? 'record without a type', getOwn(codexExecRecords, type) ?? 'unknown', record);
  }
  answer.finish();
}

/** The id of the item in a record, if the record has the given type. */
const itemId = (record: JsonNode, type: string): string | undefined =>
  textOf(record, 'type') === type ? textOf(valueOf(record, 'item'), 'id') : undefined;

function readItem(item: JsonNode, record: JsonNode, answer: AnswerParts, session: SessionBuilder): void {
  const type = textOf(item, 'type') ?? 'without a type';
  const text = valueOf(item, 'text');
  const form = getOwn(callItems, type);
  if (type === 'reasoning' && text) answer.add(record, { thoughts: [partAt('thinking', text)] });
  else if (type === 'agent_message' && text) answer.add(record, { parts: [partAt('text', text)] });
  else if (form) {
    const id = valueOf(item, 'id');
    const name = form.tool ? stringAt(valueOf(item, 'type') ?? item, form.tool) : valueOf(item, 'tool');
    const inputs = form.input.flatMap((key) => valueOf(item, key) ?? []);
    const [input = item] = inputs;
    // If the field is an object, it contains all arguments.
    const args =
      input.kind === 'object' && inputs.length > 0 ? input : objectAt(input, { [form.input[0] ?? '']: inputs[0] });
    answer.add(record, { call: callAt(record, { id, name, text: asText(args) }) });
    answer.finish();
    // A call that was interrupted never gets a reply.
    if (textOf(record, 'type') === 'item.started') return;
    if (textOf(item, 'status') === 'failed') session.fail(item.start);
    const [output] = form.output.flatMap((key) => asText(valueOf(item, key)) ?? []);
    session.say(replyAt(item, item, id, output));
  } else session.count(`item ${type}`, getOwn(codexExecRecords, `item ${type}`) ?? 'unknown', record);
}
