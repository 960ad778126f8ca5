/** Indexes of blocks that other modules need. The checker updates them on each edit, along with its own indexes. */
import type { Block } from '../syntax/block.ts';
import type { BlockSequence } from '../syntax/sequence.ts';

/** An index that is notified of each block that is added or removed. */
export interface BlockIndex {
  /** Adds blocks in order, all of which come after those already in the index. */
  fill(blocks: Iterable<Block>): void;
  add(block: Block): void;
  remove(block: Block): void;
}

export class FollowingIndexes {
  /** The complete indexes, by their `create` functions. */
  private readonly kept = new Map<unknown, BlockIndex>();
  /** The incomplete indexes, with the blocks that they lack. */
  private readonly begun = new Map<unknown, { index: BlockIndex; waiting: readonly Block[]; next: number }>();

  constructor(private readonly blocks: BlockSequence) {}

  /** Applies an edit. */
  exchange(removed: readonly Block[], added: readonly Block[]): void {
    // Discard the incomplete indexes. The content of blocks is cached in the blocks themselves, so filling an index again costs little.
    this.begun.clear();
    for (const index of this.kept.values()) {
      for (const block of removed) index.remove(block);
      for (const block of added) index.add(block);
    }
  }

  /** Returns an index of all blocks, which is filled on first use and then kept up to date. */
  of<T extends BlockIndex>(create: (blocks: BlockSequence) => T): T {
    this.prepare(create, Number.POSITIVE_INFINITY);
    return this.kept.get(create) as T;
  }

  /** Fills an index until the deadline. Returns whether it is complete. */
  prepare<T extends BlockIndex>(create: (blocks: BlockSequence) => T, deadline: number): boolean {
    if (this.kept.has(create)) return true;
    const { blocks } = this;
    const progress = this.begun.get(create) ?? { index: create(blocks), waiting: blocks.slice(), next: 0 };
    const { index, waiting } = progress;
    while (progress.next < waiting.length) {
      if (performance.now() > deadline) {
        this.begun.set(create, progress);
        return false;
      }
      index.fill(waiting.slice(progress.next, progress.next + 32));
      progress.next += 32;
    }
    this.begun.delete(create);
    this.kept.set(create, index);
    return true;
  }
}
