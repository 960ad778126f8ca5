/** A list of rows in one document: each row is checked by itself, like a line of JSON Lines. */
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

/** The rows of a unit; undefined if it is not a list of rows, or if even the first one cannot be parsed. */
export function listedRows(unit: JsonUnit): ListedRows | undefined {
  if (!/^\s*\[/.test(unit.text)) return undefined;
  const reading = readUnit(unit);
  const { root } = reading;
  if (root?.kind !== 'array') return undefined;
  const { spans, restFrom } = listedValues(reading);
  if (spans.length === 0) return undefined;
  // After a syntax error, elements parsed alone may differ from those parsed with the list.
  const ofSpan = ({ start, end }: Span) => readUnit(jsonUnit(unit.text.slice(start, end), unit.names)).root;
  const items =
    spans === root.items ? root.items : spans.slice(0, MAX_ELEMENTS_TELLING).flatMap((span) => ofSpan(span) ?? []);
  if (!isRowList({ ...root, items })) return undefined;
  return { spans, restFrom, facts: rowFacts(items) };
}

/** How many elements of a list are examined to recognize it. */
const MAX_ELEMENTS_TELLING = 8;

/** Whether a text is a list of rows, the first of which can be parsed by itself. */
export const isListOfRows = (text: string, names?: RowNames): boolean =>
  listedRows(jsonUnit(text, names)) !== undefined;

/** The facts about the rows of a text that is a list of rows. */
export const rowFactsOfList = (text: string, names?: RowNames): RowFacts | undefined =>
  listedRows(jsonUnit(text, names))?.facts;

/**
 * The rest of a list after the last element that could be separated, after one row of the list, so that both together are a
 * list of rows.
 */
export interface ListRest {
  readonly unit: JsonUnit;
  /** The length of the text before the rest in the unit. */
  readonly before: number;
}

/** `row`: the first row of the list, which is put on one line; `rest`: the text after the last row that was parsed by itself. */
export function listRest(row: string, rest: string, names?: RowNames): ListRest {
  return { unit: jsonUnit(`[${row.replace(/[\r\n]/g, ' ')}${rest}`, names), before: row.length + 1 };
}

/** The problems of the rest, with offsets in the rest; -1 is the last character of the row before the rest. */
export function problemsOfRest(
  { unit, before }: ListRest,
  inspect: (unit: JsonUnit) => readonly Problem[],
): readonly Problem[] {
  // A missing bracket at the end of the list is reported at the last character.
  const { open } = readUnit(unit);
  return inspect(unit).flatMap((problem) => {
    const { code, start, end } = problem;
    const isOfRow = end <= before && !(open.length === 1 && code === ofJson && start === before - 1);
    return isOfRow || code === repeats ? [] : [{ ...problem, start: start - before, end: end - before }];
  });
}

const ofJson = 'wire-json';
/** The code that is not reported in the rest, which is not compared with the rows before it. */
const repeats = 'row-duplicate';
