/**
 * File names that are not UTF-8. Node replaces invalid bytes with U+FFFD, and the resulting name is that of another file or of no file at
 * all. Here, each invalid byte is written between two NULs. No path may contain a NUL, so the wrong file can never be opened.
 */
import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** Returns the name that these bytes encode. Each invalid byte is written between two NULs. */
export function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let name = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => isUtf8(bytes.subarray(at, Math.min(at + count, bytes.length))));
    name +=
      length === undefined ? `\0x${bytes.toString('hex', at, at + 1)}\0` : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return name;
}

const byte = /\0x([89a-f][0-9a-f])\0/g;

/** Whether a name or a path is valid UTF-8. */
export const isNamedInUtf8 = (name: string): boolean => name.search(byte) < 0;

/** Returns a text for display, in which invalid bytes are written as `\xNN`. */
export const withBytesShown = (text: string): string => (text.includes('\0') ? text.replace(byte, '\\x$1') : text);

/** Restores the original bytes, percent-encoded, in a URI that `encodeURI` or Node created from a name with invalid bytes. */
export const withBytesEncoded = (uri: string): string =>
  uri.replace(/%00x([89a-f][0-9a-f])%00/g, (_, digits: string) => `%${digits.toUpperCase()}`);

/** Whether Node may have replaced invalid bytes when it decoded a text. */
const isDoubtful = (text: string) => text.includes('\uFFFD');

/** Returns the arguments of this process. Arguments that are not UTF-8 are read correctly only on Linux, which provides their bytes. */
export function argumentsOf({ argv }: NodeJS.Process): readonly string[] {
  const args = argv.slice(2);
  if (!args.some(isDoubtful)) return args;
  const argumentBytes = ownArguments().slice(-args.length);
  return args.map((argument, i) => (argumentBytes[i]?.toString() === argument ? nameOf(argumentBytes[i]) : argument));
}

function ownArguments(): readonly Buffer[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync('/proc/self/cmdline');
  } catch {
    return [];
  }
  const args: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(0, from);
    args.push(bytes.subarray(from, end < 0 ? bytes.length : end));
    from = end < 0 ? bytes.length : end + 1;
  }
  return args;
}

/** Returns the entries of a folder. Names that are not UTF-8 are read correctly. */
export function entriesOf(folder: string): readonly (Pick<Dirent, 'isFile' | 'isDirectory'> & { name: string })[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (!entries.some(({ name }) => isDoubtful(name))) return entries;
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: nameOf(entry.name),
    isFile: () => entry.isFile(),
    isDirectory: () => entry.isDirectory(),
  }));
}

/** Returns the path with all links resolved. Throws an error if it does not exist. */
export const realPathOf = (path: string): string => nameOf(realpathSync.native(path, 'buffer'));

function workingFolder(): string {
  const folder = process.cwd();
  return isDoubtful(folder) ? realPathOf('.') : folder;
}

/** Returns the absolute path. */
export const absolute = (path: string): string => resolve(workingFolder(), path);
