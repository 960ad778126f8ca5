/** What of a transcript may be shown: its messages, and the files and tasks that stand outside of them. */
import { dividesFiles, showsSequence } from '../../model/sequence.ts';
import { dependsOnNext, mayHoldMessage, type Shown, verdictOf } from '../../model/visibility/verdict.ts';
import type { Block } from '../../syntax/block.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { type Candidate, type Selection, Selector } from './selection.ts';

/** The message of a block, or what stands after it; of a prelude, all of it. */
export interface Showable {
  readonly block: Block;
  readonly outside: boolean;
}

const selector = new Selector(candidates);

/** What of a transcript is shown as one of `kinds`; a stretch is a leaf of its blocks. */
export function select({ blocks }: Transcript, kinds: readonly Shown[]): Selection<Showable> {
  const leaves = blocks.leaves();
  return selector.select(leaves, kinds, besideIn(leaves));
}

/** Decides until a deadline (`performance.now()`) what may be shown, before anybody asks. False: there is more to do. */
export function prepare({ blocks }: Transcript, kinds: readonly Shown[], deadline: number): boolean {
  const leaves = blocks.leaves();
  return selector.prepare(leaves, kinds, besideIn(leaves), deadline);
}

/** The blocks beside a leaf that its own are judged by. */
const besideIn =
  (leaves: readonly Leaf[]) =>
  (i: number): [Block | undefined, Block | undefined] => {
    const after = dependsOnNext(leaves[i]?.blocks.at(-1)) ? leaves[i + 1]?.blocks[0] : undefined;
    return [leaves[i - 1]?.blocks.at(-1), after];
  };

/** What the blocks of a leaf may show. `before` and `after`: the blocks beside them, which they are judged by. */
function candidates({ blocks }: Leaf, before: Block | undefined, after: Block | undefined): Candidate<Showable>[] {
  const found: Candidate<Showable>[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.kind === 'message') {
      const beside = { before: blocks[i - 1] ?? before, after: blocks[i + 1] ?? after };
      const { shown, doubt } = verdictOf(block, beside);
      found.push({ what: { block, outside: false }, shown, doubt });
    }
    if (block.kind === 'prelude' ? showsSequence(block) : dividesFiles(block))
      found.push({ what: { block, outside: true }, shown: 'visible', doubt: false });
    if (mayHoldMessage(block)) found.push({ what: undefined, shown: 'none', doubt: true });
  }
  return found;
}
