/** Splits a document that is a list of rows, so that each row can be checked separately, like a line of JSON Lines. */
import type { RowFacts } from '../../grammar/index.ts';
import { rowFacts } from '../../model/json/row-kind.ts';
import { isRowList } from '../../model/json/shapes.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { listedValues } from '../../syntax/json/listed-values.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { Span } from '../../syntax/span.ts';

export interface ListedRows {
  readonly spans: readonly Span[];
  readonly restFrom: number | undefined;
  readonly facts: RowFacts | undefined;
}

/** Returns the rows of a unit; undefined if it is not a list of rows, or if not even the first row can be parsed. */
export function listedRows(unit: JsonUnit): ListedRows | undefined {
  if (!/^\s*\[/.test(unit.text)) return undefined;
  const reading = readUnit(unit);
  const { root } = reading;
  if (root?.kind !== 'array') return undefined;
  const { spans, restFrom } = listedValues(reading);
  if (spans.length === 0) return undefined;
  // After a syntax error, parsing an element alone may give a different result than parsing it as part of the list.
  const ofSpan = ({ start, end }: Span) => readUnit(jsonUnit(unit.text.slice(start, end), unit.names)).root;
  const items =
    spans === root.items ? root.items : spans.slice(0, MAX_ELEMENTS_TELLING).flatMap((span) => ofSpan(span) ?? []);
  if (!isRowList({ ...root, items })) return undefined;
  return { spans, restFrom, facts: rowFacts(items) };
}

/** The number of elements examined to recognize a list of rows. */
const MAX_ELEMENTS_TELLING = 8;

/** Whether text is a list of rows, the first of which can be parsed alone. */
export const isListOfRows = (text: string, names?: RowNames): boolean =>
  listedRows(jsonUnit(text, names)) !== undefined;

/** The facts about the rows of a list; undefined if the text is not a list of rows. */
export const rowFactsOfList = (text: string, names?: RowNames): RowFacts | undefined =>
  listedRows(jsonUnit(text, names))?.facts;

/**
 * The text after the last row of a list that can be parsed alone. In `unit`, this text is preceded by one row of the list, so that the unit
 * is also a list of rows.
 */
export interface ListRest {
  readonly unit: JsonUnit;
  /** The length of the text that precedes the rest in the unit. */
  readonly before: number;
}

/**
 * Creates the unit for the rest of a list. `row`: the first row of the list, which is put on one line; `rest`: the text after
 * the last row that could be separated.
 */
export function listRest(row: string, rest: string, names?: RowNames): ListRest {
  return { unit: jsonUnit(`[${row.replace(/[\r\n]/g, ' ')}${rest}`, names), before: row.length + 1 };
}

/** Returns the problems of the rest, with offsets in the rest. The offset -1 is the last character of the row before it. */
export function problemsOfRest(
  { unit, before }: ListRest,
  inspect: (unit: JsonUnit) => readonly Problem[],
): readonly Problem[] {
  // A missing closing bracket of the list is reported at the last character, which may belong to the row before the rest.
  const { open } = readUnit(unit);
  return inspect(unit).flatMap((problem) => {
    const { code, start, end } = problem;
    const isOfRow = end <= before && !(open.length === 1 && code === ofJson && start === before - 1);
    return isOfRow || code === repeats ? [] : [{ ...problem, start: start - before, end: end - before }];
  });
}

const ofJson = 'wire-json';
/** The code for repeated rows. It is not reported in the rest, since the rest is not compared with earlier rows. */
const repeats = 'row-duplicate';
