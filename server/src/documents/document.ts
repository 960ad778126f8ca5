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

/** From this length on (in UTF-16 units), documents are checked in slices, so that the editor stays responsive. */
export const sliced = 1_000_000;

/**
 * The maximum length (in UTF-16 units) of documents that are examined as a whole after each edit, to recognize JSON. Of longer
 * documents, only the beginning or the first values are examined.
 */
const MAX_SNIFFED_LENGTH = 20_000;

/** Whether a document for which no dialect was chosen must be opened again, because an edit changed its kind or shape. */
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
  // From the beginning alone, only ChatML on the wire can be recognized.
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

const rowsNow = byKind<[], JsonDocument['rows']>({
  text: () => undefined,
  json: (document) => json().rowFactsIn(document),
});

/** Whether a document is JSON, but not a transcript. In an editor, nothing is reported for such a document. */
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
    dialect,
    mode: family.mode,
    ...(family.id !== dialect && { harmony: true }),
  }),
  json: (document) => ({ mode: 'native', ...json().languageInfoOf(document) }),
});

/**
 * Whether the file name says that a document is JSON or a Jinja template, and the document's language is not OpenChatML. A template
 * contains tokens, but is not a transcript. The editor must not set the language of such a document to OpenChatML.
 */
export const isJsonAlone = ({ uri, languageId }: Pick<AnyDocument, 'uri' | 'languageId'>): boolean => {
  const path = uri.replace(/[?#].*$/s, '');
  return (isJsonFile(path) || isTemplateAlone(path)) && languageId !== 'ocml';
};

/** Opens a document as JSON without examining its content. */
export function openUnread(uri: string, languageId: string, version: number, text: string): AnyDocument {
  const { JsonDocument, hasLines } = json();
  return new JsonDocument(uri, languageId, version, text, 'json', hasLines(uri, 'json', text), 'unknown');
}

/**
 * Opens a document in the dialect that the user or the file name determines, or otherwise in the recognized dialect. `sniffed`:
 * the kind of the text, if already known.
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
    // If a dialect was chosen, all values are checked by the rules of that dialect only.
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
 * Returns the dialect to assume until the text shows one. Files named `.ocml` are OpenChatML. Other text without distinctive
 * signs is far more often Harmony than OpenChatML, or is not model text at all.
 */
function unsettledIn(uri: string): DialectChoice {
  return ocmlNamed.test(uri) ? {} : { unsettled: 'harmony', doubtful: true };
}

const ocmlNamed = /\.ocml$/i;

/**
 * Whether the dialect of a document is still undecided, because the text has no message, or because it was only recognized as the
 * text of some model.
 */
export const isUnsettled = byKind({
  text: ({ dialect, blocks }: Transcript) =>
    isLearned(dialect) || (blocks.length <= 1 && blocks.at(0)?.kind !== 'message'),
  json: () => false,
});

/** The names that the project gives to the fields and roles in the rows of a document. */
export const rowNamesOf = byKind<[], RowNames | undefined>({ text: () => undefined, json: ({ names }) => names });

/** Opens a document whose rows may have custom names for fields and roles. */
export const openNamed = (
  uri: string,
  text: string,
  chosen: AnyDialectId | undefined,
  names: RowNames | undefined,
): AnyDocument => openDocument(uri, 'ocml', 0, text, chosen, undefined, sniff(uri, text, chosen, names));

/** Creates the checker of a document. `onFailure` is called if a rule throws. */
export const createChecker = byKind<[settings: CheckerSettings, onFailure?: OnFailure], DocumentChecker>({
  text: (transcript, settings, onFailure) => new (loadChecker().Checker)(transcript, settings, onFailure),
  json: (document, settings, onFailure) => new (json().JsonChecker)(document, settings, onFailure),
});
