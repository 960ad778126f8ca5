/** The calls and replies of a document, by tool and by id. Fixes use them to find the call for a reply, or the reply to a call. */

import { CallPairing } from '../../model/calls/pairing.ts';
import { headerInfo, instructs, type Message, message } from '../../model/message.ts';
import { declarations } from '../../model/tools/declarations.ts';
import type { Context } from '../../rules/support/rule.ts';
import { nearest } from '../../syntax/ascending.ts';
import type { Block } from '../../syntax/block.ts';
import { minimum } from '../../syntax/lists.ts';
import { memoizePerDocument } from './memoize-per-document.ts';

/** The indexes (in `all`) of messages, by the name of their tool. */
type ByTool = ReadonlyMap<string | undefined, readonly number[]>;

interface Exchanges {
  /** Calls and replies, in order. */
  readonly all: readonly Message[];
  /** The first reply to each call. */
  readonly replyTo: ReadonlyMap<Block, Message>;
  /** The call that each reply answers. */
  readonly callOf: ReadonlyMap<Block, Message>;
  readonly numberOf: ReadonlyMap<Block, number>;
  readonly byId: ReadonlyMap<string, readonly Message[]>;
  /** Unanswered calls with an id, calls without an id, and replies without an id. */
  readonly open: ByTool;
  readonly callsWithoutId: ByTool;
  readonly repliesWithoutId: ByTool;
  /** Replies whose id no call has. */
  readonly orphans: ByTool;
}

/**
 * The names under which a tool is looked up, such as `functions.lookup` and `lookup`. Undefined is one of them, because a reply may name no
 * tool.
 */
function namesOf(tool: string | undefined): (string | undefined)[] {
  const names: (string | undefined)[] = [undefined];
  for (let rest = tool ?? ''; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '')
    names.push(rest);
  return names;
}

const exchanges = memoizePerDocument((context): Exchanges => {
  const all: Message[] = [];
  for (const block of context.blocks) {
    if (block.kind === 'message' && headerInfo(block).kind !== 'plain') all.push(message(block));
  }
  const numberOf = new Map(all.map(({ block }, i) => [block, i]));
  const byId = new Map<string, Message[]>();
  /** Ids that do not identify an unanswered call, because they belong to a reply or to two calls. */
  const closedIds = new Set<string | undefined>();
  const called = new Set<string | undefined>();
  const pairing = new CallPairing<Message>('name');
  const replyTo = new Map<Block, Message>();
  const callOf = new Map<Block, Message>();
  for (const one of all) {
    const answered = pairing.take(one);
    if (answered) callOf.set(one.block, answered.call);
    if (answered && !answered.again) replyTo.set(answered.call.block, one);
    if (one.kind === 'reply' || called.has(one.callId)) closedIds.add(one.callId);
    if (one.kind === 'call') called.add(one.callId);
    if (one.callId !== undefined) add(byId, one.callId, one);
  }
  const open = new Map<string | undefined, number[]>();
  const callsWithoutId = new Map<string | undefined, number[]>();
  const repliesWithoutId = new Map<string | undefined, number[]>();
  const orphans = new Map<string | undefined, number[]>();
  all.forEach(({ kind, tool, callId }, i) => {
    if (kind === 'reply') {
      if (callId !== undefined) {
        if (!called.has(callId)) add(orphans, tool, i);
      } else if (tool !== undefined) add(repliesWithoutId, tool, i);
    } else if (callId === undefined || !closedIds.has(callId)) {
      for (const name of namesOf(tool)) add(callId === undefined ? callsWithoutId : open, name, i);
    }
  });
  return { all, replyTo, callOf, numberOf, byId, open, callsWithoutId, repliesWithoutId, orphans };
});

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** The nearest unanswered call before a reply. `withId`: whether the call must have an id. Otherwise, it must have none. */
export function openCall(reply: Message, context: Context, withId: boolean): Message | undefined {
  const { all, numberOf, open, callsWithoutId } = exchanges(context);
  const list = (withId ? open : callsWithoutId).get(reply.tool);
  const index = nearest(list, numberOf.get(reply.block) ?? 0, 'before');
  return index === undefined ? undefined : all[index];
}

/**
 * The next reply from the called tool after a call. `withId`: whether the reply must have an id that no call has. Otherwise, it must have
 * no id.
 */
export function nextReply(call: Message, context: Context, withId: boolean): Message | undefined {
  const { all, numberOf, repliesWithoutId, orphans } = exchanges(context);
  const at = numberOf.get(call.block) ?? all.length;
  const replies = withId ? orphans : repliesWithoutId;
  const indexes = namesOf(call.tool).flatMap((name) => nearest(replies.get(name), at, 'after') ?? []);
  return indexes.length === 0 ? undefined : all[minimum(indexes)];
}

/** The id that a reply should have. */
export function idFor(reply: Message, context: Context): string | undefined {
  return openCall(reply, context, true)?.callId;
}

/** Whether several calls have the id of a reply. */
export function isAmbiguous({ callId }: Message, context: Context): boolean {
  return callId !== undefined && repeated(context).has(callId);
}

const repeated = memoizePerDocument((context) => {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { kind, callId } of exchanges(context).all) {
    if (kind !== 'call' || callId === undefined) continue;
    if (once.has(callId)) twice.add(callId);
    once.add(callId);
  }
  return twice;
});

/** Whether any call or reply has this id. */
export function hasId(id: string, context: Context): boolean {
  return exchanges(context).byId.has(id);
}

/** All calls and replies with the same id as a message, in order. */
export function withId(one: Message, context: Context): readonly Message[] {
  return one.callId === undefined ? [] : (exchanges(context).byId.get(one.callId) ?? []);
}

/** The name of the tool that sent a reply, taken from the call that the reply answers by its id. */
export function nameFor(reply: Message, context: Context): string | undefined {
  return reply.callId === undefined ? undefined : exchanges(context).callOf.get(reply.block)?.tool;
}

/** The first reply to a call with the same id as this reply. */
export function firstReply(reply: Message, context: Context): Message | undefined {
  return answered(context).get(reply.callId);
}

const answered = memoizePerDocument((context) => {
  const first = new Map<string | undefined, Message>();
  const called = new Set<string | undefined>();
  for (const one of exchanges(context).all) {
    if (one.kind === 'call') called.add(one.callId);
    else if (called.has(one.callId) && !first.has(one.callId)) first.set(one.callId, one);
  }
  return first;
});

/** The reply to a call, even if other calls have the same id. In that case, calls and replies are matched in order. */
export function ownReply({ block }: Message, context: Context): Message | undefined {
  return exchanges(context).replyTo.get(block);
}

/** Yields ids that no message has. */
export function* freshIds(context: Context): Generator<string, string> {
  const { byId } = exchanges(context);
  for (let n = firstFree(context); ; n++) if (!byId.has(`c${n}`)) yield `c${n}`;
}

const firstFree = memoizePerDocument((context) => {
  const { byId } = exchanges(context);
  let n = 1;
  while (byId.has(`c${n}`)) n++;
  return n;
});

/** A new id, which no message has. */
export function freshId(context: Context): string {
  return freshIds(context).next().value;
}

/** The functions that system and developer messages declare. */
export const declaredFunctions = memoizePerDocument((context) =>
  [...context.blocks].flatMap((block) => {
    const role = block.kind === 'message' ? headerInfo(block).role : undefined;
    return instructs(role) ? declarations(block).tools.map(({ tool }) => tool) : [];
  }),
);
