/** The rows to show, and their order. */
import { firstNotBelow, GrowingNumbers } from './growing.ts';
import { sortedBy } from './sort.ts';

/** The maximum number of rows in a selection. Each takes four bytes of memory, and twelve more while the rows are sorted. */
export const MAX_SELECTED_ROWS = 20_000_000;

export class Selection {
  private numbers = new GrowingNumbers();
  private keys: GrowingNumbers | undefined;
  private order: Uint32Array | undefined;
  isComplete = false;
  /** Whether more rows were found than can be kept. */
  isFull = false;

  constructor(private readonly sort: { readonly descending: boolean } | undefined) {
    this.keys = sort && new GrowingNumbers();
  }

  /** Adds rows in ascending order. `keys`: their sort keys, if the rows are to be sorted. */
  add(numbers: Uint32Array, keys: Uint32Array | undefined): void {
    const room = MAX_SELECTED_ROWS - this.numbers.length;
    this.isFull ||= numbers.length > room;
    this.numbers.append(numbers.subarray(0, room));
    if (keys) this.keys?.append(keys.subarray(0, room));
  }

  /** Sorts the rows after all have been found. */
  complete(): void {
    this.isComplete = true;
    if (!this.sort || !this.keys) return;
    this.order = sortedBy(this.keys.values, this.numbers.values, this.sort.descending);
    // Only the sorted numbers are kept.
    this.keys = undefined;
    this.numbers = new GrowingNumbers();
  }

  get length(): number {
    return this.order?.length ?? this.numbers.length;
  }

  /** Returns the numbers of the rows from position `from` to before position `to`; positions are counted from 0. */
  slice(from: number, to: number): number[] {
    return Array.from((this.order ?? this.numbers.values).subarray(from, to));
  }

  /** The row numbers in file order. */
  get ascending(): Uint32Array {
    return this.order?.toSorted() ?? this.numbers.values;
  }

  /** Returns the position of a row, counted from 0; undefined if the row is not selected. */
  placeOf(number: number): number | undefined {
    const values = this.order ?? this.numbers.values;
    const index = this.order ? values.indexOf(number) : firstNotBelow(values, number);
    return values[index] === number ? index : undefined;
  }
}
