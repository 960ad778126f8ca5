/**
 * The number of calls and results in a ChatML message, however they are written: with tokens (0.1 §8), in tags, or as a tool
 * message that is itself the result. Without ids, only number and order show which result belongs to which call.
 */
import { modelRole, userRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { openerOf } from '../../syntax/families/family.ts';
import type { Span } from '../../syntax/span.ts';
import { type HeaderInfo, headerInfo, instructs } from '../message.ts';
import { functionParts } from './functions.ts';
import { callsIn } from './tagged-calls.ts';
import { mayBeTagged, taggedParts } from './tagged-parts.ts';

export interface Exchange {
  /** Infinite if there may be calls that cannot be parsed. */
  readonly calls: number;
  /** The start of each result in the block. */
  readonly results: readonly Span[];
  /** The whole message is the result, since no token or tag marks a result. */
  readonly whole?: boolean;
}

const none: Exchange = { calls: 0, results: [] };
const cache = new BlockCache<Exchange>();

/** The calls and results of a message; none in families without functions. */
export function exchangeOf(block: Block): Exchange {
  if (block.kind !== 'message' || !block.family.has.functions) return none;
  const { role, kind } = headerInfo(block);
  // Most messages have neither calls nor results, and are not cached.
  if (role === modelRole ? !has(block, Trait.OddBody) && !mayBeTagged(block) : kind !== 'reply') {
    // In the middle of a text, a user may only be asking about the tag of a result.
    if (role !== userRole || !resultFirst.test(block.text.slice(block.bodyStart, block.bodyStart + 200))) return none;
  }
  let exchange = cache.get(block);
  if (exchange === undefined) {
    exchange = role === modelRole ? { calls: callsOf(block), results: [] } : resultsIn(block, role, kind);
    cache.set(block, exchange);
  }
  return exchange;
}

const isEmpty = ({ calls, results }: Exchange) => calls === 0 && results.length === 0;

/** Whether a message has calls or results. */
export const exchanges = (block: Block): boolean => !isEmpty(exchangeOf(block));

/**
 * Whether a message of this role ends an order of calls and replies, since it answers no call: later replies do not answer
 * earlier calls.
 */
export const endsOrder = (role: string | undefined): boolean => role === userRole || instructs(role);

/** Whether a message ends an order of calls and replies: by its role, and if it has no calls or results itself. */
export function endsExchange(block: Block | undefined): boolean {
  return block?.kind === 'message' && endsOrder(headerInfo(block).role) && !exchanges(block);
}

/**
 * Whether a block may contain a call that cannot be parsed: an assistant's message with a sign of an unknown kind of call, a
 * message with a faulty header, or text between messages.
 */
export function mayCall(block: Block): boolean {
  if (!block.family.has.functions) return false;
  if (has(block, Trait.OddGap)) return true;
  if (block.kind !== 'message') return false;
  const { role, header } = headerInfo(block);
  if (role === undefined || header.faults.length > 0) return true;
  return role === modelRole && !exchanges(block) && anySign.test(block.text.slice(block.bodyStart, block.bodyEnd));
}

/** The characters that begin calls in JSON, tags or code, or as `Action: …`. */
const anySign = /[{[(<`=✿]|:[^\S\r\n]*\S/u;

function callsOf(block: Block): number {
  let calls = 0;
  for (const { token, values, error } of functionParts(block, modelRole))
    if (token.name === 'function_call') calls += error ? Number.POSITIVE_INFINITY : values.length;
  for (const part of taggedParts(block, modelRole)) {
    if (part.name !== 'tool_call') continue;
    const taggedCalls = callsIn(block.text, part);
    calls += taggedCalls.error || !part.open || !part.close ? Number.POSITIVE_INFINITY : taggedCalls.calls.length;
  }
  return calls;
}

function resultsIn(block: Block, role: string | undefined, kind: HeaderInfo['kind']): Exchange {
  const results = [
    ...functionParts(block, role).flatMap(({ token, values }): readonly Span[] =>
      token.name === 'function_output' ? values : [],
    ),
    ...taggedParts(block, role).flatMap(({ name, open }) => (name === 'tool_response' && open ? [open] : [])),
  ];
  if (results.length > 0 || kind !== 'reply') return { calls: 0, results };
  const { start, end } = headerInfo(block).header.role ?? { start: 0, end: openerOf(block).text.length };
  return { calls: 0, results: [{ start, end }], whole: true };
}

const resultFirst = /^\s*<tool_response>/;
