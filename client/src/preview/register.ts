/** The commands of the preview, and which document it shows: like the Markdown preview, that of the active editor. */
import {
  commands,
  Disposable,
  type ExtensionContext,
  type TextEditor,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { isTranscript, ocml } from '../documents.ts';
import { pageOptions } from './page.ts';
import { Preview } from './preview.ts';

const viewType = 'ocml.preview';

export function registerPreview({ extensionUri }: ExtensionContext, client: LanguageClient): Disposable {
  let preview: Preview | undefined;

  function adopt(panel: WebviewPanel, uri: Uri): void {
    const adopted = new Preview(panel, { extensionUri, client, uri });
    preview = adopted;
    panel.onDidDispose(() => {
      if (preview === adopted) preview = undefined;
    });
  }

  /** Shows a document's preview; there is one panel, which moves on. */
  function show(uri: Uri | undefined, column: ViewColumn): void {
    const target = uri ?? window.activeTextEditor?.document.uri;
    if (target === undefined) return;
    const preserveFocus = column === ViewColumn.Beside;
    if (preview !== undefined) {
      preview.show(target);
      preview.panel.reveal(preserveFocus ? undefined : column, preserveFocus);
      return;
    }
    const options = { ...pageOptions(extensionUri), enableFindWidget: true };
    adopt(window.createWebviewPanel(viewType, 'Preview', { viewColumn: column, preserveFocus }, options), target);
  }

  const follow = (editor: TextEditor | undefined) => {
    if (editor && isTranscript(editor.document)) preview?.show(editor.document.uri);
  };

  return Disposable.from(
    commands.registerCommand('ocml.showPreview', (uri?: Uri) => show(uri, ViewColumn.Active)),
    commands.registerCommand('ocml.showPreviewToSide', (uri?: Uri) => show(uri, ViewColumn.Beside)),
    window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel, state: { uri?: string } | undefined) {
        if (state?.uri === undefined || preview !== undefined) panel.dispose();
        else adopt(panel, Uri.parse(state.uri));
      },
    }),
    window.onDidChangeActiveTextEditor(follow),
    workspace.onDidChangeTextDocument(({ document }) => preview?.changed(document)),
    workspace.onDidOpenTextDocument((document) => preview?.changed(document)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(ocml)) preview?.refresh();
    }),
    window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => preview?.scrolled(textEditor)),
    window.onDidChangeTextEditorSelection(({ textEditor }) => preview?.cursorMoved(textEditor)),
    { dispose: () => preview?.panel.dispose() },
  );
}
