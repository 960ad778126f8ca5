/**
 * The pages of the rules, which ship with the extension and have their own URI scheme: `ocml-rule:/CODE.md`. The code of each diagnostic
 * links to its page. VS Code opens the pages in its Markdown preview (`workbench.editorAssociations` in package.json), without a prompt or
 * network access. A separate scheme does not affect how the user's own Markdown files open.
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

/** The beginning of the address of a rule's page. The code and `.md` follow it. */
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
