/** The open documents, each a `Transcript` or a `JsonDocument` that takes the client's edits as they come. */
import { TextDocuments } from 'vscode-languageserver';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { isPosition } from '../features/cursor.ts';
import { type AnyDocument, jsonDialectOfFile, openDocument } from '../features/document.ts';
import { type DialectChoice, dialectOfFile } from '../syntax/dialect.ts';
import type { Settings } from './settings.ts';

/** The path of an address, as far as names of files are concerned. */
const pathOf = (uri: string) => uri.replace(/[?#].*$/s, '');

/** What settings or the file's name decide of how text is read. */
export function choiceOf(uri: string, { dialect, sequencePair }: Settings): DialectChoice {
  const chosen = dialect ?? dialectOfFile(pathOf(uri));
  return { ...(chosen !== undefined && { dialect: chosen }), ...(sequencePair && { sequencePair }) };
}

export function createDocuments(settingsOf: (uri: string) => Settings): TextDocuments<AnyDocument> {
  return new TextDocuments({
    create(uri, languageId, version, text) {
      // The settings are about text: a file that is JSON by its name stays so.
      const { dialect, sequencePair } = choiceOf(uri, settingsOf(uri));
      return openDocument(
        uri,
        languageId,
        version,
        String(text),
        jsonDialectOfFile(pathOf(uri)) ?? dialect,
        sequencePair,
      );
    },
    update(document, changes, version) {
      document.update(changes.filter(isChange), version);
      return document;
    },
  });
}

function isChange(change: TextDocumentContentChangeEvent): boolean {
  if (typeof change?.text !== 'string') return false;
  return !('range' in change) || (isPosition(change.range?.start) && isPosition(change.range.end));
}
