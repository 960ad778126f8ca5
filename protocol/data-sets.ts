/**
 * Data sets of any size, of which only what is seen is read: `ocml/openDataSet` and what is asked about one. A server holds any
 * number of them; everything is said in rows, counted from 1 as the file has them.
 */

/** The kind of a file, as far as its rows are concerned. */
export type DataSetKind = 'lines' | 'list' | 'columns';

export interface OpenDataSetParams {
  /** The address of the file. */
  readonly uri: string;
  /** All of it, where the server cannot read it: it is not on a disk, or the server runs in a browser. */
  readonly text?: string;
  /** The text has U+FFFD in place of bytes that are not UTF-8. */
  readonly isDamaged?: boolean;
}

/** A data set that is open, or why it is not. */
export type OpenedDataSet =
  | { readonly id: number; readonly kind: DataSetKind; readonly state: DataSetState }
  | { readonly refused: string };

export interface AboutDataSet {
  readonly id: number;
}

/** The state of a data set so far: the result of `ocml/openDataSet`, and `ocml/dataSetChanged` as it goes on. */
export interface DataSetState {
  /** How many rows have been counted, and whether that is all of them. */
  readonly rows: number;
  readonly isComplete: boolean;
  /** Bytes that have been read for that, and the size of the file. */
  readonly read: number;
  readonly size: number;
  /** How many rows the current selection has so far, and whether it is complete; undefined where all rows are shown in their order. */
  readonly selected?: { readonly count: number; readonly isComplete: boolean };
  /** The job in the background, with the part that is done (0 to 1). */
  readonly job?: {
    readonly kind: 'find' | 'filter' | 'sort' | 'check' | 'export';
    readonly done: number;
    readonly found: number;
  };
  /** Rows with problems by code, as far as they have been checked. */
  readonly problems?: {
    readonly rows: number;
    readonly isComplete: boolean;
    readonly codes: { readonly [code: string]: number };
  };
  /** The file is not as it was read: a bar says so, and *Reload* opens it again. */
  readonly onDisk?: 'grown' | 'changed' | 'gone';
  /** Notes for users: a last line that is cut off, invalid UTF-8, what cannot be read and why. */
  readonly notes: readonly string[];
}

export interface DataSetChanged extends AboutDataSet {
  readonly state: DataSetState;
}

/** Rows by their place in the current selection, counted from 0. */
export interface DataSetRowsParams extends AboutDataSet {
  readonly from: number;
  readonly count: number;
}

export interface DataSetRow {
  /** Counted from 1, as the file has it. */
  readonly number: number;
  /** Counted from 1, where it begins; undefined in files without lines. */
  readonly line?: number;
  /** In characters. */
  readonly length: number;
  readonly tokens?: number;
  /** The shape, in words for users; undefined where the row is not a conversation. */
  readonly shape?: string;
  /** The roles in their order, the first of them; `more` says how many follow. */
  readonly roles: readonly string[];
  readonly moreRoles: number;
  /** The first words that users see; empty where they see none, or where the row cannot be read. */
  readonly words: string;
  /** Codes of its problems and how many; undefined where it was not checked. */
  readonly problems?: readonly {
    readonly code: string;
    readonly level: 'error' | 'warning' | 'information';
    readonly count: number;
  }[];
  /** Only its beginning was read, since it is long. */
  readonly isPart: boolean;
  /** Why it cannot be read. */
  readonly fault?: string;
}

export interface DataSetRows {
  readonly rows: readonly DataSetRow[];
}

/** A row as a document that every request about documents takes. It is held until the next one is opened, or the data set is closed. */
export interface OpenRowParams extends AboutDataSet {
  readonly number: number;
  /** All of it, however long. */
  readonly whole?: boolean;
}

export interface OpenedRow {
  /** Its name in requests. */
  readonly uri: string;
  readonly languageId: string;
  /**
   * Only its beginning: closed, so that it is valid JSON. The message in which it is cut off is left out, unless it is the
   * user's, since what hides it may follow.
   */
  readonly isPart: boolean;
  /** In characters, all of it. */
  readonly length: number;
  /** Why it cannot be read, such as JSON that is not valid; its text is not quoted. */
  readonly fault?: string;
}

export interface RowTextParams extends AboutDataSet {
  readonly number: number;
}

export interface RowText {
  /** Exactly as the file has it, without the line break. */
  readonly text: string;
}

/** Which rows are shown, and in which order. An empty one shows all of them. */
export interface SelectRowsParams extends AboutDataSet {
  /** Rows that have these words, or match this regular expression (no backtracking, so no references and no look-around). */
  readonly find?: { readonly words: string; readonly isPattern?: boolean; readonly ignoresCase?: boolean };
  readonly filter?: DataSetFilter;
  readonly sort?: { readonly by: 'length' | 'tokens'; readonly descending?: boolean };
}

export interface DataSetFilter {
  /** Problems by code, any of them. */
  readonly codes?: readonly string[];
  readonly roles?: readonly string[];
  readonly tools?: readonly string[];
  readonly shapes?: readonly string[];
  readonly length?: { readonly least?: number; readonly most?: number };
  readonly tokens?: { readonly least?: number; readonly most?: number };
  readonly hasReasoning?: boolean;
  /** The last message is not the assistant's. */
  readonly endsWithoutAnswer?: boolean;
}

/** Why the rows cannot be selected, such as a pattern that is wrong; null: it has begun, and `ocml/dataSetChanged` says how it goes on. */
export interface SelectedRows {
  readonly refused: string | null;
}

/** The next row with a problem from a row on, or before it; null: none, as far as rows were checked. */
export interface NextProblemRowParams extends AboutDataSet {
  readonly number: number;
  readonly backwards?: boolean;
}

export interface FoundRow {
  readonly number: number | null;
  /** Its place in the current selection, or null. */
  readonly place: number | null;
}

/** Where a row is in the current selection. */
export interface PlaceOfRowParams extends AboutDataSet {
  readonly number: number;
}

/** Writes the selected rows to a new file, byte for byte, in their order in the file. */
export interface ExportRowsParams extends AboutDataSet {
  /** Absent where the server was given the text of the file: it gives that of the rows. */
  readonly to?: string;
}

export interface ExportedRows {
  readonly count: number;
  /** The rows, for the client to write. */
  readonly text?: string;
  readonly refused?: string;
}
