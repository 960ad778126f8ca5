/**
 * Counts the calls and results in a message in every form: with tokens (0.1 §8), in tags, as a tool message that is itself the
 * result, or as the chat template of a learned dialect writes them. In ChatML, calls have no ids, so only number and order show
 * which result belongs to which call.
 */
import { modelRole, toolRole, userRole } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { segments } from '../../syntax/body.ts';
import { openerOf } from '../../syntax/families/family.ts';
import type { Span } from '../../syntax/span.ts';
import { type HeaderInfo, headerInfo, instructs } from '../message.ts';
import { functionParts } from './functions.ts';
import { callsIn } from './tagged-calls.ts';
import { mayBeTagged, taggedParts } from './tagged-parts.ts';

export interface Exchange {
  /** The number of calls; infinite if there may be calls that cannot be parsed. */
  readonly calls: number;
  /** The start of each result in the block. */
  readonly results: readonly Span[];
  /** Whether the whole message is one result, because no token or tag marks results in it. */
  readonly whole?: boolean;
  /** The names and ids of the calls and results, if the template of the dialect writes them. They also decide what matches. */
  readonly identity?: string;
}

const none: Exchange = { calls: 0, results: [] };
const cache = new BlockCache<Exchange>();

/** Returns the calls and results of a message. In families without functions or parts, there are none. */
export function exchangeOf(block: Block): Exchange {
  if (block.kind !== 'message') return none;
  const { role, kind } = headerInfo(block);
  if (block.family.has.messageParts) return exchangeOfParts(block, role);
  if (!block.family.has.functions) return none;
  // The result for messages without calls and results, which are most messages, is not cached.
  if (role === modelRole ? !has(block, Trait.OddBody) && !mayBeTagged(block) : kind !== 'reply') {
    // If the tag of a result is not at the beginning, a user may only be asking a question about it.
    if (role !== userRole || !resultFirst.test(block.text.slice(block.bodyStart, block.bodyStart + 200))) return none;
  }
  let exchange = cache.get(block);
  if (exchange === undefined) {
    exchange = role === modelRole ? { calls: callsOf(block), results: [] } : resultsIn(block, role, kind);
    cache.set(block, exchange);
  }
  return exchange;
}

/** The exchange of a message that cannot be divided into parts: it may contain any number of calls and results. */
const unreadable: Exchange = { calls: Number.POSITIVE_INFINITY, results: [] };

/** Counts the calls and results that the chat template of a learned dialect writes. Reading the parts of a message is cached. */
function exchangeOfParts(block: Block, role: string | undefined): Exchange {
  const { learned, parts, mayCall: hasCallSign } = block.family;
  if (role === toolRole && learned?.ofTools === undefined)
    return { calls: 0, results: [openerSpan(block)], whole: true };
  if (role !== toolRole && (role !== modelRole || !hasCallSign?.(block))) return none;
  const all = parts?.(block, role);
  if (all === undefined) return unreadable;
  return {
    calls: all.filter((part) => part.kind === 'call').length,
    results: all.filter((part) => part.kind === 'reply').map(({ content }) => content),
    identity: JSON.stringify(all.map(({ kind, name, callId }) => [kind, name?.value, callId?.value])),
  };
}

const openerSpan = (block: Block): Span => ({ start: 0, end: openerOf(block).text.length });

const isEmpty = ({ calls, results }: Exchange) => calls === 0 && results.length === 0;

/** Whether a message has calls or results. */
export const exchanges = (block: Block): boolean => !isEmpty(exchangeOf(block));

/**
 * Whether a message with this role ends a sequence of calls and replies: later replies do not answer earlier calls. Such a message
 * is not part of the sequence.
 */
export const endsOrder = (role: string | undefined): boolean => role === userRole || instructs(role);

/** Whether a message ends a sequence of calls and replies, because of its role and because it has no calls or results itself. */
export function endsExchange(block: Block | undefined): boolean {
  return block?.kind === 'message' && endsOrder(headerInfo(block).role) && !exchanges(block);
}

/**
 * Whether a block may contain a call that cannot be parsed. This is possible in an assistant message with the sign of an unknown
 * kind of call, in a message with a faulty header, and in text between messages.
 */
export function mayCall(block: Block): boolean {
  const { has: abilities, parts } = block.family;
  if (!abilities.functions && !abilities.messageParts) return false;
  if (has(block, Trait.OddGap)) return true;
  if (block.kind !== 'message') return false;
  const { role, header } = headerInfo(block);
  if (role === undefined || header.faults.length > 0) return true;
  if (role !== modelRole || exchanges(block)) return false;
  if (!abilities.messageParts) return anySign.test(block.text.slice(block.bodyStart, block.bodyEnd));
  // The template's own marks do not count as signs. If a message can be divided into parts, all of its calls are known.
  const hasSign = segments(block).some(
    ({ kind, start, end }) => kind === 'text' && anySign.test(block.text.slice(start, end)),
  );
  return hasSign && parts?.(block, role) === undefined;
}

/** Matches characters with which calls begin in JSON, in tags or in code, or in the form `Action: …`. */
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
  const { start, end } = headerInfo(block).header.role ?? openerSpan(block);
  return { calls: 0, results: [{ start, end }], whole: true };
}

const resultFirst = /^\s*<tool_response>/;
