/**
 * Data sets of any size, of which only the rows in view are read: `ocml/openDataSet` and the requests about an open one. A server
 * can have any number open. Rows are counted from 1, in the order of the file.
 */

/** The way in which a file stores its rows. */
export type DataSetKind = 'lines' | 'list' | 'columns';

export interface OpenDataSetParams {
  /** The address of the file. */
  readonly uri: string;
  /** The whole file, if the server cannot read it because it is not on disk, or because the server runs in a browser. */
  readonly text?: string;
  /** Whether the text has U+FFFD in place of bytes that are not UTF-8. */
  readonly isDamaged?: boolean;
}

/** An open data set, or the reason for the refusal. */
export type OpenedDataSet =
  | { readonly id: number; readonly kind: DataSetKind; readonly state: DataSetState }
  | { readonly refused: string };

export interface AboutDataSet {
  readonly id: number;
}

/** The current state of a data set: part of the result of `ocml/openDataSet`, and updated by `ocml/dataSetChanged`. */
export interface DataSetState {
  /** The number of rows counted so far, and whether these are all rows. */
  readonly rows: number;
  readonly isComplete: boolean;
  /** The number of bytes read for the count, and the size of the file. */
  readonly read: number;
  readonly size: number;
  /** The number of rows in the current selection so far, and whether it is complete; undefined if all rows are shown in their order. */
  readonly selected?: { readonly count: number; readonly isComplete: boolean };
  /** The background job, with its progress (0 to 1). */
  readonly job?: {
    readonly kind: 'find' | 'filter' | 'sort' | 'check' | 'export';
    readonly done: number;
    readonly found: number;
  };
  /** The number of rows in which problems were found so far, whether all rows have been checked, and the number of rows with each code. */
  readonly problems?: {
    readonly rows: number;
    readonly isComplete: boolean;
    readonly codes: { readonly [code: string]: number };
  };
  /** The file has changed since it was read: a bar shows this, and *Reload* opens the file again. */
  readonly onDisk?: 'grown' | 'changed' | 'gone';
  /** Notes for users: a last line that is cut off, invalid UTF-8, unreadable parts with the reason. */
  readonly notes: readonly string[];
}

export interface DataSetChanged extends AboutDataSet {
  readonly state: DataSetState;
}

/** Rows by their position in the current selection, counted from 0. */
export interface DataSetRowsParams extends AboutDataSet {
  readonly from: number;
  readonly count: number;
}

export interface DataSetRow {
  /** The number of the row in the file, counted from 1. */
  readonly number: number;
  /** The line in which the row begins, counted from 1; undefined in files without lines. */
  readonly line?: number;
  /** The length of the row, in characters. */
  readonly length: number;
  readonly tokens?: number;
  /** The shape, in words for users; undefined if the row is not a conversation. */
  readonly shape?: string;
  /** The first roles, in order; `moreRoles` is the number of roles that follow. */
  readonly roles: readonly string[];
  readonly moreRoles: number;
  /** The first words that users see; empty if there are none, or if the row cannot be read. */
  readonly words: string;
  /** The codes of the problems in the row, with their counts; undefined if the row was not checked. */
  readonly problems?: readonly {
    readonly code: string;
    readonly level: 'error' | 'warning' | 'information';
    readonly count: number;
  }[];
  /** Whether only the beginning of the row was read, since the row is long. */
  readonly isPart: boolean;
  /** The reason if the row cannot be read. */
  readonly fault?: string;
}

export interface DataSetRows {
  readonly rows: readonly DataSetRow[];
}

/** Opens a row as a document for all document requests. It stays open until the next row is opened, or the data set is closed. */
export interface OpenRowParams extends AboutDataSet {
  readonly number: number;
  /** Whether to open the whole row, however long. */
  readonly whole?: boolean;
}

export interface OpenedRow {
  /** The URI of the row in requests. */
  readonly uri: string;
  readonly languageId: string;
  /**
   * Whether the document is only the beginning of the row, with brackets closed so that it is valid JSON. The message at the cut is
   * dropped, unless it is a user message, since the part of the message that hides it may be missing.
   */
  readonly isPart: boolean;
  /** The length of the whole row, in characters. */
  readonly length: number;
  /** The reason if the row cannot be read, such as invalid JSON. The reason does not quote the row. */
  readonly fault?: string;
}

export interface RowTextParams extends AboutDataSet {
  readonly number: number;
}

export interface RowText {
  /** The text of the row exactly as in the file, without the line break. */
  readonly text: string;
}

/** The rows to show, and their order. Without any conditions, all rows are shown. */
export interface SelectRowsParams extends AboutDataSet {
  /** Rows that contain these words, or match this regular expression (no backtracking, so no references and no look-around). */
  readonly find?: { readonly words: string; readonly isPattern?: boolean; readonly ignoresCase?: boolean };
  readonly filter?: DataSetFilter;
  readonly sort?: { readonly by: 'length' | 'tokens'; readonly descending?: boolean };
}

export interface DataSetFilter {
  /** Codes of problems, any of which a row must have. */
  readonly codes?: readonly string[];
  readonly roles?: readonly string[];
  readonly tools?: readonly string[];
  readonly shapes?: readonly string[];
  readonly length?: { readonly least?: number; readonly most?: number };
  readonly tokens?: { readonly least?: number; readonly most?: number };
  readonly hasReasoning?: boolean;
  /** Whether the last message is not from the assistant, so that an answer is missing. */
  readonly endsWithoutAnswer?: boolean;
}

/**
 * The reason if rows cannot be selected, such as an invalid pattern. Null if the selection has begun; `ocml/dataSetChanged` reports its
 * progress.
 */
export interface SelectedRows {
  readonly refused: string | null;
}

/**
 * Requests the next row with a problem after a row, or the previous one. The answer is null if there is none among the rows checked so far.
 */
export interface NextProblemRowParams extends AboutDataSet {
  readonly number: number;
  readonly backwards?: boolean;
}

export interface FoundRow {
  readonly number: number | null;
  /** The position of the row in the current selection, or null. */
  readonly place: number | null;
}

/** The position of a row in the current selection. */
export interface PlaceOfRowParams extends AboutDataSet {
  readonly number: number;
}

/** Writes the selected rows to a new file, byte for byte, in their order in the file. */
export interface ExportRowsParams extends AboutDataSet {
  /** Absent if the client sent the text of the file: the server then returns the text of the rows. */
  readonly to?: string;
}

export interface ExportedRows {
  readonly count: number;
  /** The rows, for the client to write. */
  readonly text?: string;
  readonly refused?: string;
}
