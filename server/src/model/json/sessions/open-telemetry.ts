/** Messages as OpenTelemetry's conventions for generative AI have them: alone, as attributes, or in exported spans. */

import { telemetryMessages, telemetryRoot, telemetryTools } from '../../../grammar/agent-sessions.ts';
import { systemRole } from '../../../grammar/index.ts';
import { type JsonNode, type JsonObject, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { readJson } from '../../../syntax/json/read.ts';
import type { Span } from '../../../syntax/span.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { asText, callAt, itemsOf, listAt, messageAt, objectAt, partAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';

export function readTelemetry(root: JsonNode, session: SessionBuilder): void {
  const said = new Set<string>();
  let [hasInstructions, hasTools] = [false, false];
  for (const attributes of attributesIn(root)) {
    const declared = attributes.get(telemetryTools);
    if (declared) {
      // A list that is not in the document as it is has no places there, and is read as a string of JSON.
      session.declare(declared.kind === 'array' ? declared : (asText(listIn(declared)) ?? declared));
      hasTools = true;
    }
    for (const key of telemetryMessages) {
      const value = attributes.get(key);
      if (value === undefined) continue;
      const list = listIn(value);
      const isSystem = key === telemetryMessages[0];
      const messages = isSystem ? [objectAt(value, { role: stringAt(value, systemRole), parts: list })] : itemsOf(list);
      for (const message of messages) {
        // Each request repeats the conversation up to it.
        const known = JSON.stringify([textOf(message, 'role'), spoken(valueOf(message, 'parts'))]);
        if (said.has(known)) continue;
        said.add(known);
        hasInstructions ||= textOf(message, 'role') === systemRole;
        sayMessage(message, value, session);
      }
    }
  }
  if (!hasInstructions) session.lack('system prompt');
  if (!hasTools) session.lack('tools');
}

/** The attributes that hold messages, of each span in its order. */
function* attributesIn(root: JsonNode): Generator<ReadonlyMap<string, JsonNode>> {
  const whole = root.kind === 'array' ? root : valueOf(root, 'messages');
  if (whole?.kind === 'array') yield new Map([[telemetryMessages[1], whole]]);
  const members = [...telemetryMessages, telemetryTools].flatMap((key) => {
    const value = valueOf(root, key);
    return value ? [[key, value] as const] : [];
  });
  if (members.length > 0) yield new Map(members);
  for (const resource of itemsOf(valueOf(root, telemetryRoot)))
    for (const scope of itemsOf(valueOf(resource, 'scopeSpans')))
      for (const span of itemsOf(valueOf(scope, 'spans')))
        for (const holder of [span, ...itemsOf(valueOf(span, 'events'))])
          yield new Map(
            itemsOf(valueOf(holder, 'attributes')).flatMap((attribute) => {
              const [key, value] = [textOf(attribute, 'key'), valueOf(attribute, 'value')];
              return key !== undefined && value ? [[key, value] as const] : [];
            }),
          );
}

/** A list that is written as it is, as a string of JSON, or in the values of OTLP. */
function listIn(value: JsonNode): JsonNode | undefined {
  const plain = value.kind === 'object' ? plainOf(value) : value;
  if (plain?.kind !== 'string') return plain;
  const { root, faults } = readJson(plain.value);
  return root && faults.length === 0 ? movedTo(root, plain) : undefined;
}

/** How deep values of OTLP are read. */
const MAX_VALUE_DEPTH = 50;

/** A value of OTLP as JSON: `{"stringValue": …}`, `{"arrayValue": {"values": …}}`, `{"kvlistValue": {"values": …}}`. */
function plainOf(value: JsonNode, depth = MAX_VALUE_DEPTH): JsonNode | undefined {
  const plain = ['stringValue', 'intValue', 'doubleValue', 'boolValue'].flatMap((key) => valueOf(value, key) ?? []);
  if (plain[0] || depth === 0) return plain[0];
  const array = valueOf(value, 'arrayValue');
  if (array)
    return listAt(
      value,
      itemsOf(valueOf(array, 'values')).flatMap((item) => plainOf(item, depth - 1) ?? []),
    );
  const pairs = valueOf(value, 'kvlistValue');
  if (pairs === undefined) return undefined;
  const { start, end } = value;
  const members = itemsOf(valueOf(pairs, 'values')).flatMap((pair) => {
    const key = memberOf(pair, 'key')?.value;
    const held = valueOf(pair, 'value');
    return key?.kind === 'string' && held ? [{ key, value: plainOf(held, depth - 1) }] : [];
  });
  return { kind: 'object', start, end, members };
}

/** A value that was read from a string: all of it has the place of the string. Without recursion. */
function movedTo(root: JsonNode, { start, end }: Span): JsonNode {
  const place = (node: { start: number; end: number }) => {
    node.start = start;
    node.end = end;
  };
  const open: JsonNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    place(node);
    if (node.kind === 'array') for (const item of node.items) open.push(item);
    else if (node.kind === 'object')
      for (const { key, value } of node.members) {
        place(key);
        if (value) open.push(value);
      }
  }
  return root;
}

/** The parts of a message by which it is recognised when it is repeated. */
const spoken = (parts: JsonNode | undefined) =>
  itemsOf(parts).map(
    (part) => part.kind === 'object' && part.members.map(({ key, value }) => [key.value, asText(value)?.value]),
  );

function sayMessage(message: JsonNode, at: Span, session: SessionBuilder): void {
  const role = textOf(message, 'role');
  if (role === undefined) {
    session.count('message of nobody', 'unknown', message);
    return;
  }
  const roleAt = valueOf(message, 'role') ?? at;
  const parts: JsonNode[] = [];
  const calls: JsonObject[] = [];
  let place: Span | undefined = message;
  const replies: JsonObject[] = [];
  for (const part of itemsOf(valueOf(message, 'parts'))) {
    const type = textOf(part, 'type') ?? '';
    const text = asText(valueOf(part, 'content') ?? valueOf(part, 'text'));
    if (type === 'text' && text) parts.push(partAt('text', text));
    else if ((type === 'reasoning' || type === 'thinking') && text) parts.push(partAt('thinking', text));
    else if (type === 'tool_call' || type === 'server_tool_call')
      calls.push(
        callAt(part, { id: given(part, 'id'), name: valueOf(part, 'name'), text: asText(valueOf(part, 'arguments')) }),
      );
    else if (type === 'tool_call_response' || type === 'server_tool_call_response') {
      const response = valueOf(part, 'response') ?? valueOf(part, 'result');
      replies.push(replyAt(place ?? part, roleAt, given(part, 'id'), response));
      place = undefined;
    } else if (placed.has(type)) parts.push(objectAt(part, { type: stringAt(part, placeOf(part)) }));
    else session.count(`part ${type}`, 'unknown', part);
  }
  for (const reply of replies) session.say(reply);
  if (parts.length + calls.length === 0) return;
  session.say(
    messageAt(place ?? (parts[0] as JsonNode), roleAt, role, {
      content: listAt(parts[0] ?? message, parts),
      tool_calls: calls.length > 0 ? listAt(calls[0] as JsonObject, calls) : undefined,
    }),
  );
}

/** Parts that are not text. */
const placed = new Set(['blob', 'file', 'uri']);
const placeOf = (part: JsonNode): string =>
  ['image', 'audio', 'video'].find((modality) => textOf(part, 'modality') === modality) ?? 'file';

const given = (part: JsonNode, key: string): JsonNode | undefined => {
  const value = valueOf(part, key);
  return value?.kind === 'string' ? value : undefined;
};
