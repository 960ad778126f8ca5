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
import { isState } from './protocol.ts';

const viewType = 'ocml.preview';

/** Where documents are when no extension says so; others are asked for by `isWritableFileSystem`. */
const schemes = new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs']);

/** The document that a page which comes back was of, if what was kept names one. */
function documentIn(state: unknown): Uri | undefined {
  if (!isState(state)) return undefined;
  try {
    const uri = Uri.parse(state.uri, true);
    const isDocument = schemes.has(uri.scheme) || workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
    return isDocument ? uri : undefined;
  } catch {
    return undefined;
  }
}

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
  function show(uri: unknown, column: ViewColumn): void {
    const target = uri instanceof Uri ? uri : window.activeTextEditor?.document.uri;
    if (target === undefined) return;
    const preserveFocus = column === ViewColumn.Beside;
    if (preview !== undefined) {
      preview.moveTo(target);
      preview.panel.reveal(preserveFocus ? undefined : column, preserveFocus);
      return;
    }
    const options = { ...pageOptions(extensionUri), enableFindWidget: true };
    adopt(window.createWebviewPanel(viewType, 'Preview', { viewColumn: column, preserveFocus }, options), target);
  }

  const follow = (editor: TextEditor | undefined) => {
    if (editor && isTranscript(editor.document)) preview?.moveTo(editor.document.uri);
  };

  return Disposable.from(
    commands.registerCommand('ocml.showPreview', (uri: unknown) => show(uri, ViewColumn.Active)),
    commands.registerCommand('ocml.showPreviewToSide', (uri: unknown) => show(uri, ViewColumn.Beside)),
    commands.registerCommand('ocml.showPrompt', (template: unknown) => {
      show(undefined, ViewColumn.Beside);
      return preview?.showPrompt(typeof template === 'string' ? template : undefined);
    }),
    window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const uri = documentIn(state);
        if (uri === undefined || preview !== undefined) panel.dispose();
        else adopt(panel, uri);
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
