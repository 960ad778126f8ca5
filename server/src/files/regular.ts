/**
 * Opens untrusted files in a way that never blocks. Whether a path leads to a pipe, a device or a folder is checked after opening it, since
 * the path could lead to something else a moment later.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * The flags for opening files. With them, opening a pipe does not wait for a writer, and a terminal does not become the controlling
 * terminal. Windows does not have `O_NONBLOCK` and `O_NOCTTY`.
 */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** An error concerning a file, with a message for the user. */
export class FileError extends Error {}

/** Opens a regular file for reading. Throws an error if it does not exist, or is not a regular file. */
export async function openRegular(path: string): Promise<FileHandle> {
  const handle = await open(path, flags);
  try {
    mustBeRegular(await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Returns the text of a regular file of at most `limit` bytes; undefined if there is no such file. Throws a `FileError` if it cannot be
 * read.
 */
export function readSmall(path: string, limit: number): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    mustBeRegular(fstatSync(file));
    // The file's reported size is not used, because the file may grow in the meantime, and some system files report 0.
    const bytes = Buffer.alloc(limit + 1);
    let length = 0;
    for (let more = -1; more !== 0 && length <= limit; length += more) {
      more = readSync(file, bytes, length, bytes.length - length, null);
    }
    if (length > limit) throw new FileError(`it is larger than ${Math.floor(limit / 1024)} KB`);
    return bytes.toString('utf8', 0, length);
  } catch (error) {
    if (isAbsent(error) || unnameable.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw new FileError(whyUnreadable(error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Returns the first bytes of a regular file, at most `limit`. Throws an error if they cannot be read. */
export function readBeginning(path: string, limit: number): Buffer {
  const file = openSync(path, flags);
  try {
    mustBeRegular(fstatSync(file));
    const bytes = Buffer.alloc(limit);
    return bytes.subarray(0, readSync(file, bytes, 0, limit, 0));
  } finally {
    closeSync(file);
  }
}

/** Error codes for paths that no file can have. */
const unnameable = new Set<string | undefined>(['ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

/** Whether an error means that something does not exist. */
export function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function mustBeRegular(stats: Stats): void {
  if (stats.isFile()) return;
  const [, kind] = kinds.find(([is]) => is(stats)) ?? [undefined, 'something else'];
  throw new FileError(`it is ${kind}, not a file`);
}

const kinds: readonly (readonly [is: (stats: Stats) => boolean, kind: string])[] = [
  [(stats) => stats.isDirectory(), 'a directory'],
  [(stats) => stats.isFIFO(), 'a pipe'],
  [(stats) => stats.isSocket(), 'a socket'],
  [(stats) => stats.isCharacterDevice() || stats.isBlockDevice(), 'a device'],
];

/** The reason given for not opening a path that is not valid UTF-8 or contains NUL. */
export const unopenable =
  'its path is not valid UTF-8 (or contains NUL), so it cannot be opened here: rename the file, or pass its text on standard input';

const reasons = new Map([
  ['ENOENT', 'no such file'],
  ['ENOTDIR', 'no such file'],
  ['EISDIR', 'it is a directory'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ELOOP', 'its symbolic links form a loop'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENXIO', 'it is a socket, or a device that does not exist'],
  ['EMFILE', 'too many files are open'],
  ['ERR_INVALID_ARG_VALUE', unopenable],
]);

/** Returns the reason why something could not be read, in plain words if the error is known. */
export function whyUnreadable(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return reasons.get(code) ?? message;
}
