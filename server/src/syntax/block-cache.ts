import type { Block } from './block.ts';

/**
 * A cache of values computed from blocks. Each value is stored in its block. With a `WeakMap`, values of short-lived blocks would survive
 * until the next full garbage collection. With them, the text of every state of a message that is being typed would survive.
 */
export class BlockCache<T> {
  get(block: Block): T | undefined {
    const { readings } = block;
    // If the values belong to another block, this block is a copy of it with other bounds.
    if (readings === undefined || readings[0] !== block) return undefined;
    for (let i = 1; i < readings.length; i += 2) if (readings[i] === this) return readings[i + 1] as T;
    return undefined;
  }

  set(block: Block, value: T): void {
    if (block.readings?.[0] === block) block.readings.push(this, value);
    else block.readings = [block, this, value];
  }
}
