/** Folds private reasoning when a transcript is opened, as in OpenChatML 2.2, §5, unless `ocml.folding.analysis` is off. */
import { commands, DiagnosticSeverity, Disposable, languages, type TextDocument, window, workspace } from 'vscode';
import { isTranscript, ocml } from './documents.ts';

export function registerFolding(): Disposable {
  /** The documents that have been folded. Each is folded only once, so that reasoning that the user has unfolded stays open. */
  const foldedDocuments = new WeakSet<TextDocument>();

  async function opened(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor === undefined || !isTranscript(editor.document) || foldedDocuments.has(editor.document)) return;
    foldedDocuments.add(editor.document);
    if (!workspace.getConfiguration(ocml, editor.document.uri).get('folding.analysis', true)) return;
    // If the document was opened from a search result or a problem, VS Code moves the cursor there a little later. That position may be in
    // the reasoning, which must then stay open.
    await new Promise((resolve) => setTimeout(resolve, SELECTION_DELAY));
    // Wait until the server has computed the ranges. Otherwise, VS Code would wait instead, and fold reasoning in which the user may
    // already be typing.
    await commands.executeCommand('vscode.executeFoldingRangeProvider', editor.document.uri);
    if (window.activeTextEditor !== editor || editor.selection.active.line > 0) return;
    // The server marks reasoning, and nothing else, as comments. VS Code folds them as soon as it has all ranges.
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

/** Resolves when problems in a document have been reported, or after a timeout. */
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

/** The time in which VS Code moves the cursor in a document that it has opened, in milliseconds. */
const SELECTION_DELAY = 150;

/** The timeout for the first problems, in milliseconds. For most documents, they arrive in less than a tenth of this time. */
const MAX_PROBLEMS_DELAY = 3000;
