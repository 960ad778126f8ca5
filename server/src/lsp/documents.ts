/** The open documents, each a `Transcript` that takes the client's edits as they come. */
import { TextDocuments } from 'vscode-languageserver';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { isPosition } from '../features/cursor.ts';
import { type DialectChoice, dialectOfFile } from '../syntax/dialect.ts';
import { Transcript } from '../syntax/transcript.ts';
import type { Settings } from './settings.ts';

/** The dialect that a setting or the file's name decides. */
export function choiceOf(uri: string, { dialect }: Settings): DialectChoice {
  const chosen = dialect ?? dialectOfFile(uri.replace(/[?#].*$/s, ''));
  return chosen === undefined ? {} : { dialect: chosen };
}

export function createDocuments(settings: () => Settings): TextDocuments<Transcript> {
  return new TextDocuments({
    create: (uri, languageId, version, text) =>
      new Transcript(uri, languageId, version, String(text), choiceOf(uri, settings())),
    update(transcript, changes, version) {
      transcript.update(changes.filter(isChange), version);
      return transcript;
    },
  });
}

function isChange(change: TextDocumentContentChangeEvent): boolean {
  if (typeof change?.text !== 'string') return false;
  return !('range' in change) || (isPosition(change.range?.start) && isPosition(change.range.end));
}
