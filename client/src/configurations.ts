/**
 * Saves a configuration after a code action of the server has edited it, for example to turn a rule off, since configurations take effect
 * only when saved. A configuration that already had unsaved changes is not saved.
 */
import { type CodeAction, type Command, commands, type Disposable, type Uri, workspace } from 'vscode';
import { FileChangeType, type BaseLanguageClient as LanguageClient } from 'vscode-languageclient';

const command = 'ocml.saveConfigurations';
const isConfiguration = ({ path }: Uri) => /\/\.ocmlrc\.(?:json|yaml)$/.test(path);
const documentOf = (uri: Uri) => workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());

/** Makes the code actions that edit a configuration also save it. */
export function savingConfigurations(actions: readonly (Command | CodeAction)[]): void {
  for (const action of actions) {
    // A plain command has no edits.
    if (typeof action.command === 'string') continue;
    const edited = ((action as CodeAction).edit?.entries() ?? []).map(([uri]) => uri).filter(isConfiguration);
    const saved = edited.filter((uri) => !documentOf(uri)?.isDirty);
    if (saved.length > 0) action.command = { title: action.title, command, arguments: saved };
  }
}

export function registerConfigurations(client: LanguageClient): Disposable {
  return commands.registerCommand(command, async (...uris: Uri[]) => {
    // The edit has opened the document, but VS Code may not have announced that yet.
    for (const uri of uris) await (documentOf(uri) ?? (await workspace.openTextDocument(uri))).save();
    // The server is notified of the changes here, because files outside the open folders are not watched.
    const changes = uris.map((uri) => ({ uri: uri.toString(), type: FileChangeType.Changed }));
    await client.sendNotification('workspace/didChangeWatchedFiles', { changes });
  });
}
