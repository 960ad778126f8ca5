/**
 * _OpenChatML: Open Sample Transcript_: opens the walkthrough's sample as a new, unsaved document. The buttons of the walkthrough work
 * without an active editor: they apply to an open transcript or, if there is none, to the sample.
 */
import {
  commands,
  Disposable,
  type ExtensionContext,
  TabInputText,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import { isTranscript, ocml } from './documents.ts';

/** An environment variable, which `npm start` sets to show the walkthrough once. */
const tour = 'OPENCHATML_TOUR';

function showTour({ extension, globalState }: ExtensionContext): void {
  const { env = {} } = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process ?? {};
  if (env[tour] !== '1' || globalState.get(tour) === true) return;
  void globalState.update(tour, true);
  void commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#start`, true);
}

export function registerSample(context: ExtensionContext): Disposable {
  const { extensionUri } = context;
  showTour(context);
  return Disposable.from(
    commands.registerCommand('ocml.openSample', async () => {
      const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'docs', 'walkthrough', 'sample.ocml'));
      const document = await workspace.openTextDocument({ language: ocml, content: new TextDecoder().decode(bytes) });
      await window.showTextDocument(document, { preview: false });
      return document;
    }),
    commands.registerCommand('ocml.showProblems', async () => {
      await activeOrSample();
      await commands.executeCommand('workbench.actions.view.problems');
    }),
  );
}

/**
 * Returns the document of the active editor. If no editor is active, brings an open transcript to the front or, if there is none, opens the
 * sample.
 */
export async function activeOrSample(): Promise<TextDocument | undefined> {
  const { activeTextEditor: active, tabGroups } = window;
  if (active) return active.document;
  const tabs = tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => ({ input, group })));
  for (const { input, group } of tabs) {
    const isOf = ({ uri }: TextDocument) => input instanceof TabInputText && String(uri) === String(input.uri);
    const document = workspace.textDocuments.find((one) => isOf(one) && isTranscript(one));
    if (document === undefined) continue;
    await window.showTextDocument(document, { viewColumn: group.viewColumn, preview: false });
    return document;
  }
  return commands.executeCommand<TextDocument>('ocml.openSample');
}
