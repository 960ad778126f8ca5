/**
 * Replaces a file as an editor does. The new text is written to a temporary file in the same folder, with the same owner, group and mode.
 * This file then replaces the old file in one step. Until then, and whenever replacing is not safe, the old file is untouched.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  createReadStream,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { realPathOf } from '../../files/names.ts';
import { unopenable } from '../../files/regular.ts';
import { createTemporaryFile, type TemporaryFile } from './temporary.ts';

/**
 * The paths for rewriting a file. They are chosen before a thread rewrites the file, so that another thread can clean up if that thread
 * dies.
 */
export interface Place {
  /** The path of the file, with links resolved. */
  readonly target: string;
  /** The temporary file that is written first. It is in the same folder, and its name is short and cannot be guessed. */
  readonly beside: string;
}

/** Returns the paths for rewriting a file. For `-`, they are in the folder for temporary files. */
export function placeOf(file: string): Place {
  const target = file === '-' ? join(tmpdir(), 'stdin') : realPath(file);
  return { target, beside: join(dirname(target), `.ocml-${randomBytes(12).toString('hex')}.tmp`) };
}

function realPath(file: string): string {
  try {
    return realPathOf(file);
  } catch {
    // The error will be reported when the file is read.
    return file;
  }
}

/** The properties that are compared to detect that another program has changed or replaced a file. */
const signs = ['dev', 'ino', 'mode', 'nlink', 'uid', 'gid', 'size', 'mtimeNs', 'ctimeNs'] as const;
export type State = Pick<BigIntStats, (typeof signs)[number]>;

const isSame = (state: State, other: State) => signs.every((sign) => state[sign] === other[sign]);

/** Returns the state of a file before it is read. Throws an error if the file cannot be found. */
export function stateOf(file: string): State {
  return statSync(file, { bigint: true });
}

/** A piece of a file as it was read, and its replacement. The first piece begins with the byte-order mark, if there is one. */
export interface Piece {
  readonly before: string;
  readonly after: string;
}

/**
 * Replaces a file if any of its pieces changes. Throws an error, and leaves the file untouched, if it must not be replaced; `whyNotFixed`
 * explains the error. `original`: the state of the file before its first piece was read.
 */
export async function replaceFile(
  { target, beside }: Place,
  original: State,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
): Promise<void> {
  const hash = createHash('sha256');
  /** The number of bytes before the piece with the first change. */
  let unchanged = 0;
  let fresh: TemporaryFile | undefined;
  try {
    for await (const { before, after } of pieces) {
      hash.update(before);
      if (fresh === undefined && before !== after) {
        fresh = begin(target, beside, original);
        for await (const bytes of bytesOf(target, original, unchanged)) fresh.write(bytes);
      }
      if (fresh) fresh.write(after);
      else unchanged += Buffer.byteLength(before);
    }
    if (fresh) await finish(fresh, target, original, hash.digest('hex'));
  } finally {
    await fresh?.close();
  }
}

/** Creates the file that will replace another file. Throws an error if that file must not be replaced. */
export function begin(target: string, beside: string, { mode, nlink }: State): TemporaryFile {
  if (nlink > 1n)
    throw new Error(
      `it has ${nlink} hard links, and only this path would get the new text. Remove the other links, or edit the file yourself`,
    );
  // A read-only file is not replaced, even if the user is allowed to write to all files.
  if ((mode & 0o200n) === 0n) throw new Error(readOnly);
  refusing(readOnly, () => accessSync(target, constants.W_OK));
  return refusing('no file can be created in its folder', () => createTemporaryFile(beside));
}

const readOnly = 'it is read-only: make it writable first';
const changed = 'it was changed in the meantime: run the command again';

/**
 * Runs an action. If the action fails for lack of permission, throws an error with `reason` instead, since the system's error does not say
 * which operation is not permitted.
 */
export function refusing<T>(reason: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw forbidden.has(codeOf(error)) ? new Error(reason, { cause: error }) : error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
/** Error codes for a lack of permission. The last three come from file systems and containers that do not support all owners. */
const forbidden = new Set(['EACCES', 'EPERM', 'EROFS', 'EINVAL', 'ENOSYS', 'ENOTSUP']);

/** Replaces the old file with the new one if the old one has not changed since it was read. */
async function finish(fresh: TemporaryFile, target: string, original: State, read: string): Promise<void> {
  dress(fresh.fd, original);
  // Without this, the file could be empty under its name after a power failure.
  await promisify(fsync)(fresh.fd);
  // Comparing the states is not enough: a change within the same tick of the file system's clock does not change the times.
  const now = createHash('sha256');
  for await (const bytes of bytesOf(target, original)) now.update(bytes);
  if (now.digest('hex') !== read) throw new Error(changed);
  refusing('the permissions of its folder do not allow it to be replaced', () => {
    // Nothing may come between this check and the replacement.
    if (!isSame(lstatSync(target, { bigint: true }), original)) throw new Error(changed);
    fresh.moveTo(target);
  });
}

/**
 * Yields the first `count` bytes of a file. Throws an error if the file has changed. Does not block, for example if the file is now a pipe.
 */
async function* bytesOf(file: string, original: State, count = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const fd = refusing(changed, () => openSync(file, flags));
  try {
    if (!isSame(fstatSync(fd, { bigint: true }), original)) throw new Error(changed);
    if (count > 0)
      yield* createReadStream('', { fd, start: 0, end: count - 1, autoClose: false, highWaterMark: 1 << 20 });
  } finally {
    closeSync(fd);
  }
}

/** Gives a file the owner, the group and the mode of another file. */
export function dress(fd: number, { uid, gid, mode }: State): void {
  const stats = fstatSync(fd, { bigint: true });
  if (stats.uid !== uid || stats.gid !== gid) {
    refusing(`its owner (${uid}) or its group (${gid}) would change: run the command as its owner`, () =>
      fchownSync(fd, Number(uid), Number(gid)),
    );
  }
  // The mode is set after the owner because changing the owner clears some bits of the mode.
  if (stats.mode !== mode) fchmodSync(fd, Number(mode & 0o7777n));
}

const reasons = new Map<string | undefined, string>(
  Object.entries({
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'the new text exceeds the maximum file size of this file system',
    ENOENT: changed,
    ELOOP: changed,
    ERR_INVALID_ARG_VALUE: unopenable,
    ENAMETOOLONG: 'the path of its folder is too long for a temporary file',
  }),
);

/** Returns the reason why a file was not fixed, in plain words if the error is known. */
export function whyNotFixed(error: unknown): string {
  return `not fixed, since ${whyNotWritten(error)}`;
}

/** Returns the reason why a file cannot be written, as the end of a sentence. */
export function whyNotWritten(error: unknown): string {
  return reasons.get(codeOf(error)) ?? (error as Error).message;
}
