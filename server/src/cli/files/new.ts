/** Files that a command creates. Each is written under a temporary name, and gets its final name only when it is complete. */
import { existsSync, fchmodSync, fsync, linkSync, lstatSync } from 'node:fs';
import { promisify } from 'node:util';
import { packingOf } from '../../packed/names.ts';
import { begin, dress, placeOf, refusing, type State, stateOf, whyNotWritten } from './replace.ts';
import { createTemporaryFile, type TemporaryFile } from './temporary.ts';

export interface NewFile {
  write(text: string | Uint8Array): void;
  /** Moves the file to its final path. */
  finish(): Promise<void>;
  /** Removes an unfinished file. It must always be called. */
  close(): Promise<void>;
}

const exists = 'it already exists. Use --force to replace it';

/**
 * Begins a file. An existing file is replaced only with `force`, and keeps its owner and mode. Anything other than a file is never
 * replaced. Throws an error with a message for the user if the file cannot be written.
 *
 * `isOneOfMany`: whether many files are created, so that this file can easily be created again. Finishing a new file then does not wait
 * until the file is on the disk, which would take most of the time.
 */
export function beginFile(path: string, force: boolean, isOneOfMany = false): NewFile {
  const { target, beside } = placeOf(path);
  let old: State | undefined;
  let fresh: TemporaryFile;
  try {
    if (packingOf(path))
      throw new Error(
        'its name ends like that of a compressed file, but ocml does not compress output. Choose another name, and compress the file afterwards',
      );
    if (isThere(path)) {
      const is = lstatSync(target);
      // Writing to the broken link would create its target, which could be anywhere.
      if (is.isSymbolicLink())
        throw new Error('it is a link to a file that does not exist: remove the link, or create the file first');
      if (!is.isFile()) throw new Error('it is not a file');
      if (!force) throw new Error(exists);
      old = stateOf(target);
    }
    fresh = old
      ? begin(target, beside, old)
      : refusing('no file can be created in its folder', () => createTemporaryFile(beside));
  } catch (error) {
    throw notWritten(path, error);
  }
  return {
    write(text) {
      try {
        fresh.write(text);
      } catch (error) {
        throw notWritten(path, error);
      }
    },
    async finish() {
      try {
        if (old) dress(fresh.fd, old);
        else fchmodSync(fresh.fd, 0o666 & ~process.umask());
        // Without this, the file could be empty under its final name after a power failure.
        if (old || !isOneOfMany) await promisify(fsync)(fresh.fd);
        if (old) fresh.moveTo(target);
        else putInPlace(fresh, beside, target);
      } catch (error) {
        throw notWritten(path, error);
      }
    },
    close: () => fresh.close(),
  };
}

/** Whether something exists at a path. This includes a broken link, whose target must not be created. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives the file its final name, unless another program has used that name in the meantime. The file is moved where hard links are not
 * supported.
 */
function putInPlace(fresh: TemporaryFile, beside: string, target: string): void {
  try {
    linkSync(beside, target);
  } catch (error) {
    if (existsSync(target)) throw new Error(exists, { cause: error });
    fresh.moveTo(target);
  }
}

const notWritten = (path: string, error: unknown) =>
  new Error(`${path} was not written: ${reasonOf(error)}`, { cause: error });

const reasonOf = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'its folder does not exist' : whyNotWritten(error);
