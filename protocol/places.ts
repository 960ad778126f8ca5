/** Positions in documents, as in the Language Server Protocol: lines and UTF-16 code units, both counted from 0. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Params of a request about a document. */
export interface AboutDocument {
  readonly textDocument: { readonly uri: string };
}
