import { endsExchange, exchangeOf, mayCall } from '../../model/calls/exchange.ts';
import { functionSteps, type Step } from '../../model/calls/functions.ts';
import { CallPairing, CallThread } from '../../model/calls/pairing.ts';
import { graphFacts, type Half } from '../../model/graph/index.ts';
import type { Message } from '../../model/message.ts';
import type { Block } from '../../syntax/block.ts';
import type { BlockSequence } from '../../syntax/sequence.ts';
import { firstLine } from './places.ts';
import type { Look } from './rule.ts';

/** The message for a result without any call before it. */
export const orphan =
  'This result has no call before it, so the model sees the result of a call that it never made. Put the message that calls the tool before it, or remove the result.';
/** The message for a result after calls that all have theirs. */
export const repeated =
  'Every earlier call already has its result, so this one belongs to no call. Add its call, or remove it.';

/**
 * Reports a result in ChatML without an open call before it. Nothing is reported if a message in between may contain a call in an unknown
 * format.
 */
export const resultsWithoutCall: Look = {
  needs: ['functions'],
  group: {
    by: 'results',
    check(members, { blocks, training = false }, report) {
      const callThread = new CallThread<Step>('order');
      let answering: ReadonlyMap<Block, readonly boolean[]> | undefined;
      let open = 0;
      let called = false;
      let isExcerpt = false;
      let before: Block | undefined;
      for (const { block, role } of members) {
        const { calls, results, whole = false } = exchangeOf(block);
        called ||= calls > 0;
        open += calls;
        const gap = results.length > 0 ? gapBefore(block, before, blocks) : noGap;
        // If a result is out of order, another rule reports that, and each later result may belong to any call.
        if (gap.inDoubt || functionSteps(block, role).some((step) => isOutOfOrder(callThread, step))) return;
        if (before === undefined) isExcerpt = gap.beginsDocument && !training;
        // An excerpt may begin with a reply whose call precedes the excerpt.
        const isOrphan = !isExcerpt && (training || !whole);
        for (const [i, result] of results.entries()) {
          if (open > 0) {
            open--;
            continue;
          }
          // Results may match calls by name even if there are more results than calls.
          answering ??= answersIn(members);
          const answers = answering.get(block);
          if (answers?.[i] && answers.length === results.length) continue;
          if (called) report(block, firstLine(block.text, result), repeated, { milder: 'information' });
          else if (isOrphan) report(block, firstLine(block.text, result), orphan);
        }
        before = block;
      }
    },
  },
};

/**
 * Reports calls in ChatML of which only some have a result. If none has, the tools may not have run yet. If more calls follow, it is
 * unknown which of them a result belongs to.
 */
export const callsWithoutResult: readonly Look[] = (['functions', 'messageParts'] as const).map((ability) => ({
  needs: [ability],
  group: {
    by: 'results',
    check(members, { training = false }, report) {
      const callThread = new CallThread<Step>('order');
      let caller: Block | undefined;
      let [called, answered] = [0, 0];
      for (const { block, role } of members) {
        // Another rule reports a result that does not belong to the next call.
        if (functionSteps(block, role).some((step) => isOutOfOrder(callThread, step))) return;
        const { calls, results } = exchangeOf(block);
        if (callsInDoubt(calls) || (calls > 0 && called > 0)) return;
        if (calls > 0) [caller, called] = [block, calls];
        answered += results.length;
      }
      if (caller === undefined || answered === 0 || answered >= called) return;
      const [call, result] = [`${called} tools`, `${answered} ${answered === 1 ? 'result follows' : 'results follow'}`];
      const span = { start: caller.bodyStart, end: caller.bodyEnd };
      report(
        caller,
        firstLine(caller.text, span),
        `This message calls ${call}, but only ${result}, so the model assigns results to the wrong calls, or makes up a result. Add the missing results.`,
        training ? {} : { milder: 'hint' },
      );
    },
  },
}));

/** Whether a message may have any number of calls, because one of them cannot be read. */
export const callsInDoubt = (calls: number): boolean => calls === Number.POSITIVE_INFINITY;

/** For each message, whether each of its calls and results matches an earlier one. */
function answersIn(members: readonly Message[]): ReadonlyMap<Block, readonly boolean[]> {
  const pairing = new CallPairing<Half>('order');
  const answersByBlock = new Map<Block, readonly boolean[]>();
  for (const { block } of members)
    answersByBlock.set(
      block,
      graphFacts(block).halves.map((half) => pairing.take(half) !== undefined),
    );
  return answersByBlock;
}

function isOutOfOrder(calls: CallThread<Step>, step: Step): boolean {
  const isOdd = calls.passedOver(step) !== undefined;
  calls.take(step);
  return isOdd;
}

export const noGap = { inDoubt: false, beginsDocument: false };

/**
 * Examines the messages between a message and the previous message of the group, or the beginning of the turn. `inDoubt`: whether one of
 * them may contain a call.
 */
export function gapBefore(block: Block, before: Block | undefined, blocks: BlockSequence) {
  let beginsDocument = before === undefined;
  for (let i = (blocks.placeOf(block)?.index ?? 0) - 1; i >= 0; i--) {
    const other = blocks.at(i);
    if (other === undefined) break;
    if (mayCall(other)) return { inDoubt: true, beginsDocument };
    if (other === before || endsExchange(other)) return noGap;
    if (other.kind === 'message') beginsDocument = false;
  }
  return { inDoubt: false, beginsDocument };
}
