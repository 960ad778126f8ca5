/** Which messages of a transcript are shown, and which of those fit into a window around a place. */
import type { Reading } from '../../model/message.ts';
import { dividesFiles, showsSequence } from '../../model/sequence.ts';
import { type Shown, verdictOf } from '../../model/visibility.ts';
import type { Block } from '../../syntax/block.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** What is added to the index of a message to name the files that stand behind it. */
export const behind = 0.5;

export interface Selected {
  /** The blocks of the given kinds, by their index, in order; with `behind`, the files behind a block. */
  readonly indexes: readonly number[];
  /** How many messages users do not see, whether selected or not; and how many are hidden because they are in doubt. */
  readonly hidden: number;
  readonly doubt: number;
}

/** The blocks of a transcript that are shown as one of `wanted`. */
export function select(transcript: Transcript, wanted: readonly Shown[], reading: Reading): Selected {
  const indexes: number[] = [];
  let hidden = 0;
  let doubt = 0;
  let index = 0;
  let before: Block | undefined;
  for (const leaf of transcript.blocks.leaves()) {
    const first = index;
    for (const kind of kindsOf(leaf, before, reading)) {
      if (wanted.includes(kind.shown)) indexes.push(index);
      if (kind.shown === 'hidden') hidden++;
      if (kind.doubt) doubt++;
      before = leaf.blocks[index - first] as Block;
      if (before.kind === 'message' && dividesFiles(before)) indexes.push(index + behind);
      index++;
    }
  }
  return { indexes, hidden, doubt };
}

/** What a block is to an end user. */
interface Kind {
  readonly shown: Shown;
  readonly doubt: boolean;
}

const kindsWith = (doubt: boolean): Readonly<Record<Shown, Kind>> => ({
  none: { shown: 'none', doubt },
  hidden: { shown: 'hidden', doubt },
  preamble: { shown: 'preamble', doubt },
  visible: { shown: 'visible', doubt },
});
const certain = kindsWith(false);
const inDoubt = kindsWith(true);

const cache = new WeakMap<Leaf, { readonly before: Block | undefined; readonly kinds: readonly Kind[] }>();

function kindsOf(leaf: Leaf, before: Block | undefined, reading: Reading): readonly Kind[] {
  let found = cache.get(leaf);
  if (found?.before !== before || found === undefined) {
    found = { before, kinds: leaf.blocks.map((block, i) => kindOf(block, leaf.blocks[i - 1] ?? before, reading)) };
    cache.set(leaf, found);
  }
  return found.kinds;
}

function kindOf(block: Block, before: Block | undefined, reading: Reading): Kind {
  if (block.kind === 'prelude' && showsSequence(block)) return certain.visible;
  if (block.kind !== 'message') return certain.none;
  const { shown, doubt } = verdictOf(block, before, reading);
  return (doubt ? inDoubt : certain)[shown];
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
