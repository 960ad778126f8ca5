/** Recognizes whether text for which no dialect was chosen is JSON, and which shape it has. */

import { dialectOfRow } from '../checker/json/texts.ts';
import {
  type AnyDialectId,
  isJsonFile,
  isUnchosen,
  type JsonDialectId,
  type RowFacts,
  type ShapeName,
} from '../grammar/index.ts';
import { rowFacts } from '../model/json/row-kind.ts';
import { areRecords } from '../model/json/sessions/recognise.ts';
import { dialectOf, isPlainText, shapeOf, tellingUnit } from '../model/json/shapes.ts';
import { isEventStream } from '../syntax/event-stream.ts';
import { getOwn } from '../syntax/get-own.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import { hasLines, linesOf } from '../syntax/json/json-lines.ts';
import { type JsonUnit, jsonUnit, readUnit } from '../syntax/json/json-unit.ts';
import type { JsonNode, JsonReading } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import { mayBeJson } from './opening.ts';
import { isBrokenConversation, isTranscriptInstead } from './tokens-outside.ts';

interface ShownJson {
  readonly shape: ShapeName;
  /** The recognized dialect; `json` if none is recognized. */
  readonly dialect: AnyDialectId;
  readonly lines: boolean;
  readonly rows: RowFacts | undefined;
  /** Whether the lines of the text are the records of one session. */
  readonly records?: boolean;
}

/**
 * Returns the shape and the dialect of the JSON in a text; undefined if the text is not JSON. `path`: the name of a JSON file shows that
 * the text is probably meant as JSON. `text`: the whole text, or the first lines of JSON Lines. `names`: the project's names for fields and
 * roles in rows.
 */
export function shownJson(path: string, text: string, names?: RowNames): ShownJson | undefined {
  const isNamed = isJsonFile(path);
  if (!/\S/.test(text) || !mayBeJson(path, text) || isEventStream(text)) return undefined;
  // Text that ends with this closing tag is a call by a ChatML model, with the opening tag missing.
  if (!isNamed && text.trimEnd().endsWith(callEnd)) return undefined;
  const lines = hasLines(path, 'json', text);
  // A broken record may have control tokens outside its strings, but the other records still show that the file is a session.
  if (lines && areRecords(firstRecords(text)))
    return { shape: 'session', dialect: 'messages', lines: false, rows: undefined, records: true };
  if (isTranscriptInstead(text, lines)) return undefined;
  const units = () => (lines ? unitsIn(text, names) : [jsonUnit(text.replace(/^\uFEFF/, ' '), names)]);
  const telling = tellingUnit(units());
  if (telling === undefined)
    return isNamed || isJson(text, lines) || isBrokenConversation(text)
      ? { shape: untold(units(), lines), dialect: 'json', lines, rows: undefined }
      : undefined;
  const reading = readUnit(telling);
  const { name: shape = 'unknown' } = shapeOf(reading) ?? {};
  return { shape, dialect: shownDialect(reading, shape), lines, rows: rowsIn(units(), lines) };
}

/** The values of the first lines, the last of which may be cut off. */
function firstRecords(text: string): JsonNode[] {
  const records: JsonNode[] = [];
  for (const { text: line } of unitsIn(text)) {
    if (records.length >= MAX_RECORDS_TELLING) break;
    const root = /\S/.test(line) ? readJson(line).root : undefined;
    if (root) records.push(root);
  }
  return records;
}

/** The maximum number of records that are examined to recognize a session. */
const MAX_RECORDS_TELLING = 6;

function rowsIn(units: Iterable<JsonUnit>, lines: boolean): RowFacts | undefined {
  return lines ? rowFacts(rootsOf(units)) : undefined;
}

function* rootsOf(units: Iterable<JsonUnit>): Generator<JsonNode | undefined> {
  for (const unit of units) if (/\S/.test(unit.text)) yield readUnit(unit).root;
}

/** Returns the facts about the rows of a document; undefined if a dialect was chosen or if the document does not have one row per line. */
export const rowFactsIn = ({ dialect, units, lines }: JsonDocument): RowFacts | undefined =>
  isUnchosen(dialect) ? rowsIn(units, lines) : undefined;

/** The recognized shape of a document, and its dialect. */
export function languageInfoOf({ dialect, units, lines }: JsonDocument): Omit<ShownJson, 'lines' | 'rows' | 'records'> {
  if (!isUnchosen(dialect)) return { dialect, shape: shapeIn(units, dialect) };
  const telling = tellingUnit(units);
  const shape = telling && shapeOf(readUnit(telling));
  if (telling === undefined || shape === undefined) return { dialect: 'json', shape: untold(units, lines) };
  return { dialect: shownDialect(readUnit(telling), shape.name), shape: shape.name };
}

/** Returns the shape of a document without messages: `plain-text` if its rows are plain text to train on, otherwise `unknown`. */
function untold(units: Iterable<JsonUnit>, lines: boolean): ShapeName {
  return isPlainText(units, lines) ? 'plain-text' : 'unknown';
}

/** Returns the shape of JSON Lines in a chosen dialect, judging by the first lines. */
export function shapeOfLines(text: string, dialect: JsonDialectId): ShapeName {
  return shapeIn(unitsIn(text), dialect);
}

function shapeIn(units: Iterable<JsonUnit>, dialect: JsonDialectId): ShapeName {
  const telling = tellingUnit(units);
  const shape = telling && shapeOf(readUnit(telling));
  return shape?.dialect === dialect ? shape.name : (getOwn(chosenAs, dialect) ?? 'unknown');
}

/** The shape of files in a chosen dialect, if the dialect alone determines it. */
const chosenAs: Partial<Record<JsonDialectId, ShapeName>> = {
  'chatml-wire': 'wire',
  'openchatml-json': 'projection',
  'stream-event': 'events',
};

function shownDialect(reading: JsonReading, shape: ShapeName): AnyDialectId {
  return shape === 'text' ? (dialectOfRow(reading) ?? 'json') : dialectOf(reading, 'json');
}

const callEnd = '</tool_call>';

function* unitsIn(text: string, names?: RowNames) {
  for (const line of linesOf(text)) yield jsonUnit(line.replace(/^\uFEFF/, ' '), names);
}

/** Whether a text of unknown shape is valid JSON. For JSON Lines, only the first line is checked. */
function isJson(text: string, lines: boolean): boolean {
  try {
    JSON.parse((lines ? (/\S.*/.exec(text)?.[0] ?? '') : text).replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}
