import type { Block } from './block.ts';

/**
 * The results of a reader, each stored in the block that was read. In a `WeakMap`, young values survive until the next full garbage
 * collection, and with them the text of every state of a message that is being typed.
 */
export class BlockCache<T> {
  get(block: Block): T | undefined {
    const kept = block.readings;
    if (kept !== undefined) for (let i = 0; i < kept.length; i += 2) if (kept[i] === this) return kept[i + 1] as T;
    return undefined;
  }

  set(block: Block, found: T): void {
    if (block.readings === undefined) block.readings = [this, found];
    else block.readings.push(this, found);
  }
}
