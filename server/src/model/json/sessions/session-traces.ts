/** Reads session traces in the format of the Hugging Face Hub: https://huggingface.co/docs/hub/session-traces-format. */
import { developerRole, modelRole, systemRole, toolRole, userRole } from '../../../grammar/index.ts';
import { traceRecords } from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';
import { asContent, asText, callAt, itemsOf, messageAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

const roles = new Set<string | undefined>([systemRole, developerRole, userRole, modelRole]);

export function readSessionTrace(root: JsonNode, session: SessionBuilder): void {
  let hasInstructions = false;
  for (const record of itemsOf(root)) {
    if (record.kind !== 'object') continue;
    const type = textOf(record, 'type');
    if (type === 'session') readHeader(record, session);
    const message = valueOf(record, 'message');
    const role = textOf(message, 'role');
    if (type !== 'message' || role === undefined || !(roles.has(role) || role === toolRole)) {
      const meaning = type === 'message' ? undefined : getOwn(traceRecords, type);
      session.count(
        type === 'message' ? `message with role ${role ?? '(none)'}` : (type ?? 'record without a type'),
        meaning ?? 'unknown',
        record,
      );
      continue;
    }
    const stamp = valueOf(message, 'timestamp') ?? valueOf(record, 'timestamp');
    if (stamp?.kind === 'string' || stamp?.kind === 'number') session.timeOf(record, stamp.value as string | number);
    hasInstructions ||= role === systemRole;
    session.say(role === toolRole ? replyIn(record, message) : messageIn(record, message, role));
  }
  if (!hasInstructions) session.lack('system prompt');
  if (!itemsOf(root).some((record) => valueOf(record, 'tools')?.kind === 'array')) session.lack('tools');
}

/** Reads the header of a trace. It may have any fields in addition to ids; `ocml` writes the tools into the header. */
function readHeader(header: JsonNode, session: SessionBuilder): void {
  session.identify(textOf(header, 'id'), textOf(header, 'harness'));
  const tools = valueOf(header, 'tools');
  if (tools?.kind === 'array') session.declare(tools);
}

const replyIn = (record: JsonNode, message: JsonNode | undefined): JsonNode =>
  replyAt(record, valueOf(message, 'role') ?? record, valueOf(message, 'toolCallId'), valueOf(message, 'content'));

function messageIn(record: JsonNode, message: JsonNode | undefined, role: string): JsonNode {
  const calls = itemsOf(valueOf(message, 'toolCalls')).map((call) => {
    const of = valueOf(call, 'function') ?? call;
    return callAt(call, { id: valueOf(call, 'id'), name: valueOf(of, 'name'), text: asText(valueOf(of, 'arguments')) });
  });
  const [first] = calls;
  return messageAt(record, valueOf(message, 'role') ?? record, role, {
    reasoning_content: asText(valueOf(message, 'reasoningContent')),
    content: asContent(valueOf(message, 'content')),
    tool_calls: first && { kind: 'array', start: first.start, end: (calls.at(-1) ?? first).end, items: calls },
  });
}
