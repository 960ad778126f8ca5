/**
 * Configurations that an action of the server edits, such as one that turns a rule off. They have an effect when they are
 * saved, so they are, unless somebody had unsaved changes there before.
 */
import { type CodeAction, type Command, commands, type Disposable, type Uri, workspace } from 'vscode';
import { FileChangeType, type BaseLanguageClient as LanguageClient } from 'vscode-languageclient';

const command = 'ocml.saveConfigurations';
const isConfiguration = ({ path }: Uri) => /\/\.ocmlrc\.(?:json|yaml)$/.test(path);
const documentOf = (uri: Uri) => workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());

/** The same actions; those that edit a configuration have it saved when the edit is done. */
export function savingConfigurations(actions: readonly (Command | CodeAction)[]): void {
  for (const action of actions) {
    // A command by itself edits nothing.
    if (typeof action.command === 'string') continue;
    const edited = ((action as CodeAction).edit?.entries() ?? []).map(([uri]) => uri).filter(isConfiguration);
    const saved = edited.filter((uri) => !documentOf(uri)?.isDirty);
    if (saved.length > 0) action.command = { title: action.title, command, arguments: saved };
  }
}

export function registerConfigurations(client: LanguageClient): Disposable {
  return commands.registerCommand(command, async (...uris: Uri[]) => {
    // One that was not open is, since it was edited; but this may not have been told yet.
    for (const uri of uris) await (documentOf(uri) ?? (await workspace.openTextDocument(uri))).save();
    // Outside the folders that are open, files are not watched.
    const changes = uris.map((uri) => ({ uri: uri.toString(), type: FileChangeType.Changed }));
    await client.sendNotification('workspace/didChangeWatchedFiles', { changes });
  });
}
