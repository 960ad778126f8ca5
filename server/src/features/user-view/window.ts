/** Which messages of a transcript are shown, and which of those fit into a window around a place. */
import { isSlot, meaning, message, type Reading } from '../../model/message.ts';
import { dividesFiles, showsSequence } from '../../model/sequence.ts';
import { contentParts, isPreamble, isSilent, isVisible } from '../../model/visibility.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** What a block is to an end user; `none`: no message, or one that has not begun. */
const kindNames = ['none', 'hidden', 'preamble', 'visible'] as const;
export type ShownKind = (typeof kindNames)[number];

/** What is added to the index of a message to name the files that stand behind it. */
export const behind = 0.5;

export interface Selected {
  /** The blocks of the given kinds, by their index, in order; with `behind`, the files behind a block. */
  readonly indexes: readonly number[];
  /** How many messages users do not see, whether selected or not. */
  readonly hidden: number;
}

/** The blocks of a transcript that are of one of `kinds`. */
export function select(transcript: Transcript, kinds: readonly ShownKind[], reading: Reading): Selected {
  const wanted = new Set(kinds.map((kind) => kindNames.indexOf(kind)));
  const indexes: number[] = [];
  let hidden = 0;
  let index = 0;
  for (const leaf of transcript.blocks.leaves()) {
    const first = index;
    for (const kind of kindsOf(leaf, reading)) {
      if (wanted.has(kind)) indexes.push(index);
      if (kindNames[kind] === 'hidden') hidden++;
      const block = leaf.blocks[index - first] as Block;
      if (block.kind === 'message' && dividesFiles(block)) indexes.push(index + behind);
      index++;
    }
  }
  return { indexes, hidden };
}

const cache = new WeakMap<Leaf, Uint8Array>();

function kindsOf(leaf: Leaf, reading: Reading): Uint8Array {
  let kinds = cache.get(leaf);
  if (kinds === undefined) {
    kinds = Uint8Array.from(leaf.blocks, (block) => kindNames.indexOf(kindOf(block, reading)));
    cache.set(leaf, kinds);
  }
  return kinds;
}

function kindOf(block: Block, reading: Reading): ShownKind {
  if (block.kind === 'prelude' && showsSequence(block)) return 'visible';
  if (block.kind !== 'message' || isAwaited(block, reading)) return 'none';
  const meant = meaning(block, reading);
  if (!isVisible(meant, block, reading)) return 'hidden';
  if (has(block, Trait.ChatML) && isSilent(message(block, reading), reading)) return 'hidden';
  return isPreamble(meant, reading) ? 'preamble' : 'visible';
}

/** The document ends in the header: a prompt that awaits its answer, or a message whose body is yet to come. */
function isAwaited(block: Block, reading: Reading): boolean {
  if (!has(block, Trait.Open)) return false;
  if (has(block, Trait.ChatML)) return isSlot(message(block, reading));
  if (has(block, Trait.HasMessage)) return false;
  return contentParts(message(block, reading), reading).length === 0;
}

/** A window holds at most so many UTF-16 units, as long as it holds a message. */
const textLimit = 2_000_000;

/**
 * The stretch of `indexes` that surrounds the block `around`: at most `limit` messages, half of them before it, and
 * more on one side where the other has none.
 */
export function windowAround(
  { blocks }: Transcript,
  indexes: readonly number[],
  around: number,
  limit: number,
): { from: number; to: number } {
  const textAt = (rank: number) => blocks.at(Math.floor(indexes[rank] as number))?.text.length ?? 0;
  const middle = Math.min(firstAtLeast(indexes, around), Math.max(0, indexes.length - 1));
  let from = middle;
  let to = middle;
  let room = textLimit;
  while (to - from < limit) {
    // Whichever side has come less far, and has more.
    const forward = to < indexes.length && (from === 0 || to - middle <= middle - from);
    if (!forward && from === 0) break;
    room -= textAt(forward ? to : from - 1);
    if (room < 0 && to > from) break;
    if (forward) to++;
    else from--;
  }
  return { from, to };
}

/** The rank of the first index that is `value` or more. */
function firstAtLeast(indexes: readonly number[], value: number): number {
  let low = 0;
  let high = indexes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((indexes[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
