/** A growing list of 32-bit numbers in compact memory. */
export class GrowingNumbers {
  private room = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    this.reserve(1);
    this.room[this.length++] = value;
  }

  append(values: Uint32Array): void {
    this.reserve(values.length);
    this.room.set(values, this.length);
    this.length += values.length;
  }

  at(index: number): number | undefined {
    return index >= 0 && index < this.length ? this.room[index] : undefined;
  }

  set(index: number, value: number): void {
    this.room[index] = value;
  }

  /** The numbers, as a view that is valid only until more numbers are added. */
  get values(): Uint32Array {
    return this.room.subarray(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.room.length) return;
    const larger = new Uint32Array(Math.max(this.length + more, this.room.length + (this.room.length >> 1)));
    larger.set(this.room);
    this.room = larger;
  }
}

/** Returns the index of the first of `values` that is at least `value`. `values` must be in ascending order. */
export function firstNotBelow(values: Uint32Array, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
