/** A compact hash table that maps numbers to small numbers. */

/** The key that marks a free slot. No row has this number. */
const FREE = 0;

export class NumberTable {
  private keys = new Float64Array(1024);
  private values = new Uint32Array(1024);
  private size = 0;
  /** Whether the table is full, so that some entries were not stored. */
  isFull = false;

  constructor(private readonly most: number) {}

  get(key: number): number | undefined {
    const at = this.placeOf(key);
    return this.keys[at] === key ? this.values[at] : undefined;
  }

  /** Returns the value of a key. If the key has no value, stores `value` for it and returns undefined. */
  getOrSet(key: number, value: number): number | undefined {
    const at = this.placeOf(key);
    if (this.keys[at] === key) return this.values[at];
    if (this.size >= this.most) {
      this.isFull = true;
      return undefined;
    }
    this.keys[at] = key;
    this.values[at] = value;
    if (++this.size * 3 > this.keys.length * 2) this.grow();
    return undefined;
  }

  private placeOf(key: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    let at = Math.imul((key % 0x100000000) ^ (key / 0x100000000), 0x9e3779b1);
    at = (at ^ (at >>> 15)) & mask;
    while (keys[at] !== FREE && keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.values = new Uint32Array(keys.length * 2);
    for (const [i, key] of keys.entries()) {
      if (key === FREE) continue;
      const at = this.placeOf(key);
      this.keys[at] = key;
      this.values[at] = values[i] as number;
    }
  }
}

/** A growing list of numbers. */
export class NumberList {
  private numbers = new Float64Array(1024);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const longer = new Float64Array(2 * this.length);
      longer.set(this.numbers);
      this.numbers = longer;
    }
    this.numbers[this.length++] = number;
  }

  at(index: number): number {
    return this.numbers[index] as number;
  }

  toArray(): Float64Array<ArrayBuffer> {
    return this.numbers.slice(0, this.length);
  }
}
