/**
 * The pages of the rules, which ship with the extension, under their own URI scheme: `ocml-rule:/CODE.md`. The code of a
 * diagnostic links there. Files with this scheme open in VS Code's Markdown preview (`workbench.editorAssociations` in
 * package.json) without a prompt or network access, and without affecting how the user's own files open.
 */
import {
  type Disposable,
  EventEmitter,
  type ExtensionContext,
  type FileChangeEvent,
  FileSystemError,
  type FileSystemProvider,
  Uri,
  workspace,
} from 'vscode';

const scheme = 'ocml-rule';

/** The address of a rule's page before its code; `.md` follows the code. */
export const rulePages = `${scheme}:/`;

export function registerRulePages({ extensionUri }: ExtensionContext): Disposable {
  const page = ({ path }: Uri) => {
    if (!/^\/[\w-]+\.md$/.test(path)) throw FileSystemError.FileNotFound(path);
    return Uri.joinPath(extensionUri, 'docs', 'rules', path);
  };
  const refuse = () => {
    throw FileSystemError.NoPermissions('Rule pages cannot be changed.');
  };
  const provider: FileSystemProvider = {
    onDidChangeFile: new EventEmitter<FileChangeEvent[]>().event,
    watch: () => ({ dispose() {} }),
    stat: (uri) => workspace.fs.stat(page(uri)),
    readFile: (uri) => workspace.fs.readFile(page(uri)),
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  return workspace.registerFileSystemProvider(scheme, provider, { isReadonly: true, isCaseSensitive: true });
}
