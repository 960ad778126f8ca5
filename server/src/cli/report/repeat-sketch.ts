/**
 * Which numbers occur more than once, in as little memory as that takes: two Bloom filters, one of all numbers, and one of those that
 * the first had already. Of a number that occurs once, it says in some cases that it occurs more often, but never the opposite.
 *
 * Both bits of a number are in one word, since each look at another one waits for the memory.
 */
export class RepeatSketch {
  private readonly once: Uint32Array;
  private readonly again: Uint32Array;
  private readonly mask: number;

  /** `bits`: of each filter, as a power of two. */
  constructor(bits: number) {
    this.once = new Uint32Array(2 ** (bits - 5));
    this.again = new Uint32Array(2 ** (bits - 5));
    this.mask = 2 ** (bits - 5) - 1;
  }

  /** `low`, `high`: the halves of the number as it is in memory. `kind`: numbers of several kinds are told apart. */
  add(low: number, high: number, kind: number): void {
    const hash = mixed(low, high, kind);
    const at = (hash >>> 7) & this.mask;
    const bits = bitsOf(hash);
    const word = this.once[at] as number;
    if ((word & bits) === bits) (this.again[at] as number) |= bits;
    else this.once[at] = word | bits;
  }

  /** Whether it may have been added more than once. */
  hasAgain(low: number, high: number, kind: number): boolean {
    const hash = mixed(low, high, kind);
    const bits = bitsOf(hash);
    return ((this.again[(hash >>> 7) & this.mask] as number) & bits) === bits;
  }
}

function mixed(low: number, high: number, kind: number): number {
  let hash = Math.imul(high ^ Math.imul(kind, 0x632be5ab), 0x85ebca6b) ^ low;
  hash = Math.imul(hash ^ (hash >>> 16), 0x9e3779b1);
  return Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
}

/** Two bits, by the lowest bits of the number and by others. */
const bitsOf = (hash: number): number => (1 << (hash & 31)) | (1 << ((hash >>> 27) ^ (hash >>> 3)));
