/** Documents of both kinds, text and JSON, and their checkers. */

import type { DocumentChecker } from '../checker/document-checker.ts';
import type { OnFailure } from '../checker/inspect.ts';
import { loadChecker } from '../checker/load-checker.ts';
import type { CheckerSettings } from '../checker/session.ts';
import {
  type AnyDialectId,
  hasMessages,
  isJsonFile,
  isTemplateAlone,
  isUnchosen,
  type SequencePair,
  type ShapeName,
} from '../grammar/index.ts';
import { type AnyDocument, byKind } from '../syntax/any-document.ts';
import type { DialectChoice } from '../syntax/dialect.ts';
import { type Family, isLearned } from '../syntax/families/index.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import { Transcript } from '../syntax/transcript.ts';
import { json } from './load-json.ts';
import { mayBeOfModel } from './load-models.ts';
import { OPENING_LENGTH } from './opening.ts';
import { type Sniffed, showsTokenObjects, sniff } from './sniff.ts';

export type { AnyDocument } from '../syntax/any-document.ts';

/** From this size on, documents are checked in slices, so that an editor never waits (UTF-16 units). */
export const sliced = 1_000_000;

/**
 * Documents up to this length are examined as a whole after each edit, to recognize JSON; longer ones only by their first
 * values (UTF-16 units).
 */
const MAX_SNIFFED_LENGTH = 20_000;

/** Whether a document without a chosen dialect must be reopened, because an edit gave it another shape. */
export function needsReopen(document: AnyDocument): boolean {
  const { uri, length } = document;
  if (document.otherwise) return true;
  const read = readAsJson(document);
  const isWhole = length <= MAX_SNIFFED_LENGTH;
  const range = { start: document.positionAt(0), end: document.positionAt(isWhole ? length : OPENING_LENGTH) };
  const text = document.getText(range);
  if (read === undefined && isLearned(document.dialect) && mayBeOfModel(text)) return false;
  if (isWhole) {
    const now = sniff(uri, text, undefined, read?.names);
    if (now.language !== 'json') return read !== undefined || isLearned(document.dialect) || now.dialect !== undefined;
    if (now.dialect !== read?.dialect) return true;
    if ((now.records ?? false) !== read.records) return true;
    return isUnchosen(now.dialect) && (now.shape !== read.shape || now.lines !== read.lines || now.rows !== read.rows);
  }
  if (read === undefined) return showsTokenObjects(uri, text) || isLearned(document.dialect);
  const isWire = showsTokenObjects(uri, text) && !read.lines;
  // By its beginning alone, only ChatML on the wire is recognized.
  const wasWire = !isUnchosen(read.dialect);
  if (isWire !== wasWire) return true;
  return !isWire && (languageInfoOf(document).shape !== read.shape || rowsNow(document) !== read.rows);
}

/** The JSON properties with which a document was opened; undefined for text. */
const readAsJson = byKind<
  [],
  Pick<JsonDocument, 'dialect' | 'shape' | 'lines' | 'rows' | 'records' | 'names'> | undefined
>({
  text: () => undefined,
  json: (document) => document,
});

/** The current facts about the rows of a document. */
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

/** The dialect of a document, and for JSON its shape. */
interface LanguageInfo {
  readonly dialect: AnyDialectId;
  readonly shape?: ShapeName;
  /** Set for OpenChatML 2.2 with the Harmony profile. */
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
 * Whether only the name shows what a document is: JSON, or a Jinja template, which contains tokens without being a transcript.
 * Its language in the editor must not be OpenChatML.
 */
export const isJsonAlone = ({ uri, languageId }: Pick<AnyDocument, 'uri' | 'languageId'>): boolean => {
  const path = uri.replace(/[?#].*$/s, '');
  return (isJsonFile(path) || isTemplateAlone(path)) && languageId !== 'ocml';
};

/** A document that is known to be JSON, without further examination. */
export function openUnread(uri: string, languageId: string, version: number, text: string): AnyDocument {
  const { JsonDocument, hasLines } = json();
  return new JsonDocument(uri, languageId, version, text, 'json', hasLines(uri, 'json', text), 'unknown');
}

/**
 * The document in the dialect that the user or the file name determines, otherwise in the recognized dialect. `sniffed`: the
 * kind of the text, if already known.
 */
export function openDocument(
  uri: string,
  languageId: string,
  version: number,
  text: string,
  chosen: AnyDialectId | undefined,
  sequencePair?: SequencePair,
  sniffed: Sniffed = sniff(uri, text, chosen),
): AnyDocument {
  if (sniffed.language === 'json' && sniffed.texts === undefined) {
    const { dialect, lines, shape, rows, records, names } = sniffed;
    const { JsonDocument } = json();
    // In a chosen dialect, all values are checked by its rules only.
    const shapeName = isUnchosen(dialect) ? shape : undefined;
    return new JsonDocument(uri, languageId, version, text, dialect, lines, shapeName, rows, records, names);
  }
  const dialect = sniffed.language === 'json' ? sniffed.texts : sniffed.dialect;
  return new Transcript(uri, languageId, version, text, {
    ...unsettledIn(uri),
    ...(dialect !== undefined && { dialect }),
    ...(sequencePair && { sequencePair }),
  });
}

/**
 * Files named for OpenChatML are in that dialect. Other model texts without distinctive signs are far more often Harmony, and
 * other texts are not from models.
 */
function unsettledIn(uri: string): DialectChoice {
  return ocmlNamed.test(uri) ? {} : { unsettled: 'harmony', doubtful: true };
}

const ocmlNamed = /\.ocml$/i;

/** Whether the dialect of a text is open: it has no message, or only resembles the text of some model. */
export const isUnsettled = byKind({
  text: ({ dialect, blocks }: Transcript) =>
    isLearned(dialect) || (blocks.length <= 1 && blocks.at(0)?.kind !== 'message'),
  json: () => false,
});

/** The names that the rows of a document have for their members and roles. */
export const rowNamesOf = byKind<[], RowNames | undefined>({ text: () => undefined, json: ({ names }) => names });

/** A document whose rows may have unusual names for members and roles, opened like any other document. */
export const openNamed = (
  uri: string,
  text: string,
  chosen: AnyDialectId | undefined,
  names: RowNames | undefined,
): AnyDocument => openDocument(uri, 'ocml', 0, text, chosen, undefined, sniff(uri, text, chosen, names));

/** The checker of a document. `onFailure` is called for a rule that throws. */
export const createChecker = byKind<[settings: CheckerSettings, onFailure?: OnFailure], DocumentChecker>({
  text: (transcript, settings, onFailure) => new (loadChecker().Checker)(transcript, settings, onFailure),
  json: (document, settings, onFailure) => new (json().JsonChecker)(document, settings, onFailure),
});
