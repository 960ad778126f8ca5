/** The interface for finding rows in the arriving bytes of a file. Only the start of the current row is kept. */

/** Receives a row: its start and end in the file, in bytes, and the line on which it begins, counted from 0. */
export type OnRow = (start: number, end: number, line: number) => void;

/** UTF-8 bytes or UTF-16 units: scanners read both, since the characters that delimit rows are ASCII. */
export interface Units {
  readonly length: number;
  readonly [index: number]: number;
  indexOf(unit: number, from?: number): number;
}

export interface RowScanner {
  /** Scans the next bytes. They follow the bytes of the last call. `base`: the offset of `bytes` in the file. */
  scan(bytes: Units, base: number, onRow: OnRow): void;
  /** Ends the file, and reports an unfinished row as a row, too. */
  end(size: number, onRow: OnRow): void;
  /** The unfinished row. */
  open(): OpenRow | undefined;
}

export interface OpenRow {
  readonly start: number;
  readonly line: number;
}

/** A place to start reading rows from: the beginning of a row, or of the file. */
export interface ScanPlace {
  readonly at: number;
  /** Counted from 0. */
  readonly line: number;
  /** Whether the place is the beginning of the file. */
  readonly isFirst: boolean;
}
