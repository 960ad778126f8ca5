/** Reads a followed file through VS Code, which can only provide the whole file. Its size is therefore limited. */
import { FileSystemError, l10n, type Uri, workspace } from 'vscode';
import type { Source } from './tail.ts';

/** The maximum size in bytes. The whole file is read again whenever it has changed. */
const MAX_PROVIDED_SIZE = 20_000_000;

export function providedSource(uri: Uri): Source {
  /** The last known state of the file, and its content until all of it has been processed. */
  let fileState: { readonly size: number; readonly mtime: number; readonly bytes?: Uint8Array } | undefined;
  return {
    // Files are checked less often than on disk, since each check may use the network.
    pause: 1000,
    async stat() {
      try {
        const { size, mtime } = await workspace.fs.stat(uri);
        if (size > MAX_PROVIDED_SIZE)
          throw new Error(l10n.t('its storage only allows reading the whole file, which is larger than 20 MB'));
        if (fileState?.size !== size || fileState.mtime !== mtime) fileState = { size, mtime };
        return { size, changed: mtime, id: '' };
      } catch (error) {
        if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
        throw error;
      }
    },
    async read(from, length) {
      const bytes = fileState?.bytes ?? (await workspace.fs.readFile(uri));
      const isMore = from + length < bytes.length;
      if (fileState) fileState = { size: fileState.size, mtime: fileState.mtime, ...(isMore && { bytes }) };
      return bytes.slice(from, from + length);
    },
  };
}
