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
  /** Leaves everything as it was. */
  abandon(): Promise<void>;
}

export async function rewrite(file: string): Promise<Rewrite> {
  const target = file === '-' ? join(tmpdir(), 'ocml-stdin') : await realpath(file);
  const beside = `${target}.${randomUUID()}.tmp`;
  const handle: FileHandle = await open(beside, 'wx', 0o600);
  const abandon = async () => {
    await handle.close().catch(() => {});
    await rm(beside, { force: true });
  };
  return {
    write: (text) => handle.writeFile(text),
    abandon,
    async commit() {
      try {
        await handle.close();
        if (file === '-') {
          for await (const piece of createReadStream(beside, 'utf8')) await write(piece as string);
          await rm(beside, { force: true });
        } else {
          await chmod(beside, (await stat(target)).mode);
          await rename(beside, target);
        }
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    },
  };
}

/** Why a file that is not UTF-8 is not fixed. */
export const notUtf8 = 'not fixed, since it is not UTF-8: what cannot be read would be lost';
