/**
 * Checks which reply answers which call in learned dialects, where the chat template writes the names and ids within messages. In a stretch
 * with a message that cannot be read, nothing is reported.
 */
import { exchangeOf } from '../../model/calls/exchange.ts';
import { isOfTool, mayBeOneTool } from '../../model/calls/tool-names.ts';
import { graphFacts, type Half } from '../../model/graph/index.ts';
import type { Message } from '../../model/message.ts';
import type { Block } from '../../syntax/block.ts';
import type { BlockSequence } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import { quote } from '../../syntax/wording.ts';
import { firstLine } from './places.ts';
import { type Fault, noCallTo, noCallWithId } from './reply-faults.ts';
import { callsInDoubt, gapBefore, noGap, orphan, repeated } from './results.ts';
import type { Context, Look } from './rule.ts';

/** The maximum number of calls in a stretch. If there are more, their replies are not checked, since each is compared with all of them. */
const MAX_CALLS = 50;

interface PartReply {
  readonly block: Block;
  readonly reply: Half;
  /** The content of the reply, or the opener of a message that is a reply as a whole. */
  readonly content: Span;
  /** The call that the reply answers, if there is one. */
  readonly call?: Half;
  /** The calls of the stretch before the reply, and those of them that have no reply yet. */
  readonly called: readonly Half[];
  readonly waiting: readonly Half[];
  /** The property of the reply by which it was compared with the calls. */
  readonly by: 'id' | 'name' | 'order';
}

/** Yields the replies of a stretch in order, each with the call that it answers. */
function* repliesOf(
  members: readonly Message[],
  { blocks, training = false }: { readonly blocks: BlockSequence; readonly training?: boolean },
): Generator<PartReply> {
  const called: Half[] = [];
  const waiting: Half[] = [];
  let before: Block | undefined;
  for (const { block } of members) {
    const { calls, results } = exchangeOf(block);
    const gap = results.length > 0 ? gapBefore(block, before, blocks) : noGap;
    if (gap.inDoubt || callsInDoubt(calls) || called.length > MAX_CALLS) return;
    // An excerpt may begin with a reply whose call precedes the excerpt.
    if (before === undefined && gap.beginsDocument && !training) return;
    before = block;
    let replies = 0;
    for (const half of graphFacts(block).halves) {
      if (half.kind === 'call') {
        called.push(half);
        waiting.push(half);
        continue;
      }
      const by = comparedBy(half, called);
      const matches = matchers[by](half);
      const call = waiting.find(matches) ?? (by === 'order' ? undefined : called.find(matches));
      const content = results[replies++] ?? half;
      yield { block, reply: half, content, by, called: [...called], waiting: [...waiting], ...(call && { call }) };
      const at = call ? waiting.indexOf(call) : -1;
      if (at >= 0) waiting.splice(at, 1);
    }
  }
}

/** Ids and names are only compared if every call has one. A template may leave them out of calls, but not of replies. */
function comparedBy(reply: Half, calls: readonly Half[]): PartReply['by'] {
  if (calls.length === 0) return 'order';
  if (reply.callId !== undefined && calls.every(({ callId }) => callId !== undefined)) return 'id';
  return reply.tool !== undefined && calls.every(({ tool }) => tool !== undefined) ? 'name' : 'order';
}

const matchers: Readonly<Record<PartReply['by'], (reply: Half) => (call: Half) => boolean>> = {
  id: (reply) => (call) => call.callId === reply.callId,
  name: (reply) => (call) => mayBeOneTool(call.tool ?? '', reply.tool ?? ''),
  order: () => () => true,
};

/** Describes a reply that answers no call. */
function unmatched({ by, reply, called, waiting }: PartReply): Fault {
  if (called.length === 0) return { message: orphan, milder: 'warning' };
  if (by === 'order') return { message: repeated, milder: 'information' };
  if (by === 'id') return noCallWithId(reply.callId ?? '', waiting);
  return noCallTo(
    reply.tool ?? '',
    waiting.flatMap(({ tool }) => tool ?? []),
  );
}

/** Reports a reply that answers none of the calls before it. */
export const repliesWithoutCall: Look = {
  needs: ['messageParts'],
  group: {
    by: 'results',
    check(members, context: Context, report) {
      for (const one of repliesOf(members, context)) {
        if (one.call !== undefined) continue;
        const { message, ...extra } = unmatched(one);
        report(one.block, one.by === 'order' ? firstLine(one.block.text, one.content) : one.reply.at, message, extra);
      }
    },
  },
};

/** Reports a reply that has the id of a call, but names another tool. */
export const repliesOfAnotherTool: Look = {
  needs: ['messageParts'],
  group: {
    by: 'results',
    check(members, context: Context, report) {
      for (const { block, reply, call, by } of repliesOf(members, context)) {
        if (by !== 'id' || !call?.tool || !reply.tool || isOfTool(reply.tool, call.tool)) continue;
        const mention = graphFacts(block).mentions.find(({ half, named: kind }) => half === reply && kind === 'callee');
        report(
          block,
          mention ?? reply.at,
          `This is the reply to a call to ${quote(call.tool)}, but it names another tool. Name the same tool here.`,
          { data: { suggestion: call.tool } },
        );
      }
    },
  },
};
