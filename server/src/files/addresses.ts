/** The paths of documents that are files, as their addresses (URIs) say. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withBytesEncoded } from './names.ts';

/** The path of a document that is a file; undefined of any other. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri.replace(/[?#].*$/s, ''));
  } catch {
    // An address of another host, or with an escaped slash.
    return undefined;
  }
}

/** The address of a file. */
export const uriOfFile = (path: string): string => withBytesEncoded(pathToFileURL(path).href);
