/**
 * Data sets of any size: `ocml/openDataSet` and the requests about an open data set. Only the rows in view are read. A server can have any
 * number of data sets open. Rows are counted from 1, in the order of the file.
 */

/** The way in which a file stores its rows. */
export type DataSetKind = 'lines' | 'list' | 'columns';

export interface OpenDataSetParams {
  /** The address of the file. */
  readonly uri: string;
  /** The text of the file, if the server cannot read it because it is not on disk, or because the server runs in a browser. */
  readonly text?: string;
  /** Whether the text contains U+FFFD in place of bytes that are not valid UTF-8. */
  readonly isDamaged?: boolean;
}

/** An open data set, or the reason why it could not be opened. */
export type OpenedDataSet =
  | { readonly id: number; readonly kind: DataSetKind; readonly state: DataSetState }
  | { readonly refused: string };

export interface AboutDataSet {
  readonly id: number;
}

/** The current state of a data set. `ocml/openDataSet` returns it, and `ocml/dataSetChanged` reports its changes. */
export interface DataSetState {
  /** The number of rows counted so far, and whether all rows have been counted. */
  readonly rows: number;
  readonly isComplete: boolean;
  /** The number of bytes in which rows have been counted (`read`), and the size of the file. */
  readonly read: number;
  readonly size: number;
  /**
   * The number of rows in the current selection so far, and whether it is complete. Undefined if all rows are selected, in the order of the
   * file.
   */
  readonly selected?: { readonly count: number; readonly isComplete: boolean };
  /** The job that runs in the background, with its progress (0 to 1) and the number of rows found so far. */
  readonly job?: {
    readonly kind: 'find' | 'filter' | 'sort' | 'check' | 'export';
    readonly done: number;
    readonly found: number;
  };
  /**
   * The number of rows in which problems have been found, and whether all rows have been checked. Also the number of rows with each problem
   * code.
   */
  readonly problems?: {
    readonly rows: number;
    readonly isComplete: boolean;
    readonly codes: { readonly [code: string]: number };
  };
  /** Set if the file has changed since it was read. The client can then open it again. */
  readonly onDisk?: 'grown' | 'changed' | 'gone';
  /** Notes for users, for example about a truncated last line, invalid UTF-8, or parts that cannot be read, with the reason. */
  readonly notes: readonly string[];
}

export interface DataSetChanged extends AboutDataSet {
  readonly state: DataSetState;
}

/** Requests `count` rows of the current selection, beginning at a position, which is counted from 0. */
export interface DataSetRowsParams extends AboutDataSet {
  readonly from: number;
  readonly count: number;
}

export interface DataSetRow {
  /** The number of the row in the file, counted from 1. */
  readonly number: number;
  /** The line on which the row begins, counted from 1. Undefined if the file has no lines. */
  readonly line?: number;
  /** The length of the row, in characters. */
  readonly length: number;
  readonly tokens?: number;
  /** The shape of the row, in words for users. Undefined if the row is not a conversation. */
  readonly shape?: string;
  /** The first roles, in order. `moreRoles`: the number of roles that follow. */
  readonly roles: readonly string[];
  readonly moreRoles: number;
  /** The first words that users see. Empty if there are none, or if the row cannot be read. */
  readonly words: string;
  /** The problems in the row: codes, severities and counts. Undefined if the row has not been checked. */
  readonly problems?: readonly {
    readonly code: string;
    readonly level: 'error' | 'warning' | 'information';
    readonly count: number;
  }[];
  /** Whether only the beginning of the row was read, because the row is long. */
  readonly isPart: boolean;
  /** The reason why the row cannot be read; undefined if it can. */
  readonly fault?: string;
}

export interface DataSetRows {
  readonly rows: readonly DataSetRow[];
}

/**
 * Opens a row as a document, about which all document requests can be sent. The document stays open until another row is opened or the data
 * set is closed.
 */
export interface OpenRowParams extends AboutDataSet {
  readonly number: number;
  /** Whether the whole row is opened, even if it is long. */
  readonly whole?: boolean;
}

export interface OpenedRow {
  /** The URI of the document in requests. */
  readonly uri: string;
  readonly languageId: string;
  /**
   * Whether the document is only the beginning of the row, with closing brackets appended so that it is valid JSON. The truncated message
   * is omitted unless it is a user message, because the field that hides it from users may be missing.
   */
  readonly isPart: boolean;
  /** The length of the whole row, in characters. */
  readonly length: number;
  /** The reason why the row cannot be read, such as invalid JSON; undefined if it can. It does not quote the row. */
  readonly fault?: string;
}

export interface RowTextParams extends AboutDataSet {
  readonly number: number;
}

export interface RowText {
  /** The text of the row exactly as in the file, without the final line break. */
  readonly text: string;
}

/** Selects the rows to show, and their order. Without conditions, all rows are selected. */
export interface SelectRowsParams extends AboutDataSet {
  /**
   * Selects rows that contain these words, or match this regular expression. The expression runs without backtracking, so backreferences
   * and lookaround are not supported.
   */
  readonly find?: { readonly words: string; readonly isPattern?: boolean; readonly ignoresCase?: boolean };
  readonly filter?: DataSetFilter;
  readonly sort?: { readonly by: 'length' | 'tokens'; readonly descending?: boolean };
}

export interface DataSetFilter {
  /** Selects rows with a problem that has one of these codes. */
  readonly codes?: readonly string[];
  readonly roles?: readonly string[];
  readonly tools?: readonly string[];
  readonly shapes?: readonly string[];
  readonly length?: { readonly least?: number; readonly most?: number };
  readonly tokens?: { readonly least?: number; readonly most?: number };
  readonly hasReasoning?: boolean;
  /** Selects rows whose last message is not from the assistant. */
  readonly endsWithoutAnswer?: boolean;
}

/**
 * The reason why the rows cannot be selected, such as an invalid pattern. Null if the selection has begun; `ocml/dataSetChanged` then
 * reports its progress.
 */
export interface SelectedRows {
  readonly refused: string | null;
}

/**
 * Requests the number of the next or the previous row with problems, starting from a row. The result contains null if there is none among
 * the rows that have been checked.
 */
export interface NextProblemRowParams extends AboutDataSet {
  readonly number: number;
  readonly backwards?: boolean;
}

export interface FoundRow {
  readonly number: number | null;
  /** The position of the row in the current selection. Null if the selection does not contain it. */
  readonly place: number | null;
}

/** Requests the position of a row in the current selection. */
export interface PlaceOfRowParams extends AboutDataSet {
  readonly number: number;
}

/** Writes the selected rows to a new file, byte for byte, in the order of the data set. */
export interface ExportRowsParams extends AboutDataSet {
  /**
   * The address of the new file. It must be missing if the client has sent the text of the data set. In that case, the server returns the
   * text of the rows.
   */
  readonly to?: string;
}

export interface ExportedRows {
  readonly count: number;
  /** The text of the rows, if the client has to write the file. */
  readonly text?: string;
  readonly refused?: string;
}
