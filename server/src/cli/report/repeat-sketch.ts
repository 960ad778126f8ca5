/**
 * Detects numbers that occur more than once, using little memory. It has two Bloom filters: one of all numbers, and one of the numbers that
 * the first filter already contained. A number that occurs once may be reported as repeated, but a repeated number is never missed.
 *
 * Both bits of a number are in the same word, since accessing a second word takes time.
 */
export class RepeatSketch {
  private readonly once: Uint32Array;
  private readonly again: Uint32Array;
  private readonly mask: number;

  /** `bits`: the binary logarithm of the size of each filter in bits. */
  constructor(bits: number) {
    this.once = new Uint32Array(2 ** (bits - 5));
    this.again = new Uint32Array(2 ** (bits - 5));
    this.mask = 2 ** (bits - 5) - 1;
  }

  /** Adds a number. `low`, `high`: the halves of the number as stored in memory. `kind`: equal numbers of different kinds are distinct. */
  add(low: number, high: number, kind: number): void {
    const hash = mixed(low, high, kind);
    const at = (hash >>> 7) & this.mask;
    const bits = bitsOf(hash);
    const word = this.once[at] as number;
    if ((word & bits) === bits) (this.again[at] as number) |= bits;
    else this.once[at] = word | bits;
  }

  /** Whether the number may have been added more than once. */
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

/** Returns a word in which two bits are set. The lowest bits of the hash choose one bit, and other bits choose the second. */
const bitsOf = (hash: number): number => (1 << (hash & 31)) | (1 << ((hash >>> 27) ^ (hash >>> 3)));
