/** The open documents: each is a `Transcript` or a `JsonDocument`, to which the client's edits are applied. */
import { type Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import {
  type AnyDocument,
  isForeignJson,
  isJsonAlone,
  needsReopen,
  openDocument,
  openUnread,
} from '../documents/document.ts';
import { chosenDialect, mayBeTranscript, sniff } from '../documents/sniff.ts';
import { isPosition } from '../features/support/cursor.ts';
import { type AnyDialectId, isTemplateAlone, type SequencePair, veryBeginning } from '../grammar/index.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import type { Settings } from './settings.ts';

/** The user's choice of how to read a document: a dialect, detection by content (`json`), or not as a transcript (`none`). */
export type Reading = AnyDialectId | 'none';

export interface Documents {
  get(uri: string): AnyDocument | undefined;
  all(): AnyDocument[];
  /** Parses a document again if the settings now lead to another dialect, or to other names in rows. */
  choose(uri: string, settings: Settings): void;
  /** Records how the user has chosen to read a document; undefined withdraws the choice. */
  readAs(uri: string, reading: Reading | undefined): void;
  chosenFor(uri: string): Reading | undefined;
  /** Records the dialect that files near a document indicate. It applies unless the user, a setting or the file name determines another. */
  recognise(uri: string, dialect: AnyDialectId | undefined): void;
  recognisedFor(uri: string): AnyDialectId | undefined;
  /** Whether a document is a transcript, by its content or by the user's choice. Nothing is reported for other documents. */
  isOurs(document: AnyDocument): boolean;
  onDidChange(listener: (document: AnyDocument) => void): void;
  onDidClose(listener: (uri: string) => void): void;
  listen(connection: Connection): void;
  /** Parses a text as if it were the document at the address `uri`. `dialect`: its dialect, if it is already known. */
  read(uri: string, languageId: string, version: number, text: string, dialect?: AnyDialectId): AnyDocument;
  /** Returns the document itself or, if its content now indicates another dialect, a newly parsed document. */
  reread(document: AnyDocument): AnyDocument;
  /** Makes a document that the client has not opened available to requests, under any URI; undefined removes it. */
  place(uri: string, document: AnyDocument | undefined): void;
}

/** The document at a URI. After an edit or a change of settings, `document` may be replaced by one of another kind. */
interface OpenedDocument {
  readonly uri: string;
  document: AnyDocument;
  /** The dialect and names for reading the document, as far as settings or the file name determine them. */
  choice: Choice;
}

interface Choice {
  readonly dialect: AnyDialectId | undefined;
  readonly pair: SequencePair | undefined;
  /** The keys and role names used in rows. */
  readonly names: RowNames | undefined;
  /** Where to look for a transcript in JSON without a chosen dialect: nowhere, only at the very beginning, or anywhere. */
  readonly detect: 'never' | 'beginning' | 'anywhere';
}

/** Returns the path of a URI, without query and fragment. The rules for file names apply to this path. */
const pathOf = (uri: string) => uri.replace(/[?#].*$/s, '');

function choiceOf(
  uri: string,
  settings: Settings,
  reading: Reading | undefined,
  recognised: AnyDialectId | undefined,
): Choice {
  const { dialect, sequencePair: pair, detect, rowNames: names } = settings;
  if (reading === 'none') return { dialect: undefined, pair, names, detect: 'never' };
  if (reading === 'json') return { dialect: undefined, pair, names, detect: 'anywhere' };
  const chosen = reading ?? chosenDialect(pathOf(uri), dialect) ?? recognised;
  return { dialect: chosen, pair, names, detect: detect ? 'beginning' : 'never' };
}

/** `settingsOf`: returns the settings of an open document. */
export function createDocuments(settingsOf: (uri: string) => Settings): Documents {
  /** The user's choices by URI, including those for documents that are not open yet. */
  const readingByUri = new Map<string, Reading>();
  const recognised = new Map<string, AnyDialectId>();
  const choiceAt = (uri: string) => choiceOf(uri, settingsOf(uri), readingByUri.get(uri), recognised.get(uri));
  const documents = new TextDocuments<OpenedDocument>({
    create(uri, languageId, version, text) {
      const choice = choiceAt(uri);
      return { uri, document: opened(uri, languageId, version, String(text), choice), choice };
    },
    update(openedDocument, changes, version) {
      const { document, choice } = openedDocument;
      document.update(changes.filter(isChange), version);
      const isOther = choice.dialect === undefined ? isOtherNow(document, choice) : document.otherwise;
      if (isOther) openedDocument.document = reopened(document, choice);
      return openedDocument;
    },
  });
  const choose = (uri: string, settings: Settings) => {
    const openedDocument = documents.get(uri);
    const choice = choiceOf(uri, settings, readingByUri.get(uri), recognised.get(uri));
    if (openedDocument === undefined || JSON.stringify(choice) === JSON.stringify(openedDocument.choice)) return;
    openedDocument.document = reopened(openedDocument.document, choice);
    openedDocument.choice = choice;
  };
  const placed = new Map<string, AnyDocument>();
  return {
    get: (uri) => documents.get(uri)?.document ?? placed.get(uri),
    read(uri, languageId, version, text, dialect) {
      const choice = choiceAt(uri);
      return opened(uri, languageId, version, text, dialect === undefined ? choice : { ...choice, dialect });
    },
    reread(document) {
      const choice = choiceAt(document.uri);
      return choice.dialect === undefined && isOtherNow(document, choice) ? reopened(document, choice) : document;
    },
    place(uri, document) {
      if (document === undefined) placed.delete(uri);
      else placed.set(uri, document);
    },
    all: () => documents.all().map(({ document }) => document),
    choose,
    readAs(uri, reading) {
      if (reading === undefined) readingByUri.delete(uri);
      else readingByUri.set(uri, reading);
      choose(uri, settingsOf(uri));
    },
    chosenFor: (uri) => readingByUri.get(uri),
    recognise(uri, dialect) {
      if (dialect === undefined) recognised.delete(uri);
      else recognised.set(uri, dialect);
      choose(uri, settingsOf(uri));
    },
    recognisedFor: (uri) => recognised.get(uri),
    isOurs: (document) => !isForeignJson(document) || readingByUri.get(document.uri) === 'json',
    onDidChange: (listener) => documents.onDidChangeContent(({ document: { document } }) => listener(document)),
    onDidClose: (listener) => documents.onDidClose(({ document: { uri } }) => listener(uri)),
    listen: (connection) => documents.listen(connection),
  };
}

function opened(uri: string, languageId: string, version: number, text: string, choice: Choice): AnyDocument {
  const { dialect, pair, names } = choice;
  if (isLeftAlone({ uri, languageId }, text, choice)) return openUnread(uri, languageId, version, text);
  return openDocument(uri, languageId, version, text, dialect, pair, sniff(uri, text, dialect, names));
}

/**
 * Whether a document is left unparsed, because it is a chat template, because detection is turned off for JSON, or
 * because it does not begin like a transcript.
 */
function isLeftAlone(
  file: Pick<AnyDocument, 'uri' | 'languageId'>,
  text: string,
  { dialect, detect, names }: Choice,
): boolean {
  if (dialect !== undefined || !isJsonAlone(file) || detect === 'anywhere') return false;
  return detect === 'never' || isTemplateAlone(pathOf(file.uri)) || !mayBeTranscript(text, names);
}

function isOtherNow(document: AnyDocument, choice: Choice): boolean {
  const range = { start: document.positionAt(0), end: document.positionAt(veryBeginning) };
  return isLeftAlone(document, document.getText(range), choice) ? !isForeignJson(document) : needsReopen(document);
}

function reopened(document: AnyDocument, choice: Choice): AnyDocument {
  const { uri, languageId, version } = document;
  return opened(uri, languageId, version, document.getText(), choice);
}

function isChange(change: TextDocumentContentChangeEvent): boolean {
  if (typeof change?.text !== 'string') return false;
  return !('range' in change) || (isPosition(change.range?.start) && isPosition(change.range.end));
}
