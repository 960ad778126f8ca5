import { modelRole } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import { headerInfo } from './message.ts';

/**
 * Returns the longest sequence of assistant and tool messages that contains a block, in order. If the block is neither,
 * the sequence is only the block itself.
 */
export function turnOf(block: Block, blocks: BlockSequence): Block[] {
  const place = blocks.placeOf(block);
  if (place === undefined || !belongsToTurn(block)) return [block];
  const turn = [block];
  for (let i = place.index - 1; ; i--) {
    const before = i < 0 ? undefined : blocks.at(i);
    if (before === undefined || !belongsToTurn(before)) break;
    turn.push(before);
  }
  turn.reverse();
  for (let i = place.index + 1; ; i++) {
    const next = blocks.at(i);
    if (next === undefined || !belongsToTurn(next)) break;
    turn.push(next);
  }
  return turn;
}

/** Whether a message belongs to a turn: it is from the assistant, or is a reply from a tool. */
export function belongsToTurn(block: Block): boolean {
  if (block.kind !== 'message') return false;
  const { role, kind } = headerInfo(block);
  return role === modelRole || kind === 'reply';
}

/**
 * Returns the turns of the blocks in `members`, without repetitions. Each turn is listed with those of `members` that belong to it.
 * `members` must be in document order.
 */
export function turnsOf<T extends { readonly block: Block }>(
  members: readonly T[],
  blocks: BlockSequence,
): { readonly turn: readonly Block[]; readonly members: readonly T[] }[] {
  const turns: { turn: readonly Block[]; members: T[] }[] = [];
  let turnBlocks = new Set<Block>();
  for (const member of members) {
    if (!turnBlocks.has(member.block)) {
      const turn = turnOf(member.block, blocks);
      turnBlocks = new Set(turn);
      turns.push({ turn, members: [] });
    }
    turns[turns.length - 1]?.members.push(member);
  }
  return turns;
}
