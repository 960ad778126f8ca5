/** Reads messages in the format of OpenTelemetry's conventions for generative AI: on their own, in attributes, or in exported spans. */
import { telemetryCall, telemetryFailure, telemetryMessages } from '../../../grammar/agent-sessions.ts';
import { systemRole } from '../../../grammar/index.ts';
import { type JsonNode, type JsonObject, textOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { asText, callAt, itemsOf, listAt, messageAt, objectAt, partAt, replyAt } from './message-nodes.ts';
import { RepeatedRequests } from './repeated-requests.ts';
import type { SessionBuilder } from './session.ts';
import { conversationOf, holdersIn, listsIn, type TelemetryHolder, toolsOf, usageOf } from './telemetry-holders.ts';
import { plainOf } from './telemetry-values.ts';

export function readTelemetry(root: JsonNode, session: SessionBuilder): void {
  const requests = new RepeatedRequests();
  const holders = [...holdersIn(root)];
  const failed = new Set(holders.flatMap(failedCall));
  let [hasInstructions, hasTools] = [false, false];
  let last: Span | undefined;
  for (const holder of holders) {
    const tools = toolsOf(holder);
    if (tools) session.declare(tools);
    hasTools ||= tools !== undefined;
    const messages = [...messagesIn(holder, session)];
    const newMessages = requests.newIn(
      conversationOf(holder),
      messages.map(({ message }) => message),
    );
    const usage = usageOf(holder);
    for (const { message, at, isAnswer } of messages) {
      if (isAnswer) session.usage.add(message.start, usage);
      if (!newMessages.has(message)) continue;
      hasInstructions ||= textOf(message, 'role') === systemRole;
      // Attributes can have any order, unlike messages. If a message precedes its predecessor in the document, it gets the span
      // of the predecessor.
      const span: Span = last && message.start < last.start ? last : message;
      last = span;
      sayMessage(message, { place: span, at, failed }, session);
    }
  }
  if (!hasInstructions) session.lack('system prompt');
  if (!hasTools) session.lack('tools');
}

/** The id of the call that a span executed, if the span failed. */
function failedCall({ node, attributes }: TelemetryHolder): string[] {
  const code = valueOf(valueOf(node, 'status'), 'code');
  const isFailure =
    (code?.kind === 'number' || code?.kind === 'string') && telemetryFailure.includes(code.value as string | number);
  const id = attributes.get(telemetryCall);
  const text = id && (id.kind === 'object' ? plainOf(id) : id);
  return isFailure && text?.kind === 'string' ? [text.value] : [];
}

interface HeldMessage {
  readonly message: JsonNode;
  readonly at: JsonNode;
  /** Whether the message is the first one of the model's answer. */
  readonly isAnswer: boolean;
}

/** Yields the messages of a request and of its answer, in order, and records the times of both. */
function* messagesIn(holder: TelemetryHolder, session: SessionBuilder): Generator<HeldMessage> {
  for (const { key, value, list } of listsIn(holder)) {
    const isSystem = key === telemetryMessages[0];
    const isOutput = key.includes('output');
    session.timeOf(value, isOutput ? holder.end : holder.begin);
    const messages = isSystem ? [objectAt(value, { role: stringAt(value, systemRole), parts: list })] : itemsOf(list);
    for (const [i, message] of messages.entries()) yield { message, at: value, isAnswer: isOutput && i === 0 };
  }
}

interface Telling {
  /** The span that the message gets. */
  readonly place: Span;
  readonly at: Span;
  readonly failed: ReadonlySet<string>;
}

function sayMessage(message: JsonNode, telling: Telling, session: SessionBuilder): void {
  const { at, failed } = telling;
  const role = textOf(message, 'role');
  if (role === undefined) {
    session.count('message without a speaker', 'unknown', message);
    return;
  }
  const roleAt = valueOf(message, 'role') ?? at;
  let parts: JsonNode[] = [];
  let calls: JsonObject[] = [];
  let span: Span | undefined = telling.place;
  const isMoved = telling.place !== message;
  const placeOf = (part: Span) => span ?? (isMoved ? telling.place : part);
  const finish = () => {
    const [first] = [...parts, ...calls];
    if (first === undefined) return;
    session.say(
      messageAt(placeOf(first), roleAt, role, {
        content: listAt(parts[0] ?? message, parts),
        tool_calls: calls[0] && listAt(calls[0], calls),
      }),
    );
    [parts, calls, span] = [[], [], undefined];
  };
  for (const part of itemsOf(valueOf(message, 'parts'))) {
    const type = textOf(part, 'type') ?? '';
    const text = asText(valueOf(part, 'content') ?? valueOf(part, 'text'));
    if (type === 'text' && text) parts.push(partAt('text', text));
    else if ((type === 'reasoning' || type === 'thinking') && text) parts.push(partAt('thinking', text));
    else if (type === 'tool_call' || type === 'server_tool_call') {
      const node = valueOf(part, 'arguments') ?? valueOf(part, type);
      calls.push(callAt(part, { id: idOf(part), name: valueOf(part, 'name'), text: asText(node) }));
    } else if (type === 'tool_call_response' || type === 'server_tool_call_response') {
      // The model's answer contains the results of tools run by the server, so the answer is split at each result.
      finish();
      const response = valueOf(part, 'response') ?? valueOf(part, 'result') ?? valueOf(part, type);
      const reply = replyAt(placeOf(part), roleAt, idOf(part), response);
      if (failed.has(idOf(part)?.value ?? '')) session.fail(reply.start);
      session.say(reply);
      span = undefined;
    } else if (unspoken.has(type)) parts.push(objectAt(part, { type: stringAt(part, kindOf(part)) }));
    else session.count(`part ${type}`, 'unknown', part);
  }
  finish();
}

/** The types of parts that are files instead of text. */
const unspoken = new Set(['blob', 'file', 'uri']);
const kindOf = (part: JsonNode): string =>
  ['image', 'audio', 'video'].find((modality) => textOf(part, 'modality') === modality) ?? 'file';

const idOf = (part: JsonNode) => {
  const value = valueOf(part, 'id');
  return value?.kind === 'string' ? value : undefined;
};
