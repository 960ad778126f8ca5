/** Documents of either kind, text and JSON, and what checks them. What JSON needs is loaded with the first such document. */

import type { DocumentChecker } from '../checker/document-checker.ts';
import type { OnFailure } from '../checker/inspect.ts';
import { loadChecker } from '../checker/load-checker.ts';
import type { CheckerSettings } from '../checker/session.ts';
import {
  type AnyDialectId,
  anyJson,
  hasMessages,
  isTemplateAlone,
  isUnchosen,
  type JsonDialectId,
  jsonFiles,
  type SequencePair,
  type ShapeName,
  tellingKeys,
  veryBeginning,
} from '../grammar/index.ts';
import { type AnyDocument, byKind } from '../syntax/any-document.ts';
import { type DialectChoice, dialectOfFile } from '../syntax/dialect.ts';
import { isEventStream } from '../syntax/event-stream.ts';
import type { Family } from '../syntax/families/index.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import { Transcript } from '../syntax/transcript.ts';

export type { AnyDocument } from '../syntax/any-document.ts';

/** From this size on, documents are checked in slices, so that an editor never waits (UTF-16 units). */
export const sliced = 1_000_000;

let room: typeof import('./json.ts') | undefined;

/** Reader, checker and features of JSON documents. */
export function json(): typeof import('./json.ts') {
  room ??= require('./json.ts') as typeof import('./json.ts');
  return room;
}

/** The JSON dialect that a file's name settles, if it does. */
export function jsonDialectOfFile(path: string): JsonDialectId | undefined {
  const name = path.toLowerCase();
  return jsonFiles.find(([ending]) => name.endsWith(ending))?.[1];
}

/** Names of files that can be JSON. */
const jsonNamed = /\.(?:json|jsonl|ndjson)$/i;

/**
 * The dialect that a setting or a configuration chooses for a file, or else its name, or undefined. Such a choice holds for
 * many files: those that are JSON by their names take none of text, and those that are text none of JSON.
 */
export function chosenDialect(path: string, setting: AnyDialectId | undefined): AnyDialectId | undefined {
  if (isTemplateAlone(path)) return undefined;
  const named = jsonDialectOfFile(path);
  const fits = isJsonDialect(setting) ? jsonNamed.test(path) : named === undefined;
  return (fits ? setting : undefined) ?? named ?? dialectOfFile(path);
}

