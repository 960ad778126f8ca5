/** Registers the data set editor, the ways to open it, and the commands for the active one. */
import { join } from 'node:path';
import { commands, Disposable, type ExtensionContext, type TextEditor, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { ocml } from '../documents.ts';
import { pageOptions } from '../preview/page.ts';
import { TrainingMemory } from '../preview/training-memory.ts';
import { connectDataSets } from './data-set-connection.ts';
import { DataSetEditor } from './data-set-editor.ts';
import { isDataSetFile, viewTypeOf, viewTypes } from './data-set-file.ts';
import { registerLargeFileOffer } from './offer-data-set.ts';
import { registerRowDocuments } from './row-documents.ts';
import { registerReport } from './show-report.ts';

export function registerDataSets(context: ExtensionContext, client: LanguageClient): Disposable {
  const { extensionUri, workspaceState } = context;
  const connection = connectDataSets(client);
  const trainings = new TrainingMemory(workspaceState);
  const all = new Set<DataSetEditor>();
  const active = () => [...all].find(({ panel }) => panel.active);
  const idOf = (file: Uri) => [...all].find(({ uri, id }) => id !== undefined && String(uri) === String(file))?.id;

  const provider = {
    openCustomDocument: (uri: Uri) => ({ uri, dispose: () => {} }),
    resolveCustomEditor({ uri }: { readonly uri: Uri }, panel: ConstructorParameters<typeof DataSetEditor>[0]) {
      panel.webview.options = pageOptions(extensionUri);
      const editor = new DataSetEditor(panel, { extensionUri, client, connection, trainings, uri });
      all.add(editor);
      panel.onDidDispose(() => all.delete(editor));
    },
  };

  const registerEditor = (viewType: string) =>
    window.registerCustomEditorProvider(viewType, provider, { supportsMultipleEditorsPerDocument: true });

  async function open(argument: unknown): Promise<void> {
    const uri = argument instanceof Uri ? argument : (shownFile() ?? (await chosenFile()));
    if (uri) await commands.executeCommand('vscode.openWith', uri, viewTypeOf(uri));
  }

  /** Registers a command for the active data set. */
  const about = (name: string, act: (editor: DataSetEditor) => unknown) =>
    commands.registerCommand(`${ocml}.${name}`, () => {
      const editor = active();
      return editor && act(editor);
    });

  /** Calls `act` for each data set editor: its preview may show a row that is also open in a text editor. */
  const tell = (act: (editor: DataSetEditor) => void) => {
    for (const editor of all) act(editor);
  };
  const scrolled = (textEditor: TextEditor) => tell(({ preview }) => preview.scrolled(textEditor));
  const cursorMoved = (textEditor: TextEditor) => tell(({ preview }) => preview.cursorMoved(textEditor));

  return Disposable.from(
    connection,
    registerEditor(viewTypes.text),
    registerEditor(viewTypes.packed),
    registerRowDocuments(client, connection, idOf),
    registerLargeFileOffer(context, (uri) => void open(uri)),
    registerReport(context.asAbsolutePath(join('server', 'bin', 'ocml.js')), async () => shownFile() ?? chosenFile()),
    commands.registerCommand(`${ocml}.openDataSet`, open),
    about('checkDataSet', (editor) => editor.check()),
    about('findInDataSet', (editor) => editor.focus('focusFind')),
    about('goToRow', (editor) => editor.focus('focusGoTo')),
    about('nextProblemRow', (editor) => editor.nextProblem(false)),
    about('previousProblemRow', (editor) => editor.nextProblem(true)),
    about('openRow', (editor) => editor.openRow()),
    about('copyRow', (editor) => editor.copyRow()),
    about('exportRows', (editor) => editor.export()),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(ocml)) tell(({ preview }) => preview.refresh());
    }),
    window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => scrolled(textEditor)),
    window.onDidChangeTextEditorSelection(({ textEditor }) => cursorMoved(textEditor)),
  );
}

/** Returns the file of the active tab, if it is a data set. A very large file has a tab, but no document for extensions. */
function shownFile(): Uri | undefined {
  const input: unknown = window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = typeof input === 'object' && input !== null && 'uri' in input ? input.uri : undefined;
  return uri instanceof Uri && isDataSetFile(uri) ? uri : undefined;
}

async function chosenFile(): Promise<Uri | undefined> {
  const [uri] =
    (await window.showOpenDialog({
      filters: { 'JSON Lines, JSON, Parquet': ['jsonl', 'ndjson', 'json', 'parquet', 'gz', 'zst'] },
    })) ?? [];
  return uri;
}
