/** Which rows are shown, and in which order. */
import { firstNotBelow, GrowingNumbers } from './growing.ts';
import { sortedBy } from './sort.ts';

/** Rows that are kept at most, since each takes four bytes, and twelve more while they are sorted. */
export const MAX_SELECTED_ROWS = 20_000_000;

export class Selection {
  private numbers = new GrowingNumbers();
  private keys: GrowingNumbers | undefined;
  private order: Uint32Array | undefined;
  isComplete = false;
  /** More rows were found than are kept. */
  isFull = false;

  constructor(private readonly sort: { readonly descending: boolean } | undefined) {
    this.keys = sort && new GrowingNumbers();
  }

  /** Adds rows, in ascending order, each with what it is sorted by. */
  add(numbers: Uint32Array, keys: Uint32Array | undefined): void {
    const room = MAX_SELECTED_ROWS - this.numbers.length;
    this.isFull ||= numbers.length > room;
    this.numbers.append(numbers.subarray(0, room));
    if (keys) this.keys?.append(keys.subarray(0, room));
  }

  /** All rows are found: they are shown in their order. */
  complete(): void {
    this.isComplete = true;
    if (!this.sort || !this.keys) return;
    this.order = sortedBy(this.keys.values, this.numbers.values, this.sort.descending);
    // Only one of the two is kept.
    this.keys = undefined;
    this.numbers = new GrowingNumbers();
  }

  get length(): number {
    return this.order?.length ?? this.numbers.length;
  }

  /** The numbers of rows by their places, counted from 0. */
  slice(from: number, to: number): number[] {
    return Array.from((this.order ?? this.numbers.values).subarray(from, to));
  }

  /** In the order of the file. */
  get ascending(): Uint32Array {
    return this.order?.toSorted() ?? this.numbers.values;
  }

  /** The place of a row, counted from 0, or undefined. */
  placeOf(number: number): number | undefined {
    const values = this.order ?? this.numbers.values;
    const place = this.order ? values.indexOf(number) : firstNotBelow(values, number);
    return values[place] === number ? place : undefined;
  }
}
