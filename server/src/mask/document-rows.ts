/**
 * Finds the training rows in a document: the rows of a data set, a single list of messages, or the messages converted
 * from a transcript.
 */
import type { AnyDocument } from '../documents/document.ts';
import { byKind } from '../syntax/any-document.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import { indexAtMost, memberOf } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import { type RenamedText, readLike, renamedText } from '../syntax/json/row-names.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { sessionIsNoRow } from '../templates/rows/session-log.ts';
import { requestOf } from '../templates/view.ts';
import type { MaskFinding } from './findings.ts';
import type { PlaceOf } from './lens.ts';
import { rowsInList } from './row.ts';

/** A row: its text, and its span in the document (UTF-16 offsets). */
export interface DocumentRow {
  /** The text of the row. If the data set uses other names for fields, they are replaced by the usual ones, such as `messages`. */
  readonly text: string;
  /** Maps an offset in `text` to an offset in the original row. */
  readonly sourceOf: RenamedText['sourceOf'];
  readonly start: number;
  readonly end: number;
}

export interface DocumentRows {
  readonly rows: readonly DocumentRow[];
  /** Whether the rows belong to a data set. */
  readonly isDataSet: boolean;
  placeOf(row: DocumentRow): PlaceOf;
  /** Returns the span of a finding in the document. */
  placeOfFinding(row: DocumentRow, finding: MaskFinding): readonly [start: number, end: number];
}

/**
 * Returns the rows or, if there are none, the reason as a message for the user. `debug`: whether to include the hidden
 * messages of a transcript.
 */
export const documentRows: (document: AnyDocument, debug: boolean) => DocumentRows | string = byKind<
  [debug: boolean],
  DocumentRows | string
>({ text: ofTranscript, json: ofJson });

function ofJson(document: JsonDocument): DocumentRows | string {
  if (document.shape === 'session') return sessionIsNoRow;
  const { names } = document;
  const rows: DocumentRow[] = [];
  let isDataSet = document.lines;
  if (document.lines) {
    let start = 0;
    for (const { text } of document.units) {
      const row = text.replace(/\r?\n$/, '');
      if (/\S/.test(row)) rows.push({ ...renamedText(row, names), start, end: start + row.length });
      start += text.length;
    }
  } else {
    const text = document.getText();
    const { root } = readLike(text, { names });
    const list = root && rowsInList(root);
    isDataSet = list !== undefined;
    for (const { start, end } of list ?? (root ? [root] : []))
      rows.push({ ...renamedText(text.slice(start, end), names), start, end });
  }
  if (rows.length === 0) return 'There is no row here yet.';
  return {
    rows,
    isDataSet,
    // In a string without escapes, an offset in the value equals the offset in the source after the opening quotation mark.
    placeOf:
      ({ start: base, sourceOf }) =>
      ({ start, end, exact }, from, to) =>
        exact
          ? [base + sourceOf(start + 1 + from), base + sourceOf(start + 1 + to)]
          : [base + sourceOf(start), base + sourceOf(end)],
    placeOfFinding: ({ text, start, sourceOf }, { at = [0, firstLine(text)] }) => [
      start + sourceOf(at[0]),
      start + sourceOf(at[1]),
    ],
  };
}

/** Returns the length of the first line, on which a finding about a whole row is reported. */
function firstLine(text: string): number {
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end;
}

function ofTranscript(transcript: Transcript, debug: boolean): DocumentRows | string {
  const request = requestOf(transcript, debug);
  if (typeof request === 'string') return request;
  const { json, place } = request;
  const { root } = readJson(json);
  const messages = root?.kind === 'array' ? root : memberOf(root, 'messages')?.value;
  if (messages?.kind !== 'array' || messages.items.length === 0) return 'This transcript has no messages yet.';
  const row = { text: json, sourceOf: (offset: number) => offset, start: 0, end: transcript.length };
  return {
    rows: [row],
    isDataSet: false,
    placeOf: () => place,
    placeOfFinding: (_, { about: message }) =>
      message === undefined ? [0, 0] : place({ message, part: 'content', start: 0, end: 0, exact: false }, 0, 0),
  };
}

/** Returns the index of the last row that begins at or before an offset; 0 if there is none. */
export const rowAt = (rows: readonly DocumentRow[], offset: number): number =>
  Math.max(
    0,
    indexAtMost(rows, offset, ({ start }) => start),
  );
