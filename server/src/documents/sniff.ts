/**
 * Determines the kind of a text: whether it is a transcript or JSON, its dialect and shape, and whether each line is a separate
 * value.
 */

import {
  type AnyDialectId,
  anyJson,
  type DialectId,
  isJsonFile,
  isJsonLinesFile,
  isTemplateAlone,
  type JsonDialectId,
  jsonFiles,
  type RowFacts,
  type ShapeName,
  veryBeginning,
} from '../grammar/index.ts';
import { dialectOfFile } from '../syntax/dialect.ts';
import { isEventStream } from '../syntax/event-stream.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import { json } from './load-json.ts';
import { modelDialect } from './load-models.ts';
import { mayBeJson, OPENING_LENGTH, tellingKey } from './opening.ts';

/** The result of `sniff`, used by all code that opens, checks, converts or formats a text. */
export type Sniffed = SniffedText | SniffedJson;

interface SniffedText {
  /** `stream`: the text is server-sent events from a chat API, regardless of the file name. */
  readonly language: 'text' | 'stream';
  /** The chosen dialect, or that of the recognized model; undefined if the dialect is determined by parsing the text. */
  readonly dialect: DialectId | undefined;
  /** Whether the file is named as JSON Lines and its beginning does not contradict this, although the text cannot be parsed as rows. */
  readonly lines: boolean;
}

export interface SniffedJson {
  readonly language: 'json';
  /** The dialect for parsing; with `json`, the dialect of each value is recognized separately. */
  readonly dialect: JsonDialectId;
  /** Whether there is one value per line (JSON Lines). */
  readonly lines: boolean;
  /** The dialect to display: the dialect for parsing, or the recognized dialect. */
  readonly recognised: AnyDialectId;
  /** The shape of the JSON; `unknown` if a dialect is chosen and the text is a single value. */
  readonly shape: ShapeName;
  /** The facts about the rows of the text, if no dialect is chosen and there is one row per line. */
  readonly rows?: RowFacts | undefined;
  /** Whether the lines of the text are the records of one session. If so, all records together are one value, and `lines` is false. */
  readonly records?: boolean;
  /** The chosen text dialect, for a data set whose rows contain transcripts as text. */
  readonly texts?: DialectId;
  /** The project's names for fields and roles in rows, in place of the usual names. */
  readonly names?: RowNames | undefined;
}

/**
 * Determines the kind of a text. `head`: the whole text, or the first lines of a longer one. `chosen`: the dialect chosen by the user, a
 * setting or the file name (`chosenDialect`). `names`: the project's names for fields and roles in rows, which are used for JSON without a
 * chosen dialect and for lists of messages.
 */
export function sniff(path: string, head: string, chosen: AnyDialectId | undefined, names?: RowNames): Sniffed {
  if (isEventStream(head))
    return { language: 'stream', dialect: isJsonDialect(chosen) ? undefined : chosen, lines: false };
  if (isJsonDialect(chosen))
    return { ...chosenJson(path, head, chosen), ...(names && chosen === 'messages' && { names }) };
  if (chosen !== undefined) return textOrRows(path, head, chosen);
  if (showsTokenObjects(path, head) && !json().hasLines(path, 'json', head))
    return chosenJson(path, head, 'chatml-wire');
  const shownJson = mayBeJson(path, head) ? json().shownJson(path, head, names) : undefined;
  if (shownJson)
    return { ...shownJson, language: 'json', dialect: 'json', recognised: shownJson.dialect, ...(names && { names }) };
  if (isJsonLinesFile(path))
    return { language: 'text', dialect: undefined, lines: json().hasLines(path, 'json', head) };
  return { language: 'text', dialect: isTemplateAlone(path) ? undefined : modelDialect(head), lines: false };
}

/** Determines the kind of the rows of a data set with one row per line, by the first rows; undefined if the kind is unknown. */
export function sniffRows(head: string, names?: RowNames): SniffedJson | undefined {
  const sniffed = sniff('rows.jsonl', head, undefined, names);
  return sniffed.language === 'json' ? sniffed : undefined;
}

/** Determines the kind of a single JSON value by its beginning; undefined if the text is not JSON. */
export function sniffValue(head: string): SniffedJson | undefined {
  const sniffed = sniff('value.json', head, undefined);
  return sniffed.language === 'json' ? sniffed : undefined;
}

function chosenJson(path: string, head: string, dialect: JsonDialectId): SniffedJson {
  const lines = json().hasLines(path, dialect, head);
  const shape = lines ? json().shapeOfLines(head, dialect) : 'unknown';
  return { language: 'json', dialect, recognised: dialect, lines, shape };
}

/**
 * Returns the kind of a file for which a text dialect was chosen. JSON Lines with a transcript as text in the first row are a
 * data set; any other file is one transcript.
 */
function textOrRows(path: string, head: string, dialect: DialectId): Sniffed {
  const row = isJsonLinesFile(path) ? (/\S.*/.exec(head)?.[0] ?? '') : '';
  if (!row.startsWith('{') || !json().hasText(row)) return { language: 'text', dialect, lines: /^[[{]/.test(row) };
  return { language: 'json', dialect: 'json', recognised: dialect, lines: true, shape: 'text', texts: dialect };
}

export function isJsonDialect(dialect: AnyDialectId | undefined): dialect is JsonDialectId {
  return (anyJson as readonly unknown[]).includes(dialect);
}

/** The JSON dialect that a file name determines, if any. */
export function jsonDialectOfFile(path: string): JsonDialectId | undefined {
  const name = path.toLowerCase();
  return jsonFiles.find(([ending]) => name.endsWith(ending))?.[1];
}

/**
 * Returns the dialect chosen by a setting or configuration, or else determined by the file name; undefined if there is none.
 * Since a setting applies to many files, it is ignored if it does not fit: a JSON dialect for files that are not named as JSON,
 * and a text dialect for files whose name determines a JSON dialect.
 */
export function chosenDialect(path: string, setting: AnyDialectId | undefined): AnyDialectId | undefined {
  if (isTemplateAlone(path)) return undefined;
  const jsonDialectId = jsonDialectOfFile(path);
  const fits = isJsonDialect(setting) ? isJsonFile(path) : jsonDialectId === undefined;
  return (fits ? setting : undefined) ?? jsonDialectId ?? dialectOfFile(path);
}

const tokenObject = /^\uFEFF?\s*\[\s*\{\s*["\u201c-\u201f]token["\u201c-\u201f]\s*:/;

/** Whether a text is certainly ChatML on the wire: a list whose first element is a token object. */
export const showsTokenObjects = (path: string, text: string): boolean =>
  !isJsonLinesFile(path) && tokenObject.test(text.slice(0, OPENING_LENGTH));

/**
 * Whether JSON may be a transcript, judging by its first `beginning` UTF-16 units. If not, the rest of the file is not read. `names`: the
 * project's names for fields in rows.
 */
export function mayBeTranscript(text: string, names?: RowNames, beginning = veryBeginning): boolean {
  const opening = text.slice(0, beginning);
  if (tellingKey.test(opening)) return true;
  const nameEntries = names ? [...names.row, ...names.message] : [];
  return nameEntries.some(([name]) => opening.includes(name));
}
