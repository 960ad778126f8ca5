/**
 * Finds calls in families whose headers have no ids: functions of 0.1 (0.1 §8), tags of ChatML, and JSON in the bodies of
 * Llama 3. Calls and replies are matched by their order.
 */
import { llamaCallMembers, modelRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import type { MessagePart } from '../../syntax/families/learned/message-parts.ts';
import { parseValues } from '../../syntax/json/values.ts';
import { attributeNamed } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { bodyCalls } from '../calls/body-calls.ts';
import { apart, functionName, functionParts } from '../calls/functions.ts';
import { taggedCalls, writtenCall } from '../calls/tagged-calls.ts';
import { taggedParts } from '../calls/tagged-parts.ts';
import { type HeaderInfo, headerInfo, instructs } from '../message.ts';
import { FactsMaker, type GraphFacts, type Half, noFacts } from './facts.ts';
import { addDeclarations } from './open.ts';

export function plainFacts(block: Block): GraphFacts {
  if (block.kind !== 'message') return noFacts;
  const what = headerInfo(block);
  const make = FactsMaker.of(block.text);
  if (instructs(what.role)) addDeclarations(make, block, (span) => span);
  const inBody = addBody(make, block, what);
  addHeader(make, block, what, inBody);
  return make.facts();
}

/**
 * Adds the name of the speaker of a message. A message from a tool is also added as a reply as a whole, unless its body contains calls or
 * replies.
 */
function addHeader(
  make: FactsMaker,
  block: Block,
  { kind, role, name, header }: HeaderInfo,
  inBody: readonly Half[],
): void {
  const attribute = name === undefined ? undefined : attributeNamed(header, 'name');
  const at = attribute && { start: attribute.valueStart, end: attribute.end };
  if (kind === 'plain') {
    if (name !== undefined && role !== undefined) make.mention('speaker', name, at, 'speaker', { role });
    return;
  }
  const span = at ?? header.role ?? { start: 0, end: block.headerEnd };
  const half =
    inBody.length > 0 || kind !== 'reply'
      ? inBody.find((one) => inBody.length === 1 && one.kind === 'reply')
      : make.half({
          start: 0,
          end: block.end,
          kind,
          tool: name,
          thread: make.thread({ tool: name }, 'order'),
          at: { start: span.start, end: span.end },
        });
  if (name !== undefined) make.mention('callee', name, at, kind, { half });
}

function addBody(make: FactsMaker, block: Block, { role }: HeaderInfo): readonly Half[] {
  const all: Half[] = [];
  const add = (kind: 'call' | 'reply', span: Span, name?: Span & { readonly value: string }, at: Span = span) => {
    const { start, end } = (name && make.written(name, name.value)) ?? at;
    const fields = {
      start: span.start,
      end: span.end,
      kind,
      tool: name?.value,
      thread: make.thread({ tool: name?.value }, 'order'),
    };
    const half = make.half({ ...fields, at: { start, end } });
    all.push(half);
    if (name) make.mention('callee', name.value, name, kind, { half });
  };
  const parts = block.family.parts?.(block, role);
  if (parts !== undefined) return addParts(make, parts);
  for (const { token, values } of functionParts(block, role)) {
    const kind = kinds.get(token.name);
    if (kind === undefined) continue;
    for (const { value, start, end } of values) {
      const { name } = writtenCall(block.text.slice(start, end), value, start, false);
      add(kind, { start, end }, name, { start, end: start + 1 });
    }
  }
  for (const call of taggedCalls(block, role)) add('call', call, call.name, { start: call.start, end: call.start + 1 });
  for (const { name, start, end, open, inner } of taggedParts(block, role)) {
    if (name !== 'tool_response' || open === undefined) continue;
    const innerText = block.text.slice(inner.start, inner.end);
    add('reply', { start, end }, nameIn(innerText, inner.start), open);
  }
  if (block.family.has.bodyCalls && role === modelRole) {
    for (const { start, end, name } of jsonCalls(block)) add('call', { start, end }, name, { start, end: start + 1 });
  }
  return all;
}

/** Adds calls and replies with the names and ids that are written by the template of their dialect. */
function addParts(make: FactsMaker, parts: readonly MessagePart[]): readonly Half[] {
  return parts.flatMap(({ kind, start, end, name, callId, content }) => {
    if (kind !== 'call' && kind !== 'reply') return [];
    const identity = { tool: name?.value, ...(callId && { callId: callId.value }) };
    const at = callId ?? name ?? { start: content.start, end: Math.min(content.end, content.start + 1) };
    const half = make.half({
      start,
      end,
      kind,
      ...identity,
      thread: make.thread(identity, 'order'),
      at: { start: at.start, end: at.end },
    });
    if (name) make.mention('callee', name.value, name, kind, { half });
    // If an id contains the name of the tool, it changes along with the name, and cannot be renamed separately.
    const isNaming = callId && name && callId.start <= name.start && name.end <= callId.end;
    if (callId && !isNaming) make.mention('id', callId.value, callId, kind, { half });
    return [half];
  });
}

const kinds = new Map<string, Half['kind']>([
  ['function_call', 'call'],
  ['function_output', 'reply'],
]);

/** The name of the tool in an object that the tool returned; undefined if the object has none. */
function nameIn(text: string, at: number) {
  const { values } = /^\s*\{/.test(text) ? parseValues(text) : { values: [] };
  const [first] = values;
  if (first === undefined || functionName(first.value) === undefined) return undefined;
  return writtenCall(text.slice(first.start, first.end), first.value, at + first.start, true).name;
}

/** The calls after a call token, or in a body that consists only of calls. Invalid JSON counts as a single call to an unknown tool. */
function jsonCalls(block: Block): { start: number; end: number; name: (Span & { value: string }) | undefined }[] {
  const { text, bodyStart, bodyEnd } = block;
  const token = has(block, Trait.OddBody) ? segments(block).find((one) => one.token?.kind === 'call') : undefined;
  const body = text.slice(bodyStart, bodyEnd);
  const names = llamaCallMembers.tool.some((key) => body.includes(`"${key}"`));
  const [bodyCall] = token || !names ? [] : bodyCalls(block).filter(({ doubt }) => !doubt);
  const from = token?.end ?? bodyCall?.start;
  if (from === undefined) return [];
  const { values, error } = parseValues(text.slice(from, bodyEnd));
  const calls = error === undefined ? apart(values, text.slice(from, bodyEnd), from) : [];
  const namedCalls = calls.flatMap(({ value, start, end }) => {
    const { name } = writtenCall(text.slice(start, end), value, start, false);
    return name ? [{ start, end, name }] : [];
  });
  return namedCalls.length > 0 ? namedCalls : [{ start: token?.start ?? from, end: bodyEnd, name: undefined }];
}
