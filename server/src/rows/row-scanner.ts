/** How rows are found in the bytes of a file as they come. Nothing is kept but where the current row began. */

/** Hears of a row: where it begins and ends in the file, in bytes, and the line on which it begins, counted from 0. */
export type OnRow = (start: number, end: number, line: number) => void;

/** Bytes of UTF-8, or the units of a text: what tells rows apart is ASCII. */
export interface Units {
  readonly length: number;
  readonly [index: number]: number;
  indexOf(unit: number, from?: number): number;
}

export interface RowScanner {
  /** Reads on. `base`: where the bytes are in the file; they follow those of the last call. */
  scan(bytes: Units, base: number, onRow: OnRow): void;
  /** The file ends here: what was begun is a row, too. */
  end(size: number, onRow: OnRow): void;
  /** The row that has begun, and whose end has not come. */
  open(): OpenRow | undefined;
}

export interface OpenRow {
  readonly start: number;
  readonly line: number;
}

/** A place from which rows can be read: that of a row, or the beginning of the file. */
export interface ScanPlace {
  readonly at: number;
  /** Counted from 0. */
  readonly line: number;
  /** It is the beginning of the file. */
  readonly isFirst: boolean;
}
