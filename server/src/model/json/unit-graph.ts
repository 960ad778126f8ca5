/**
 * Computes the facts that a unit of JSON contributes to the call graph: from lists of chat APIs and data sets, and
 * from the projection (2.2 §10).
 */
import { type JsonDialectId, modelRole } from '../../grammar/index.ts';
import { messageRoles } from '../../grammar/messages.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { endsOrder } from '../calls/exchange.ts';
import { FactsMaker, type GraphFacts, type Half, noFacts } from '../graph/facts.ts';
import { addDeclarations, addHeader } from '../graph/open.ts';
import { instructs } from '../message.ts';
import { listOf, roleOf } from './list.ts';
import { type Projected, partIn, projectedListsOf } from './projected.ts';
import { transcriptIn } from './shapes/text-column.ts';
import { dialectOf } from './shapes.ts';
import { textFacts } from './text-graph.ts';
import { type ApiCall, callsOf, repliesIn } from './tool-calls.ts';

const cache = new WeakMap<JsonReading, GraphFacts>();

/** Returns the facts of a unit in a document of a given dialect. The conversations in a list of rows have separate names. */
export function unitFacts(unit: JsonUnit, dialect: JsonDialectId): GraphFacts {
  const reading = readUnit(unit);
  let facts = cache.get(reading);
  if (facts === undefined) {
    facts = readers[dialectOf(reading, dialect)](reading);
    cache.set(reading, facts);
  }
  return facts;
}

const nothing = () => noFacts;

/**
 * The number of conversations so far. It is used as a prefix of names, since the same name refers to something else in another conversation
 * or line.
 */
let conversations = 0;
const scopeOf = () => `${++conversations}:`;

const readers: Readonly<Record<JsonDialectId, (reading: JsonReading) => GraphFacts>> = {
  json: (reading) => (transcriptIn(reading) === undefined ? noFacts : textFacts(reading, scopeOf)),
  // ChatML on the wire has neither calls nor names of tools.
  'chatml-wire': nothing,
  'stream-event': eventFacts,
  messages: listFacts,
  'openchatml-json': projectionFacts,
};

function listFacts(reading: JsonReading): GraphFacts {
  const { text, root } = reading;
  const { messages, rowOf } = listOf(reading);
  if (root === undefined) return noFacts;
  const all = FactsMaker.of(text);
  const scopes = new Map<JsonNode, FactsMaker>();
  const within = (row: JsonNode) => {
    const make = scopes.get(row) ?? all.within(scopeOf());
    if (!scopes.has(row)) addTools(make, row);
    scopes.set(row, make);
    return make;
  };
  if (!rowOf) within(root);
  for (const message of messages) addMessage(within(rowOf?.get(message) ?? root), message);
  return all.facts();
}

function addTools(make: FactsMaker, row: JsonNode): void {
  const tools = memberOf(row, 'tools')?.value;
  for (const tool of tools?.kind === 'array' ? tools.items : []) {
    const of = memberOf(tool, 'function')?.value ?? tool;
    make.mention('callee', textOf(of, 'name') ?? '', memberOf(of, 'name')?.value, 'declaration');
  }
}

const toolRoles: readonly (string | undefined)[] = messageRoles.flatMap(({ name, replies }) => (replies ? [name] : []));

function addMessage(make: FactsMaker, message: JsonNode): void {
  const role = roleOf(message);
  const calls = callsOf(message);
  const replyIds = repliesIn(message);
  const isReply = replyIds.length > 0 || toolRoles.includes(role?.value);
  if (isReply) addReplies(make, message, replyIds);
  else if (endsOrder(role?.value)) make.beginAnew();
  for (const call of calls) addCall(make, call);
  // In some data sets, only the role shows that a message is a call, and the name of the tool is in the text.
  const recipient = calls.length === 0 ? memberOf(message, 'recipient')?.value : undefined;
  if (recipient && role?.value === modelRole)
    addHalf(make, message, { kind: 'call', tool: undefined }, spanOf(recipient));
  const name = textOf(message, 'name');
  if (name !== undefined && role && !toolRoles.includes(role.value) && calls.length === 0)
    make.mention('speaker', name, memberOf(message, 'name')?.value, 'speaker', { role: role.value });
}

/** Adds the replies in a message, which are replies to the calls with the given ids, or to a call without an id. */
function addReplies(make: FactsMaker, message: JsonNode, ids: readonly JsonString[]): void {
  const tool = textOf(message, 'name');
  const nameAt = memberOf(message, 'name')?.value;
  const replies = ids.map((id) => {
    const half = addHalf(make, message, { kind: 'reply', tool, callId: id.value }, inner(id));
    make.mention('id', id.value, id, 'reply', { half });
    return half;
  });
  if (ids.length === 0) {
    const at = nameAt ? inner(nameAt) : spanOf(roleOf(message) ?? message);
    replies.push(addHalf(make, message, { kind: 'reply', tool }, at));
  }
  if (tool !== undefined) make.mention('callee', tool, nameAt, 'reply', { half: replies[0] });
}

function addCall(make: FactsMaker, { node, id, name: tool }: ApiCall): void {
  const toolAt = memberOf(memberOf(node, 'function')?.value ?? node, 'name')?.value;
  const name = id ?? toolAt;
  const at = name ? inner(name) : { start: node.start, end: node.start + 1 };
  const half = addHalf(make, node, { kind: 'call', tool, callId: id?.value }, at);
  if (id) make.mention('id', id.value, id, 'call', { half });
  if (tool !== undefined) make.mention('callee', tool, toolAt, 'call', { half });
}

/** Adds a call or a reply. `at`: the span that represents the call or reply. */
function addHalf(make: FactsMaker, node: JsonNode, part: Pick<Half, 'kind' | 'tool' | 'callId'>, at: Span): Half {
  return make.half({ ...spanOf(node), ...part, thread: make.thread(part, 'order'), at });
}

/** Returns the facts of an event. The call that it refers to is not among the events, so only its id is known (2.2 §9). */
function eventFacts({ text, root }: JsonReading): GraphFacts {
  const make = FactsMaker.of(text);
  if (root) make.mention('id', textOf(root, 'call_id') ?? '', memberOf(root, 'call_id')?.value, 'reply');
  return make.facts();
}

function projectionFacts(reading: JsonReading): GraphFacts {
  const all = FactsMaker.of(reading.text);
  const lists = projectedListsOf(reading);
  for (const list of lists) {
    const make = lists.length > 1 ? all.within(scopeOf()) : all;
    for (const one of list) {
      addProjected(make, one);
      const { message } = one;
      if (!instructs(message.role)) continue;
      addDeclarations(
        make,
        message.block,
        ({ start, end }) => message.placed?.body(start, end) ?? { start: -1, end: -1 },
      );
    }
  }
  return all.facts();
}

function addProjected(make: FactsMaker, one: Projected): void {
  const { node, message } = one;
  addHeader(make, {
    what: message,
    whole: spanOf(node),
    opener: { start: node.start, end: node.start + 1 },
    complete: message.kind === 'plain' || partIn(one) !== undefined,
    valueOf: spanOf,
  });
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });
const inner = ({ start, end }: Span): Span => ({ start: start + 1, end: Math.max(start + 1, end - 1) });
