import { answerChannel, modelRole } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import { type Located, type Partner, pairUp } from './graph/pairing.ts';
import { meaning } from './message.ts';
import { turnOf } from './turns.ts';

/**
 * Reasoning that is dropped before the model samples again: that of turns which ended in `final` and are followed by
 * messages, except for turns with a call that still waits for its reply (2.2 §7). Takes messages on `analysis` in order, and
 * returns those of each such turn.
 */
export function* droppedTurns<T extends { readonly block: Block }>(
  reasoning: Iterable<T>,
  blocks: BlockSequence,
): Generator<readonly T[]> {
  let turn: ReadonlySet<Block> = new Set();
  let over = false;
  let members: T[] = [];
  for (const one of reasoning) {
    if (!turn.has(one.block)) {
      if (over) yield members;
      const all = turnOf(one.block, blocks);
      turn = new Set(all);
      over = isOver(all, blocks);
      members = [];
    }
    members.push(one);
  }
  if (over) yield members;
}

/** Whether a turn ended in `final`, messages follow, and none of its calls is open. */
function isOver(turn: readonly Block[], blocks: BlockSequence): boolean {
  const last = turn.at(-1);
  const place = last && blocks.placeOf(last);
  if (place === undefined || blocks.at(place.index + 1) === undefined) return false;
  const answers = turn.some((block) => {
    const { role, effectiveChannel, kind } = meaning(block);
    return role === modelRole && effectiveChannel === answerChannel && kind === 'plain';
  });
  return answers && !hasOpenCall(turn);
}

/** Whether a call of a turn has no reply there. */
function hasOpenCall(turn: readonly Block[]): boolean {
  const threads = new Map<string | undefined, Located<Block, Partner>[]>();
  for (const holder of turn) {
    const { kind, tool, callId } = meaning(holder);
    if (kind === 'plain') continue;
    const thread = threads.get(callId) ?? [];
    threads.set(callId, thread);
    thread.push({ holder, half: { kind, tool } });
  }
  for (const [id, halves] of threads) {
    const { repliesTo } = pairUp(halves, id === undefined ? 'order' : 'id');
    if (halves.some(({ half }) => half.kind === 'call' && !repliesTo.has(half))) return true;
  }
  return false;
}
