/** Reads the project configurations for a server without file access. */
import { type Disposable, workspace } from 'vscode';

export interface Configuration {
  readonly uri: string;
  readonly text: string;
}

const names = '**/.ocmlrc.{yaml,json}';
const MAX_PROJECT_FILES = 500;
/** The maximum size that is sent (bytes). The server refuses and reports a larger file, for which the beginning is enough. */
const MAX_PROJECT_FILE_SIZE = 1 << 20;

export async function readConfigurations(): Promise<readonly Configuration[]> {
  const uris = await workspace.findFiles(names, '**/node_modules/**', MAX_PROJECT_FILES);
  const read = uris.map(async (uri) => {
    try {
      const bytes = await workspace.fs.readFile(uri);
      return [{ uri: uri.toString(), text: new TextDecoder().decode(bytes.subarray(0, MAX_PROJECT_FILE_SIZE)) }];
    } catch {
      // A deleted or unreadable file has no effect.
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
