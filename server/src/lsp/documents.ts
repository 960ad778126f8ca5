/** The open documents, each a `Transcript` or a `JsonDocument` that takes the client's edits as they come. */
import { type Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { type AnyDocument, chosenDialect, isOther, openDocument } from '../documents/document.ts';
import { isPosition } from '../features/support/cursor.ts';
import type { AnyDialectId, SequencePair } from '../grammar/index.ts';
import type { Settings } from './settings.ts';

export interface Documents {
  get(uri: string): AnyDocument | undefined;
  all(): AnyDocument[];
  /** Reads a document anew if its settings now choose otherwise. */
  choose(uri: string, settings: Settings): void;
  onDidChange(listener: (document: AnyDocument) => void): void;
  onDidClose(listener: (uri: string) => void): void;
  listen(connection: Connection): void;
}

/** What is known by an address. An edit or a setting can make another kind of document of it. */
interface Held {
  readonly uri: string;
  document: AnyDocument;
  /** What settings or the file's name decide of how it is read. */
  choice: Choice;
}

interface Choice {
  readonly dialect: AnyDialectId | undefined;
  readonly pair: SequencePair | undefined;
}

/** The path of an address, as far as names of files are concerned. */
const pathOf = (uri: string) => uri.replace(/[?#].*$/s, '');

function choiceOf(uri: string, { dialect, sequencePair: pair }: Settings): Choice {
  return { dialect: chosenDialect(pathOf(uri), dialect), pair };
}

/** `settingsOf`: those of a document that is opened. */
export function createDocuments(settingsOf: (uri: string) => Settings): Documents {
  const documents = new TextDocuments<Held>({
    create(uri, languageId, version, text) {
      const choice = choiceOf(uri, settingsOf(uri));
      const document = openDocument(uri, languageId, version, String(text), choice.dialect, choice.pair);
      return { uri, document, choice };
    },
    update(held, changes, version) {
      const { document, choice } = held;
      document.update(changes.filter(isChange), version);
      if (choice.dialect === undefined && isOther(document)) held.document = reopened(document, choice);
      return held;
    },
  });
  return {
    get: (uri) => documents.get(uri)?.document,
    all: () => documents.all().map(({ document }) => document),
    choose(uri, settings) {
      const held = documents.get(uri);
      const choice = choiceOf(uri, settings);
      if (held === undefined || JSON.stringify(choice) === JSON.stringify(held.choice)) return;
      held.document = reopened(held.document, choice);
      held.choice = choice;
    },
    onDidChange: (listener) => documents.onDidChangeContent(({ document: { document } }) => listener(document)),
    onDidClose: (listener) => documents.onDidClose(({ document: { uri } }) => listener(uri)),
    listen: (connection) => documents.listen(connection),
  };
}

function reopened(document: AnyDocument, { dialect, pair }: Choice): AnyDocument {
  const { uri, languageId, version } = document;
  return openDocument(uri, languageId, version, document.getText(), dialect, pair);
}

function isChange(change: TextDocumentContentChangeEvent): boolean {
  if (typeof change?.text !== 'string') return false;
  return !('range' in change) || (isPosition(change.range?.start) && isPosition(change.range.end));
}
