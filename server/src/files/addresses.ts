/** Converts the paths of files to their addresses (URIs), and addresses to paths. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withBytesEncoded } from './names.ts';

/** Returns the path of a document that is a file; undefined for any other document. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri.replace(/[?#].*$/s, ''));
  } catch {
    // The address names another host, or contains an escaped slash.
    return undefined;
  }
}

export const uriOfFile = (path: string): string => withBytesEncoded(pathToFileURL(path).href);
