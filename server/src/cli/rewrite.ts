/** A file written anew, piece by piece, beside the old one: it takes its place whole or not at all. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { write } from './output.ts';

export interface Rewrite {
  write(text: string): Promise<void>;
  /** Puts the new file in the place of the old one; links and permissions stay. Of `-`, it is printed. */
  commit(): Promise<void>;
  /** Where the text is to be read after that, or the old one if it stays. */
  readonly path: string;
  /** Takes away what is left beside: all that was written, if it was not committed. */
  remove(): Promise<void>;
}

export async function rewrite(file: string): Promise<Rewrite> {
  const target = file === '-' ? join(tmpdir(), 'ocml-stdin') : await realpath(file);
  const beside = `${target}.${randomUUID()}.tmp`;
  const handle: FileHandle = await open(beside, 'wx', 0o600);
  return {
    write: (text) => handle.writeFile(text),
    path: file === '-' ? beside : file,
    async commit() {
      await handle.close();
      if (file === '-') {
        for await (const piece of createReadStream(beside, 'utf8')) await write(piece as string);
      } else {
        await chmod(beside, (await stat(target)).mode);
        await rename(beside, target);
      }
    },
    async remove() {
      await handle.close().catch(() => {});
      await rm(beside, { force: true });
    },
  };
}

/** Why a file that is not UTF-8 is not fixed. */
export const notUtf8 = 'not fixed, since it is not UTF-8: what cannot be read would be lost';
