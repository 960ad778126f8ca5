/** The interface of scanners that find rows in a file as its bytes arrive. They keep only the starting position of the current row. */

/** Receives a row: its start and its end in the file, in bytes, and the line on which it begins, counted from 0. */
export type OnRow = (start: number, end: number, line: number) => void;

/** UTF-8 bytes or UTF-16 units. Scanners accept both, since the characters that delimit rows are ASCII. */
export interface Units {
  readonly length: number;
  readonly [index: number]: number;
  indexOf(unit: number, from?: number): number;
}

export interface RowScanner {
  /** Scans the next bytes, which follow the bytes of the last call. `base`: the offset of `bytes` in the file. */
  scan(bytes: Units, base: number, onRow: OnRow): void;
  /** Reports that the file has ended. An unfinished row is also passed to `onRow`. */
  end(size: number, onRow: OnRow): void;
  /** Returns the unfinished row, if there is one. */
  open(): OpenRow | undefined;
}

export interface OpenRow {
  readonly start: number;
  readonly line: number;
}

/** A position from which rows can be read: the beginning of a row, or of the file. */
export interface ScanPlace {
  readonly at: number;
  /** The line of the position, counted from 0. */
  readonly line: number;
  /** Whether the position is the beginning of the file. */
  readonly isFirst: boolean;
}
