/** The file of a document on the disk: tells of its changes while no tab has it, and of its end. */
import { Disposable, l10n, RelativePattern, TabInputText, Uri, window, workspace } from 'vscode';

/** Why there is nothing to show, in whole sentences. */
export class Gone extends Error {}

const nameOf = ({ path }: Uri) => path.split('/').at(-1) ?? path;

export const goneFile = (uri: Uri): Gone =>
  new Gone(
    l10n.t(
      'The file {0} no longer exists: it was deleted, moved or renamed. If it comes back, it will be shown again.',
      nameOf(uri),
    ),
  );

/** Whether a tab shows a document: then its text is the editor's, whatever becomes of the file. */
function hasTab(uri: Uri): boolean {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString());
}

/** Calls `changed` where the file of a document was written, and `gone` where it was deleted, as long as no tab has it. */
export function watchFile(uri: Uri, changed: () => void, gone: () => void): Disposable {
  if (uri.scheme === 'untitled') return Disposable.from();
  // What means something in a pattern stands for any one character: others of the folder are left out below.
  const pattern = new RelativePattern(Uri.joinPath(uri, '..'), nameOf(uri).replace(/[*?{}[\]!]/g, '?'));
  const watcher = workspace.createFileSystemWatcher(pattern);
  const unlessOpen = (act: () => void) => (at: Uri) => {
    if (at.toString() === uri.toString() && !hasTab(uri)) act();
  };
  return Disposable.from(
    watcher,
    watcher.onDidChange(unlessOpen(changed)),
    watcher.onDidCreate(unlessOpen(changed)),
    watcher.onDidDelete(unlessOpen(gone)),
  );
}
