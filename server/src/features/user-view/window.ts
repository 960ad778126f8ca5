/** Which messages of a transcript are shown, and which of those fit into a window around a place. */
import { dividesFiles, showsSequence } from '../../model/sequence.ts';
import {
  dependsOnNext,
  mayHoldMessage,
  type Neighbours,
  type Shown,
  verdictOf,
} from '../../model/visibility/verdict.ts';
import type { Block } from '../../syntax/block.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { UserViewParams } from '../user-view.ts';

/** What is added to the index of a message to name the files that stand behind it. */
export const behind = 0.5;

export interface Selected {
  /** The blocks of the given kinds, by their index, in order; with `behind`, the files behind a block. */
  readonly indexes: readonly number[];
  /** How many messages users do not see, whether selected or not; and how many are hidden because they are in doubt. */
  readonly hidden: number;
  readonly doubt: number;
}

/** What is shown to whoever looks: to a user, or, with `debug`, to who also wants to see what users do not. */
export function shownKinds({ debug, preambles }: UserViewParams): readonly Shown[] {
  if (debug === true) return ['visible', 'preamble', 'hidden'];
  return preambles === false ? ['visible'] : ['visible', 'preamble'];
}

/** The blocks of a transcript that are shown as one of `wanted`. */
export function select(transcript: Transcript, wanted: readonly Shown[]): Selected {
  const indexes: number[] = [];
  let hidden = 0;
  let doubt = 0;
  let index = 0;
  let before: Block | undefined;
  for (const leaf of transcript.blocks.leaves()) {
    const first = index;
    const after = dependsOnNext(leaf.blocks.at(-1)) ? transcript.blocks.at(first + leaf.blocks.length) : undefined;
    for (const kind of kindsOf(leaf, { before, after })) {
      if (wanted.includes(kind.shown)) indexes.push(index);
      if (kind.shown === 'hidden') hidden++;
      if (kind.doubt) doubt++;
      before = leaf.blocks[index - first] as Block;
      if (before.kind === 'message' && dividesFiles(before)) indexes.push(index + behind);
      if (mayHoldMessage(before)) doubt++;
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

const cache = new WeakMap<Leaf, Neighbours & { readonly kinds: readonly Kind[] }>();

/** The kinds of the blocks of a leaf; `before` and `after` are the blocks beside those. */
function kindsOf(leaf: Leaf, { before, after }: Neighbours): readonly Kind[] {
  const found = cache.get(leaf);
  if (found !== undefined && found.before === before && found.after === after) return found.kinds;
  const { blocks } = leaf;
  const kinds = blocks.map((block, i) =>
    kindOf(block, { before: blocks[i - 1] ?? before, after: blocks[i + 1] ?? after }),
  );
  cache.set(leaf, { before, after, kinds });
  return kinds;
}

function kindOf(block: Block, beside: Neighbours): Kind {
  if (block.kind === 'prelude' && showsSequence(block)) return certain.visible;
  if (block.kind !== 'message') return certain.none;
  const { shown, doubt } = verdictOf(block, beside);
  return (doubt ? inDoubt : certain)[shown];
}

/** A window holds at most so many messages, and so many UTF-16 units as long as it holds one message. */
const mostMessages = 500;
const mostText = 2_000_000;

/** A stretch of what is to be shown; `to` is exclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The stretch of `count` messages that surrounds the one at `middle`: at most `limit` of them, half of them before it, and
 * more on one side where the other has none. `lengthOf`: how much text a message has (UTF-16 units).
 */
export function windowAround(
  count: number,
  middle: number,
  limit: number | undefined,
  lengthOf: (rank: number) => number,
): Window {
  const most = Math.max(1, Math.min(limit ?? mostMessages, mostMessages));
  const center = Math.max(0, Math.min(middle, count - 1));
  let from = center;
  let to = center;
  let room = mostText;
  while (to - from < most) {
    // Whichever side has come less far, and has more.
    const forward = to < count && (from === 0 || to - center <= center - from);
    if (!forward && from === 0) break;
    room -= lengthOf(forward ? to : from - 1);
    if (room < 0 && to > from) break;
    if (forward) to++;
    else from--;
  }
  return { from, to };
}

/** The rank of the first index that is `value` or more; `indexes` ascend. */
export function firstAtLeast(indexes: readonly number[], value: number): number {
  let low = 0;
  let high = indexes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((indexes[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
