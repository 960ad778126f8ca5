/** Reads the project configurations for a server that cannot access files. */
import { type Disposable, workspace } from 'vscode';

export interface Configuration {
  readonly uri: string;
  readonly text: string;
}

const names = '**/.ocmlrc.{yaml,json}';
const MAX_PROJECT_FILES = 500;
/** The maximum number of bytes that are sent. The server refuses and reports a larger file, so its beginning is enough. */
const MAX_PROJECT_FILE_SIZE = 1 << 20;

export async function readConfigurations(): Promise<readonly Configuration[]> {
  const uris = await workspace.findFiles(names, '**/node_modules/**', MAX_PROJECT_FILES);
  const read = uris.map(async (uri) => {
    try {
      const bytes = await workspace.fs.readFile(uri);
      return [{ uri: uri.toString(), text: new TextDecoder().decode(bytes.subarray(0, MAX_PROJECT_FILE_SIZE)) }];
    } catch {
      // A file that was deleted or cannot be read has no effect.
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

/** Calls back whenever a configuration is created, changed or deleted. */
export function watchConfigurations(changed: () => void): Disposable {
  const watcher = workspace.createFileSystemWatcher(names);
  watcher.onDidCreate(changed);
  watcher.onDidChange(changed);
  watcher.onDidDelete(changed);
  return watcher;
}
