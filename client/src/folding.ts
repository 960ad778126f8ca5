/** Folds private reasoning when a transcript is opened, if the user wants that (`ocml.folding.analysis`). */
import { commands, Disposable, type TextDocument, window, workspace } from 'vscode';
import { isTranscript, ocml } from './documents.ts';

export function registerFolding(): Disposable {
  /** Documents that have been folded once: what the user unfolds stays open. */
  const seen = new WeakSet<TextDocument>();

  async function opened(): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined || !isTranscript(document) || seen.has(document)) return;
    seen.add(document);
    if (!workspace.getConfiguration(ocml, document.uri).get('folding.analysis', false)) return;
    // The server marks reasoning, and nothing else, as comments. The editor folds once it has asked for all ranges.
    await commands.executeCommand('editor.foldAllBlockComments');
  }

  void opened();
  return Disposable.from(window.onDidChangeActiveTextEditor(() => void opened()));
}
