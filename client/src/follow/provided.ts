/** A file that VS Code reads for us, only as a whole, so it must not be too large. */
import { FileSystemError, l10n, type Uri, workspace } from 'vscode';
import type { Source } from './tail.ts';

/** In bytes, since it is read again whenever it has changed. */
const largest = 20_000_000;

export function providedSource(uri: Uri): Source {
  return {
    async stat() {
      try {
        const { size, mtime } = await workspace.fs.stat(uri);
        if (size > largest)
          throw new Error(
            l10n.t('the place where it is stored only allows reading it as a whole, and it is larger than 20 MB'),
          );
        return { size, changed: mtime, id: '' };
      } catch (error) {
        if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
        throw error;
      }
    },
    read: async (from, length) => (await workspace.fs.readFile(uri)).slice(from, from + length),
  };
}
