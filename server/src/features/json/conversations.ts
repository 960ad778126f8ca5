/** The conversations of a data set: one per line, or the elements of one list. */
import type { JsonDialectId } from '../../grammar/index.ts';
import { listOf } from '../../model/json/list.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { transcriptIn } from '../../model/json/shapes/text-column.ts';
import { isConversation } from '../../model/json/shapes.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { indexAtMost } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { isPosition } from '../support/cursor.ts';
import type { ConversationPlace, UserViewParams, ViewMessage } from '../user-view.ts';

/** A conversation with the index of its unit. Its span is relative to the document. */
export interface Conversation extends Span {
  readonly unit: number;
  /** A line of JSON Lines, or the messages in one element of a list. */
  readonly stretch: JsonUnit | readonly JsonMessage[];
  readonly place: ConversationPlace;
}

/**
 * The conversation that a view should show, and the offset to center it on. `found` is undefined if the whole document is a single
 * conversation, or if the line is not a conversation.
 */
export function conversationFor(
  document: JsonDocument,
  { around, number }: Pick<UserViewParams, 'around' | 'number'>,
): { readonly offset: number; readonly found: Conversation | undefined } {
  const { units, dialect, lines } = document;
  const count = lines ? countOf(units) : 0;
  const rowNumber = Number.isSafeInteger(number) ? Math.max(1, number as number) : undefined;
  const at = isPosition(around) ? document.offsetAt(around) : 0;
  if (lines) {
    const current = rowNumber === undefined ? document.indexAt(at) : Math.min(rowNumber, Math.max(1, count)) - 1;
    const stretch = units[current];
    const start = document.startOf(current);
    const offset = rowNumber === undefined ? at : start;
    if (stretch === undefined || !isConversation(stretch, dialect)) return { offset, found: undefined };
    const spanOf = (i: number) => ({
      start: document.startOf(i),
      end: document.startOf(i) + (units[i]?.text.length ?? 0),
    });
    return {
      offset,
      found: { unit: current, stretch, ...spanOf(current), place: placeIn(document, current, count, spanOf) },
    };
  }
  const [unit] = units;
  const rows = unit ? rowsOf(unit, dialect) : [];
  if (rows.length < 2) return { offset: at, found: undefined };
  const index = Math.max(
    0,
    rowNumber === undefined ? indexAtMost(rows, at, (row) => row.start) : Math.min(rowNumber, rows.length) - 1,
  );
  const row = rows[index] as Row;
  const offset = rowNumber === undefined ? at : row.start;
  const place = placeIn(document, index, rows.length, (i) => rows[i] as Row);
  return { offset, found: { unit: 0, stretch: row.messages, start: row.start, end: row.end, place } };
}

/**
 * For views that show a whole data set: returns the row of each message. Undefined if the document is a single conversation or contains
 * none.
 */
export function rowsShown(document: JsonDocument): RowsShown | undefined {
  const { units, dialect, lines } = document;
  const lineOf = (offset: number) => document.positionAt(offset).line + 1;
  if (lines) {
    const rows = units.slice(0, MAX_SNIFFED_ROWS).filter(({ text }) => /\S/.test(text));
    const isRow = (unit: JsonUnit) => isConversation(unit, dialect) || transcriptIn(readUnit(unit)) !== undefined;
    if (rows.length < 2 || !rows.some(isRow)) return undefined;
    return ({ range }) => ({ index: range.start.line, title: `Line ${range.start.line + 1}` });
  }
  const rows = units[0] ? rowsOf(units[0], dialect) : [];
  if (rows.length < 2) return undefined;
  return ({ range }) => {
    const at = document.offsetAt(range.start);
    const index = Math.max(
      0,
      indexAtMost(rows, at, (row) => row.start),
    );
    return { index, title: `Row ${index + 1}, line ${lineOf(rows[index]?.start ?? 0)}` };
  };
}

/**
 * The number of lines that are examined to find out whether they contain conversations. One line is not enough, because it may be faulty.
 */
const MAX_SNIFFED_ROWS = 20;

/** Returns the row of a message: its index among all rows or lines, and its title. */
export type RowsShown = (message: Pick<ViewMessage, 'range'>) => { readonly index: number; readonly title: string };

/** The number of lines. A blank line at the end does not count. */
export const countOf = (units: readonly JsonUnit[]) =>
  /\S/.test(units.at(-1)?.text ?? '') ? units.length : units.length - 1;

/** The place of the conversation with index `at` among `count` conversations. `spanOf`: returns the span of a conversation. */
export function placeIn(
  document: JsonDocument,
  at: number,
  count: number,
  spanOf: (at: number) => Span,
): ConversationPlace {
  const beginning = (index: number) => document.positionAt(spanOf(index).start);
  const { start, end } = spanOf(at);
  return {
    number: at + 1,
    count,
    ...(at > 0 && { previous: beginning(at - 1) }),
    ...(at + 1 < count && { next: beginning(at + 1) }),
    range: { start: document.positionAt(start), end: document.positionAt(end) },
  };
}

interface Row extends Span {
  readonly messages: readonly JsonMessage[];
}

const cache = new WeakMap<readonly JsonMessage[], readonly Row[]>();

/** The conversations of a unit that is a list of them. Empty for other units. */
function rowsOf(unit: JsonUnit, dialect: JsonDialectId): readonly Row[] {
  if (!isConversation(unit, dialect) || listOf(readUnit(unit)).rowOf === undefined) return [];
  const messages = messagesOf(unit, dialect);
  let rows = cache.get(messages);
  if (rows === undefined) {
    const reading = readUnit(unit);
    const { rowOf } = listOf(reading);
    const items = rowOf && reading.root?.kind === 'array' ? reading.root.items : [];
    let at = 0;
    rows = items.map(({ start, end }, i) => {
      const from = at;
      // In a truncated list, messages may follow the last complete element. They are counted as part of its conversation, since otherwise
      // they would belong to none.
      if (i === items.length - 1) at = messages.length;
      while (at < messages.length && (messages[at] as JsonMessage).start < end) at++;
      return { start, end, messages: messages.slice(from, at) };
    });
    cache.set(messages, rows);
  }
  return rows;
}
