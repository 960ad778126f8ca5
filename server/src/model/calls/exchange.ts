/**
 * How many calls and results a message of ChatML has, whichever way they are written: tokens (0.1 §8), tags, or a message of
 * a tool that is the result. Without ids, only number and order show which belongs to which.
 */
import { modelRole, userRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { openerOf } from '../../syntax/families/family.ts';
import type { Span } from '../../syntax/span.ts';
import { type HeaderInfo, headerInfo, instructs } from '../message.ts';
import { functionParts } from './functions.ts';
import { callsIn } from './tagged-calls.ts';
import { mayBeTagged, taggedParts } from './tagged-parts.ts';

export interface Exchange {
  /** Infinite where there may be more than can be read. */
  readonly calls: number;
  /** Where each result begins, in the block. */
  readonly results: readonly Span[];
  /** The message is the result: no token and no tag says so. */
  readonly whole?: boolean;
}

const none: Exchange = { calls: 0, results: [] };
const cache = new WeakMap<Block, Exchange>();

/** The calls and results of a message; none in families without functions. */
export function exchangeOf(block: Block): Exchange {
  if (block.kind !== 'message' || !block.family.has.functions) return none;
  const { role, kind } = headerInfo(block);
  // Most messages have neither, and need no entry.
  if (role === modelRole ? !has(block, Trait.OddBody) && !mayBeTagged(block) : kind !== 'reply') {
    // A user may also ask what such a tag is.
    if (role !== userRole || !resultFirst.test(block.text.slice(block.bodyStart, block.bodyStart + 200))) return none;
  }
  let found = cache.get(block);
  if (found === undefined) {
    found = role === modelRole ? { calls: callsOf(block), results: [] } : resultsIn(block, role, kind);
    cache.set(block, found);
  }
  return found;
}

const isEmpty = ({ calls, results }: Exchange) => calls === 0 && results.length === 0;

/** Whether a message has calls or results. */
export const exchanges = (block: Block): boolean => !isEmpty(exchangeOf(block));

/** Whether an order of calls and replies ends at a message of a role that answers no call: replies after it are not of calls before. */
export const endsOrder = (role: string | undefined): boolean => role === userRole || instructs(role);

/** The same for a message as it is. */
export function endsExchange(block: Block | undefined): boolean {
  return block?.kind === 'message' && endsOrder(headerInfo(block).role) && !exchanges(block);
}

/**
 * Whether there may be a call that cannot be read: in an assistant's message in an unknown form, in one with a faulty
 * header, or in text between messages.
 */
export function mayCall(block: Block): boolean {
  if (!block.family.has.functions) return false;
  if (has(block, Trait.OddGap)) return true;
  if (block.kind !== 'message') return false;
  const { role, header } = headerInfo(block);
  if (role === undefined || header.faults.length > 0) return true;
  return role === modelRole && !exchanges(block) && anySign.test(block.text.slice(block.bodyStart, block.bodyEnd));
}

/** The signs with which calls are written, in JSON, tags, code, or as `Action: …`. */
const anySign = /[{[(<`=✿]|:[^\S\r\n]*\S/u;

function callsOf(block: Block): number {
  let calls = 0;
  for (const { token, values, error } of functionParts(block, modelRole))
    if (token.name === 'function_call') calls += error ? Number.POSITIVE_INFINITY : values.length;
  for (const part of taggedParts(block, modelRole)) {
    if (part.name !== 'tool_call') continue;
    const read = callsIn(block.text, part);
    calls += read.error || !part.open || !part.close ? Number.POSITIVE_INFINITY : read.calls.length;
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
