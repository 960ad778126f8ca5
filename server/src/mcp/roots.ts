/** The folders from which a client of `ocml mcp` may read files. No path can open a file outside them. */
import { lstat, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { FileError, openRegular, whyUnreadable } from '../files/regular.ts';

/** A file that was read: its path, in which links are resolved, and its text. */
export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

/** The maximum size of a file that tools read, in bytes. Larger files can be read on the command line, which streams them. */
const MAX_FILE_SIZE = 64 * 1024 * 1024;

export class Roots {
  private constructor(private readonly folders: readonly string[]) {}

  /** Opens some folders. Throws, with a message for the user, if one of them is not a folder. */
  static async of(folders: readonly string[]): Promise<Roots> {
    return new Roots(await Promise.all(folders.map(rootAt)));
  }

  /** Resolves the links in a path, which may be relative to the first folder. Throws a `FileError` if the result is outside all folders. */
  async pathOf(filePath: string): Promise<string> {
    const [first] = this.folders;
    if (first === undefined)
      throw new FileError('no folder was given to `ocml mcp`, so it cannot read files; pass the text itself');
    const path = await realpath(resolve(first, filePath)).catch((error: unknown) => {
      throw new FileError(whyUnreadable(error));
    });
    // The message differs from the one for a missing file, so that a mistyped path can be noticed. It also applies to a
    // link that leads outside the folders.
    if (!this.folders.some((folder) => isBelow(folder, path)))
      throw new FileError(`it is outside the folders given to \`ocml mcp\` (${this.folders.join(', ')})`);
    return path;
  }

  /** Reads a regular file as UTF-8. Throws a `FileError` with the reason if that fails. */
  async read(filePath: string): Promise<ReadFile> {
    const path = await this.pathOf(filePath);
    const handle = await openRegular(path).catch((error: unknown) => {
      throw new FileError(whyUnreadable(error));
    });
    try {
      // The path was resolved before the file was opened. In between, a folder or the file may have been replaced by a link that leads
      // outside the folders.
      const [handleStats, pathStats] = [await handle.stat(), await lstat(path)];
      if (
        handleStats.ino !== pathStats.ino ||
        handleStats.dev !== pathStats.dev ||
        (await this.pathOf(filePath)) !== path
      )
        throw new FileError('it changed while it was being opened');
      const bytes = Buffer.alloc(Math.min(handleStats.size, MAX_FILE_SIZE) + 1);
      let length = 0;
      for (let more = -1; more !== 0 && length < bytes.length; length += more)
        more = (await handle.read(bytes, length, bytes.length - length)).bytesRead;
      if (length > MAX_FILE_SIZE) throw new FileError('it is larger than 64 MB; use `ocml` on the command line');
      return { path, text: bytes.toString('utf8', 0, length) };
    } finally {
      await handle.close();
    }
  }
}

async function rootAt(folder: string): Promise<string> {
  const path = await realpath(folder).catch((error: unknown) => {
    throw new FileError(`${folder}: ${whyUnreadable(error)}`);
  });
  if (!(await stat(path)).isDirectory())
    throw new FileError(`${folder}: this is a file; give the folder that contains it`);
  return path;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
