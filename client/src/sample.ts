/** _OpenChatML: Open Sample Transcript_: the sample of the walkthrough, as a new document that is in no file. */
import { commands, type Disposable, type ExtensionContext, Uri, window, workspace } from 'vscode';
import { ocml } from './documents.ts';

export function registerSample({ extensionUri }: ExtensionContext): Disposable {
  return commands.registerCommand('ocml.openSample', async () => {
    const bytes = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'docs', 'walkthrough', 'sample.ocml'));
    const document = await workspace.openTextDocument({ language: ocml, content: new TextDecoder().decode(bytes) });
    await window.showTextDocument(document, { preview: false });
  });
}
