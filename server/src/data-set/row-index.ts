/**
 * The index of a file, which consists of places: the position of the first row, and of each row that begins at least
 * `SPACING` bytes after the previous place. The index stays small even for short rows, and every row begins near a
 * place.
 */

/** The minimum distance between two places, in bytes. The rows between two places begin less than this distance after the first of them. */
export const SPACING = 1 << 18;

import type { Stretch } from './data-set-stretch.ts';

export interface IndexedPlace {
  /** The number of the row that begins at this place, counted from 1. */
  readonly row: number;
  readonly at: number;
  /** Counted from 0. */
  readonly line: number;
  /** The offset of the end of the previous row. */
  readonly endBefore: number;
}

export interface RowsBetween extends IndexedPlace {
  /** The offset of the end of the last row that begins before the next place; undefined if not known yet. */
  readonly end: number | undefined;
  /** The number of rows that begin before the next place; undefined if not known yet. */
  readonly count: number | undefined;
  /** Whether this is the first place of the file. */
  readonly isFirst: boolean;
}

/** Collects the places of the index while rows are found. */
export class IndexBuilder {
  rows = 0;
  lastStart: number;
  lastEnd: number;
  private readonly places: IndexedPlace[] = [];
  private next: number;

  constructor(begin: number) {
    this.next = begin + SPACING;
    this.lastEnd = begin;
    this.lastStart = begin;
  }

  readonly add = (start: number, end: number, line: number): void => {
    this.rows++;
    if (start >= this.next) {
      this.places.push({ row: this.rows, at: start, line, endBefore: this.lastEnd });
      this.next = start + SPACING;
    }
    this.lastStart = start;
    this.lastEnd = end;
  };

  /** Returns the places collected since the previous call. */
  taken(): IndexedPlace[] {
    return this.places.splice(0);
  }
}

export class RowIndex {
  rows = 0;
  isComplete = false;
  private end: number | undefined;
  private readonly places: IndexedPlace[];

  constructor(begin: number) {
    this.places = [{ row: 1, at: begin, line: 0, endBefore: begin }];
  }

  add(places: readonly IndexedPlace[], rows: number): void {
    for (const place of places) this.places.push(place);
    this.rows = Math.max(this.rows, rows);
  }

  /** Completes the index. `end`: the offset of the end of the last row. */
  complete(rows: number, end: number): void {
    this.rows = rows;
    this.end = end;
    this.isComplete = true;
  }

  /** Completes the index early. Only the rows before the last place are kept, since the rows after it may be incomplete. */
  completeAsIs(): void {
    if (this.isComplete) return;
    const last = this.places.at(-1) as IndexedPlace;
    this.complete(last.row - 1, last.endBefore);
  }

  get length(): number {
    return this.places.length;
  }

  /** Returns the line of a place, counted from 0; undefined if there is no place with this index. */
  lineAt(index: number): number | undefined {
    return this.places[index]?.line;
  }

  /** Returns the rows between a place and the next one. `index`: the index of the first of these places. */
  between(index: number): RowsBetween {
    const place = this.places[index] as IndexedPlace;
    const next = this.places[index + 1];
    const remainingRows = this.isComplete ? this.rows + 1 - place.row : undefined;
    return {
      ...place,
      end: next?.endBefore ?? this.end,
      count: next === undefined ? remainingRows : next.row - place.row,
      isFirst: index === 0,
    };
  }

  /**
   * Returns a stretch of about `size` bytes that begins at the place with index `from`, and the index of the place at
   * which it ends. Returns undefined if the stretch has no rows, or if its rows are not indexed yet.
   */
  stretchFrom(from: number, size: number): { readonly stretch: Stretch; readonly next: number } | undefined {
    let index = from;
    // White space before the first row may be longer than the distance between places, so both places belong to the
    // first row.
    while (this.places[index + 1] && this.places[index + 1]?.row === this.places[index]?.row) index++;
    const place = this.places[index];
    if (place === undefined) return undefined;
    let next = index + 1;
    while (next < this.places.length && (this.places[next] as IndexedPlace).at - place.at < size) next++;
    const after = this.places[next];
    if (after === undefined && !this.isComplete) return undefined;
    const end = after?.endBefore ?? this.end ?? place.at;
    const count = (after?.row ?? this.rows + 1) - place.row;
    const { row, at, line } = place;
    return count > 0 ? { stretch: { row, at, line, isFirst: index === 0, end, count }, next } : undefined;
  }

  /** Returns the index of the last place at or before the beginning of a row. */
  indexOf(row: number): number {
    let [low, high] = [0, this.places.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.places[middle] as IndexedPlace).row <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