/** A list whose first element is a token object can be nothing else than ChatML on the wire. */
const wire = /^\uFEFF?\s*\[\s*\{\s*["\u201c-\u201f]token["\u201c-\u201f]\s*:/;
/** How much of a text is looked at to see that. */
const opening = 500;

/** Documents up to this length are looked at again after each edit, to tell whether they are JSON; longer ones by their first values. */
const short = 20_000;

/** Whether a document without a chosen dialect has to be read anew, because it shows another shape after an edit. */
export function needsReopen(document: AnyDocument): boolean {
  const { uri, length } = document;
  const range = { start: document.positionAt(0), end: document.positionAt(length <= short ? length : opening) };
  const text = document.getText(range);
  const wire = shownBy(text.slice(0, opening));
  if (document.otherwise) return true;
  const read = readAsJson(document);
  if (wire || (read && !isUnchosen(read.dialect))) return read?.dialect !== wire;
  if (length > short)
    return read !== undefined && (languageInfoOf(document).shape !== read.shape || rowsNow(document) !== read.rows);
  const shown = mayBeJson(uri, text) ? json().shownJson(uri, text) : undefined;
  return shown?.shape !== read?.shape || shown?.lines !== read?.lines || shown?.rows !== read?.rows;
}

/** As what JSON a document was opened; undefined for text. */
const readAsJson = byKind<[], Pick<JsonDocument, 'dialect' | 'shape' | 'lines' | 'rows'> | undefined>({
  text: () => undefined,
  json: (document) => document,
});

/** What the rows of a document are now. */
const rowsNow = byKind<[], JsonDocument['rows']>({
  text: () => undefined,
  json: (document) => json().rowFactsIn(document),
});

/** Whether a document is JSON only by its name, and not a transcript; nothing is reported for it in an editor. */
export function isForeignJson(document: AnyDocument): boolean {
  const read = readAsJson(document);
  if (read === undefined || !isUnchosen(read.dialect)) return false;
  return !hasMessages(read.shape) && isJsonAlone(document);
}

/** How a document is read: its dialect, and of JSON, its shape. */
interface LanguageInfo {
  readonly dialect: AnyDialectId;
  readonly shape?: ShapeName;
  /** Of OpenChatML 2.2 with the Harmony profile. */
  readonly harmony?: true;
  readonly mode: Family['mode'];
}

export const languageInfoOf = byKind<[], LanguageInfo>({
  text: ({ dialect, family }) => ({
    ...{ dialect, mode: family.mode },
    ...(family.id !== dialect && { harmony: true }),
  }),
  json: (document) => ({ mode: 'native', ...json().languageInfoOf(document) }),
});

/**
 * Whether only its name shows what a document is: JSON, or a Jinja template, which contains tokens without being a
 * transcript. Its language in the editor is not ours.
 */
export const isJsonAlone = ({ uri, languageId }: Pick<AnyDocument, 'uri' | 'languageId'>): boolean => {
  const path = uri.replace(/[?#].*$/s, '');
  return (jsonNamed.test(path) || isTemplateAlone(path)) && languageId !== 'ocml';
};

/** In the quotes of JSON, in those of Python, and in typographic ones. */
const telling = new RegExp(`["'\u201c-\u201f](?:${tellingKeys.join('|')})["'\u201c-\u201f]\\s*:`);

/** Whether the beginning of JSON, or as much of it as given, allows for a transcript; if not, the rest is not read. */
export const mayBeTranscript = (text: string, beginning = veryBeginning): boolean =>
  telling.test(text.slice(0, beginning));

/** A document of which nothing is known but that it is JSON. */
export function openUnread(uri: string, languageId: string, version: number, text: string): AnyDocument {
  const { JsonDocument, hasLines } = json();
  return new JsonDocument(uri, languageId, version, text, 'json', hasLines(uri, 'json', text), 'unknown');
}

function shownBy(text: string): JsonDialectId | undefined {
  return wire.test(text) ? 'chatml-wire' : undefined;
}

/** The document in the dialect that the user or its name chooses, otherwise in the one that it shows. */
export function openDocument(
  uri: string,
  languageId: string,
  version: number,
  text: string,
  chosen: AnyDialectId | undefined,
  sequencePair?: SequencePair,
): AnyDocument {
  // A stream is not JSON, whatever its name says.
  const isStream = isEventStream(text);
  const dialect = isStream && isJsonDialect(chosen) ? undefined : (chosen ?? shownBy(text.slice(0, opening)));
  const shown = dialect === undefined && mayBeJson(uri, text) ? json().shownJson(uri, text) : undefined;
  if (shown) {
    const { JsonDocument } = json();
    return new JsonDocument(uri, languageId, version, text, 'json', shown.lines, shown.shape, shown.rows);
  }
  if (isJsonDialect(dialect)) {
    const { JsonDocument, hasLines } = json();
    return new JsonDocument(uri, languageId, version, text, dialect, hasLines(uri, dialect, text));
  }
  return new Transcript(uri, languageId, version, text, {
    ...unsettledIn(uri),
    ...(dialect !== undefined && { dialect }),
    ...(sequencePair && { sequencePair }),
  });
}

/**
 * Files named for OpenChatML are in it; other texts of models are far more often Harmony's, if nothing in them tells, and
 * other texts are none of models.
 */
function unsettledIn(uri: string): DialectChoice {
  return ocmlNamed.test(uri) ? {} : { unsettled: 'harmony', doubtful: true };
}

const ocmlNamed = /\.ocml$/i;

/** A quick look that keeps the room of JSON from being loaded for transcripts. */
export function mayBeJson(path: string, text: string): boolean {
  return jsonNamed.test(path) || /^\uFEFF?\s*[[{]/.test(text.slice(0, opening));
}

export function isJsonDialect(dialect: AnyDialectId | undefined): dialect is JsonDialectId {
  return (anyJson as readonly unknown[]).includes(dialect);
}

/** The checker of a document. `onFailure` is called for a rule that throws. */
export const createChecker = byKind<[settings: CheckerSettings, onFailure?: OnFailure], DocumentChecker>({
  text: (transcript, settings, onFailure) => new (loadChecker().Checker)(transcript, settings, onFailure),
  json: (document, settings, onFailure) => new (json().JsonChecker)(document, settings, onFailure),
});
