/** Fixes of turns: calls that are in the JSON of a body instead of separate messages, and outdated analysis. */

import { callChannel, functionsNamespace } from '../grammar/index.ts';
import { jsonObject } from '../model/body-json.ts';
import { message } from '../model/message.ts';
import { turnOf } from '../model/turns.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { isObject } from '../syntax/is-object.ts';
import { members, parseJson } from '../syntax/json/values.ts';
import type { Span } from '../syntax/span.ts';
import { type Fixers, insert, type Proposal, remove, replace, type Target } from './fix.ts';
import { writeDraft } from './support/edits.ts';
import { freshIds } from './support/exchanges.ts';
import { memoizePerDocument } from './support/memoize-per-document.ts';

interface Call {
  readonly tool: string;
  readonly arguments: string;
}

/** Reads a call in the format of chat APIs. Its arguments may be an object, or a string that contains one. */
function callOf(toolCall: unknown): Call | undefined {
  const inner = isObject(toolCall) && isObject(toolCall.function) ? toolCall.function : toolCall;
  if (!isObject(inner) || typeof inner.name !== 'string' || !/^[\w-]+(?:\.[\w-]+)*$/.test(inner.name)) return undefined;
  const callArguments = inner.arguments ?? {};
  const value = typeof callArguments === 'string' ? parseJson(callArguments) : { value: callArguments };
  if (value.error !== undefined || !isObject(value.value)) return undefined;
  const tool = inner.name.includes('.') ? inner.name : `${functionsNamespace}.${inner.name}`;
  return { tool, arguments: JSON.stringify(value.value) };
}

const idOf = (call: Call) => `${call.tool} ${call.arguments}`;

/** The calls in a turn that are separate messages, by each message of that turn. */
const callsOf = memoizePerDocument((context) => {
  const callsByBlock = new Map<Block, ReadonlySet<string>>();
  for (const block of context.blocks) {
    if (block.kind !== 'message' || callsByBlock.has(block)) continue;
    const turn = turnOf(block, context.blocks);
    const calls = new Set<string>();
    for (const one of turn) {
      const { kind, tool, json } = message(one);
      if (kind === 'call' && tool !== undefined && json.error === undefined)
        calls.add(idOf({ tool, arguments: JSON.stringify(json.value) }));
      callsByBlock.set(one, calls);
    }
  }
  return callsByBlock;
});

/** Calls written as messages. Undefined if the family cannot express one of them. */
function asMessages(calls: readonly Call[], { context }: Target): string[] | undefined {
  const ids = freshIds(context);
  const messages: string[] = [];
  for (const { tool, arguments: text } of calls) {
    const attributes = { to: tool, call_id: ids.next().value };
    const call = writeDraft({ attributes, channel: callChannel, constraint: 'json', text }, context.family);
    if (call === undefined) return undefined;
    messages.push(call);
  }
  return messages;
}

/** The span of a field in a JSON object, including its comma, so that the field can be deleted. */
function withoutMember(json: string, name: string): Span | undefined {
  const all = members(json);
  const at = all.findIndex(({ key }) => key === name);
  const [member, next, before] = [all[at], all[at + 1], all[at - 1]];
  if (member === undefined) return undefined;
  return next
    ? { start: member.keyStart, end: next.keyStart }
    : { start: before?.valueEnd ?? member.keyStart, end: member.valueEnd };
}

/** Removes `tool_calls` from the body. Calls that the turn does not contain yet become messages after this one. */
function callsAsMessages(target: Target): Proposal | undefined {
  const { block, context } = target;
  const body = jsonObject(target.message);
  const { text } = target.message.content;
  const isExact = text === block.text.slice(block.bodyStart, block.bodyEnd);
  if (!isExact || !Array.isArray(body?.tool_calls)) return undefined;
  const listed = body.tool_calls.map(callOf);
  const newCalls: Call[] = [];
  for (const call of listed) {
    if (call === undefined) return undefined;
    if (!callsOf(context).get(block)?.has(idOf(call))) newCalls.push(call);
  }
  const messages = asMessages(newCalls, target);
  const member = withoutMember(text, 'tool_calls');
  if (messages === undefined || member === undefined) return undefined;
  const apart = messages.length === 0 ? '' : context.family.frame.between;
  const calls = messages.join(apart);
  const bare = Object.entries(body).every(([key, value]) => key === 'tool_calls' || value === null || value === '');
  const span = { start: block.bodyStart + member.start, end: block.bodyStart + member.end };
  const edits =
    bare && messages.length > 0
      ? [replace({ start: 0, end: block.end }, calls)]
      : [remove(span), ...(messages.length > 0 ? [insert(block.end, apart + calls)] : [])];
  return {
    title:
      newCalls.length > 0
        ? 'Move the `tool_calls` in the body to messages of their own'
        : 'Remove `tool_calls` from the body; the turn already makes these calls',
    edits,
    preferred: true,
    changesBody: true,
  };
}

/** Removes a message, together with the white space after it. */
function dropMessage({ block }: Target): Proposal | undefined {
  if (has(block, Trait.OddGap) || has(block, Trait.Implied)) return undefined;
  return {
    title: 'Remove this message with its body',
    edits: [remove({ start: 0, end: block.text.length })],
    preferred: true,
    changesBody: true,
  };
}

export const turnFixers: Fixers = {
  'call-mixed': {
    says: 'move each call to a message of its own',
    fix: (target) => [callsAsMessages(target)],
  },
  'cot-retained': { says: 'remove the message', fix: (target) => [dropMessage(target)] },
};
