/** Registers the commands of the preview, and chooses its document: like the Markdown preview, it follows the active editor. */
import {
  commands,
  Disposable,
  type ExtensionContext,
  l10n,
  type TextEditor,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { isTranscript, ocml } from '../documents.ts';
import { createIndicator } from '../follow/indicator.ts';
import { showInformation } from '../notifications.ts';
import { activeOrSample } from '../sample.ts';
import { transcriptInFront } from '../transcript-in-front.ts';
import { pageOptions } from './page.ts';
import { Preview } from './preview.ts';
import { isState, type State } from './protocol.ts';
import { TrainingMemory } from './training-memory.ts';
import { isTrainingChoice } from './training-shapes.ts';

const viewType = 'ocml.preview';

/** The schemes that VS Code itself provides. For any other scheme, `isWritableFileSystem` shows whether it can name a document. */
const schemes = new Set(['file', 'untitled', 'vscode-remote', 'vscode-vfs']);

/** Returns the document that a restored page showed. Undefined if its state does not name one. */
function documentIn(state: State): Uri | undefined {
  try {
    const uri = Uri.parse(state.uri, true);
    const isDocument = schemes.has(uri.scheme) || workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
    return isDocument ? uri : undefined;
  } catch {
    return undefined;
  }
}

export function registerPreview(
  { extensionUri, workspaceState }: ExtensionContext,
  client: LanguageClient,
): Disposable {
  const trainings = new TrainingMemory(workspaceState);
  const all = new Set<Preview>();
  /** The preview that follows the active editor; all other previews are locked. */
  const moving = () => [...all].find(({ locked }) => !locked);
  const active = () => [...all].find(({ panel }) => panel.active);

  const indicator = createIndicator();

  function adopt(panel: WebviewPanel, uri: Uri, state: Omit<State, 'uri'>, follows = false): void {
    const adopted = new Preview(panel, {
      extensionUri,
      client,
      trainings,
      uri,
      state,
      ...(follows && { follows: indicator.heard }),
    });
    all.add(adopted);
    panel.onDidDispose(() => {
      all.delete(adopted);
      if (adopted.follower) indicator.forget(adopted.follower);
    });
  }

  /** Shows a document in the preview that follows the active editor or, if `locked`, in a new preview that is locked to the document. */
  async function show(uri: unknown, column: ViewColumn, locked = false): Promise<void> {
    const documentUri = uri instanceof Uri ? uri : (window.activeTextEditor?.document.uri ?? active()?.document);
    const target = documentUri ?? (uri === undefined ? (await activeOrSample())?.uri : undefined);
    if (target === undefined) return;
    const preserveFocus = column === ViewColumn.Beside;
    const preview = locked ? undefined : moving();
    if (preview !== undefined) {
      preview.moveTo(target);
      preview.panel.reveal(preserveFocus ? undefined : column, preserveFocus);
      return;
    }
    adopt(panelIn(column, preserveFocus), target, { locked });
  }

  function panelIn(viewColumn: ViewColumn, preserveFocus: boolean): WebviewPanel {
    return window.createWebviewPanel(viewType, 'Preview', { viewColumn, preserveFocus }, pageOptions(extensionUri));
  }

  /** Follows a file as it grows on disk, in a preview that is locked to it. */
  function followFile(uri: unknown): void {
    const target = uri instanceof Uri ? uri : (window.activeTextEditor?.document.uri ?? active()?.document);
    if (target === undefined) return;
    if (target.scheme === 'untitled') {
      void showInformation(l10n.t('Only saved files can be followed. Save the document first.'));
      return;
    }
    const preview = [...all].find(({ follower, document }) => follower?.isRunning && `${document}` === `${target}`);
    if (preview) preview.panel.reveal(undefined, true);
    else adopt(panelIn(ViewColumn.Beside, true), target, { locked: true }, true);
  }

  function stopFollowing(): void {
    for (const { follower } of all)
      if (follower?.isRunning) follower.finish(l10n.t('This file is no longer followed.'));
  }

  /** Locks the active preview to its document, or unlocks it. If another preview follows the active editor, that one is locked instead. */
  function toggleLock(): void {
    const preview = active();
    if (preview === undefined || preview.follower) return;
    if (preview.locked) moving()?.lock(true);
    preview.lock(!preview.locked);
  }

  const follow = (editor: TextEditor | undefined) => {
    if (editor && isTranscript(editor.document)) moving()?.moveTo(editor.document.uri);
  };
  const tell = (act: (preview: Preview) => void) => {
    for (const preview of all) act(preview);
  };

  return Disposable.from(
    commands.registerCommand('ocml.showPreview', (uri: unknown) => show(uri, ViewColumn.Active)),
    commands.registerCommand('ocml.showPreviewToSide', (uri: unknown) => show(uri, ViewColumn.Beside)),
    commands.registerCommand('ocml.showPrompt', async (template: unknown) => {
      await show(undefined, ViewColumn.Beside);
      return moving()?.showPrompt(typeof template === 'string' ? template : undefined);
    }),
    commands.registerCommand('ocml.showTraining', async (choice: unknown) => {
      await show(undefined, ViewColumn.Beside);
      return moving()?.showTraining(isTrainingChoice(choice) ? choice : undefined);
    }),
    commands.registerCommand('ocml.showLockedPreviewToSide', (uri: unknown) => show(uri, ViewColumn.Beside, true)),
    commands.registerCommand('ocml.togglePreviewLock', toggleLock),
    commands.registerCommand('ocml.follow', followFile),
    commands.registerCommand('ocml.stopFollowing', stopFollowing),
    indicator,
    commands.registerCommand('ocml.showSource', () => active()?.showSource()),
    commands.registerCommand('ocml.findInPreview', () => active()?.find()),
    commands.registerCommand('ocml.exportPreview', () => (active() ?? moving())?.export()),
    window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const uri = isState(state) ? documentIn(state) : undefined;
        if (uri === undefined) panel.dispose();
        // Only one preview can follow the active editor. If there already is one, the restored preview is locked.
        else
          adopt(panel, uri, {
            ...(state as State),
            locked: (state as State).locked === true || moving() !== undefined,
          });
      },
    }),
    window.onDidChangeActiveTextEditor(follow),
    transcriptInFront.event(({ uri }) => moving()?.moveTo(uri)),
    workspace.onDidChangeTextDocument(({ document }) => tell((preview) => preview.changed(document))),
    workspace.onDidOpenTextDocument((document) => tell((preview) => preview.changed(document))),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(ocml)) tell((preview) => preview.refresh());
    }),
    window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => tell((preview) => preview.scrolled(textEditor))),
    window.onDidChangeTextEditorSelection(({ textEditor }) => tell((preview) => preview.cursorMoved(textEditor))),
    { dispose: () => tell(({ panel }) => panel.dispose()) },
  );
}
