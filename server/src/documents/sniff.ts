/** The kind of a text: text or JSON, in which dialect, of which shape, and whether each line is a value of its own. */

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

/** The answer of `sniff`, which everything that opens, checks, converts or lays out a text follows. */
export type Sniffed = SniffedText | SniffedJson;

interface SniffedText {
  /** `stream`: server-sent events of a chat API, whatever the name of the file says. */
  readonly language: 'text' | 'stream';
  /** The dialect that is chosen, or that of the model which the text is recognised to be of; undefined: the text itself shows it. */
  readonly dialect: DialectId | undefined;
  /** Its name says JSON Lines, and its beginning does not speak against it, though it does not read as rows. */
  readonly lines: boolean;
}

export interface SniffedJson {
  readonly language: 'json';
  /** The dialect in which it is read; `json`: each value shows its own. */
  readonly dialect: JsonDialectId;
  /** One value a line: JSON Lines. */
  readonly lines: boolean;
  /** The dialect that users are told: the one in which it is read, or the one that it shows. */
  readonly recognised: AnyDialectId;
  /** Unknown where the dialect is chosen and the text is one value. */
  readonly shape: ShapeName;
  /** The facts about its rows, if nothing is chosen and there is one a line. */
  readonly rows?: RowFacts | undefined;
  /** Its lines are the records of one session: together they are one value, and `lines` is false. */
  readonly records?: boolean;
  /** For a data set of texts: the dialect that is chosen for them. */
  readonly texts?: DialectId;
  /** The names that its rows have in place of the usual ones. */
  readonly names?: RowNames | undefined;
}

/**
 * Says what a text is. `head`: the whole text, or of a longer one its first lines. `chosen`: the dialect that a user, a setting or the name
 * of the file chooses (`chosenDialect`). `names`: those that a project says its rows have; they are for JSON without a chosen dialect, and for
 * lists of messages.
 */
export function sniff(path: string, head: string, chosen: AnyDialectId | undefined, names?: RowNames): Sniffed {
  if (isEventStream(head))
    return { language: 'stream', dialect: isJsonDialect(chosen) ? undefined : chosen, lines: false };
  if (isJsonDialect(chosen))
    return { ...chosenJson(path, head, chosen), ...(names && chosen === 'messages' && { names }) };
  if (chosen !== undefined) return textOrRows(path, head, chosen);
  if (showsTokenObjects(path, head) && !json().hasLines(path, 'json', head))
    return chosenJson(path, head, 'chatml-wire');
  const shown = mayBeJson(path, head) ? json().shownJson(path, head, names) : undefined;
  if (shown) return { ...shown, language: 'json', dialect: 'json', recognised: shown.dialect, ...(names && { names }) };
  if (isJsonLinesFile(path))
    return { language: 'text', dialect: undefined, lines: json().hasLines(path, 'json', head) };
  return { language: 'text', dialect: isTemplateAlone(path) ? undefined : modelDialect(head), lines: false };
}

/** Says what the rows of a data set are, by the first of them, one a line; undefined if they show nothing. */
export function sniffRows(head: string, names?: RowNames): SniffedJson | undefined {
  const sniffed = sniff('rows.jsonl', head, undefined, names);
  return sniffed.language === 'json' ? sniffed : undefined;
}

/** The same of a text that begins one value of JSON; undefined if that is not JSON. */
export function sniffValue(head: string): SniffedJson | undefined {
  const sniffed = sniff('value.json', head, undefined);
  return sniffed.language === 'json' ? sniffed : undefined;
}

function chosenJson(path: string, head: string, dialect: JsonDialectId): SniffedJson {
  const lines = json().hasLines(path, dialect, head);
  const shape = lines ? json().shapeOfLines(head, dialect) : 'unknown';
  return { language: 'json', dialect, recognised: dialect, lines, shape };
}

/** In a dialect of text, JSON Lines whose first line has a text are a data set of texts, and anything else is one text. */
function textOrRows(path: string, head: string, dialect: DialectId): Sniffed {
  const row = isJsonLinesFile(path) ? (/\S.*/.exec(head)?.[0] ?? '') : '';
  if (!row.startsWith('{') || !json().hasText(row)) return { language: 'text', dialect, lines: /^[[{]/.test(row) };
  return { language: 'json', dialect: 'json', recognised: dialect, lines: true, shape: 'text', texts: dialect };
}

export function isJsonDialect(dialect: AnyDialectId | undefined): dialect is JsonDialectId {
  return (anyJson as readonly unknown[]).includes(dialect);
}

/** The JSON dialect that a file's name settles, if it does. */
export function jsonDialectOfFile(path: string): JsonDialectId | undefined {
  const name = path.toLowerCase();
  return jsonFiles.find(([ending]) => name.endsWith(ending))?.[1];
}

/**
 * The dialect that a setting or a configuration chooses for a file, or else its name, or undefined. Such a choice holds for
 * many files: those that are JSON by their names take none of text, and those that are text none of JSON.
 */
export function chosenDialect(path: string, setting: AnyDialectId | undefined): AnyDialectId | undefined {
  if (isTemplateAlone(path)) return undefined;
  const named = jsonDialectOfFile(path);
  const fits = isJsonDialect(setting) ? isJsonFile(path) : named === undefined;
  return (fits ? setting : undefined) ?? named ?? dialectOfFile(path);
}

const tokenObject = /^\uFEFF?\s*\[\s*\{\s*["\u201c-\u201f]token["\u201c-\u201f]\s*:/;

/** Whether a text can be nothing else than ChatML on the wire: a list whose first element is a token object. */
export const showsTokenObjects = (path: string, text: string): boolean =>
  !isJsonLinesFile(path) && tokenObject.test(text.slice(0, OPENING_LENGTH));

/**
 * Whether the beginning of JSON, or as much of it as given, allows for a transcript; if not, the rest is not read. `names`: those that
 * rows have for their members.
 */
export function mayBeTranscript(text: string, names?: RowNames, beginning = veryBeginning): boolean {
  const opening = text.slice(0, beginning);
  if (tellingKey.test(opening)) return true;
  const own = names ? [...names.row, ...names.message] : [];
  return own.some(([name]) => opening.includes(name));
}
