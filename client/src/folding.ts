/** Folds private reasoning when a transcript is opened, as in OpenChatML 2.2, §5, unless `ocml.folding.analysis` is off. */
import { commands, DiagnosticSeverity, Disposable, languages, type TextDocument, window, workspace } from 'vscode';
import { isTranscript, ocml } from './documents.ts';

export function registerFolding(): Disposable {
  /** Documents that have been folded: each is folded only once, so that reasoning that the user unfolds stays open. */
  const foldedDocuments = new WeakSet<TextDocument>();

  async function opened(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor === undefined || !isTranscript(editor.document) || foldedDocuments.has(editor.document)) return;
    foldedDocuments.add(editor.document);
    if (!workspace.getConfiguration(ocml, editor.document.uri).get('folding.analysis', true)) return;
    // A search result or a problem opens a document at a position that may be in the reasoning. The editor sets this position a little
    // later.
    await new Promise((resolve) => setTimeout(resolve, SELECTION_DELAY));
    // Wait for the server first: otherwise, the editor would wait, and then fold reasoning in which the user may already be writing.
    await commands.executeCommand('vscode.executeFoldingRangeProvider', editor.document.uri);
    if (window.activeTextEditor !== editor || editor.selection.active.line > 0) return;
    // The server marks reasoning, and nothing else, as comments. The editor folds as soon as it has received all ranges.
    await commands.executeCommand('editor.foldAllBlockComments');
    await problemsFound(editor.document);
    // Reasoning with problems stays open.
    const selectionLines = languages
      .getDiagnostics(editor.document.uri)
      .filter(({ severity }) => severity <= DiagnosticSeverity.Warning)
      .map(({ range }) => range.start.line);
    if (selectionLines.length > 0 && window.activeTextEditor === editor)
      await commands.executeCommand('editor.unfold', { direction: 'up', selectionLines });
  }

  void opened();
  return Disposable.from(window.onDidChangeActiveTextEditor(() => void opened()));
}

/** Resolves when the problems in a document have been reported, or after a while. */
async function problemsFound({ uri }: TextDocument): Promise<void> {
  if (languages.getDiagnostics(uri).length > 0) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(done, MAX_PROBLEMS_DELAY);
    const listener = languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((one) => one.toString() === uri.toString())) done();
    });
  });
}

/** In milliseconds. */
const SELECTION_DELAY = 150;

/** In milliseconds; for most documents, the first problems arrive in less than a tenth of this time. */
const MAX_PROBLEMS_DELAY = 3000;
