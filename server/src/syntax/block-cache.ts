import type { Block } from './block.ts';

/**
 * What a reader found in blocks, kept by each block itself. A `WeakMap` would keep it as well, but the young values of one survive
 * collections until the next full one, and with them the text of every state of a message that is being typed.
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
