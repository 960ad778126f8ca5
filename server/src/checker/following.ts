/** Indexes of blocks that others keep in addition to the checker's, and that follow its edits. */
import type { Block } from '../syntax/block.ts';
import type { BlockSequence } from '../syntax/sequence.ts';

/** It is notified of each block that is added or removed. */
export interface BlockIndex {
  /** Takes in blocks, in order, each after all that are known. */
  fill(blocks: Iterable<Block>): void;
  add(block: Block): void;
  remove(block: Block): void;
}

export class FollowingIndexes {
  /** By what made them. */
  private readonly kept = new Map<unknown, BlockIndex>();
  /** The followers that do not have all blocks yet, and the blocks that they lack. */
  private readonly begun = new Map<unknown, { index: BlockIndex; waiting: readonly Block[]; next: number }>();

  constructor(private readonly blocks: BlockSequence) {}

  /** Takes in an edit. */
  exchange(removed: readonly Block[], added: readonly Block[]): void {
    // The content of a block is kept with it: to begin again costs little.
    this.begun.clear();
    for (const index of this.kept.values()) {
      for (const block of removed) index.remove(block);
      for (const block of added) index.add(block);
    }
  }

  /** An index of all blocks, filled when it is first asked for, and kept up to date from then on. */
  of<T extends BlockIndex>(create: (blocks: BlockSequence) => T): T {
    this.prepare(create, Number.POSITIVE_INFINITY);
    return this.kept.get(create) as T;
  }

  /** Fills such an index until the deadline. False: that passed before all blocks were in it. */
  prepare<T extends BlockIndex>(create: (blocks: BlockSequence) => T, deadline: number): boolean {
    if (this.kept.has(create)) return true;
    const { blocks } = this;
    const known = this.begun.get(create) ?? { index: create(blocks), waiting: blocks.slice(), next: 0 };
    const { index, waiting } = known;
    while (known.next < waiting.length) {
      if (performance.now() > deadline) {
        this.begun.set(create, known);
        return false;
      }
      index.fill(waiting.slice(known.next, known.next + 32));
      known.next += 32;
    }
    this.begun.delete(create);
    this.kept.set(create, index);
    return true;
  }
}
