/** Reads the archive of an Inspect evaluation (`.eval`) as the JSON of its log. */
import type { FileHandle } from 'node:fs/promises';
import zlib, { inflateRawSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { FileError } from '../../files/regular.ts';
import { evaluationText } from '../../sessions/archive/evaluation.ts';
import { ArchiveError, type ArchiveSource } from '../../sessions/archive/zip.ts';
import { progress } from '../progress.ts';

/** The zstd decompressor of Node, which only newer versions have. */
const native = (zlib as { readonly zstdDecompressSync?: (bytes: Uint8Array, options: object) => Buffer })
  .zstdDecompressSync;

const unpackers = {
  deflate: (bytes: Uint8Array, length: number) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, length) }),
  zstd: (bytes: Uint8Array, length: number) =>
    native
      ? native(bytes, { maxOutputLength: Math.max(1, length) })
      : (decompress(bytes, new Uint8Array(length)) as Uint8Array),
};

/** Reads an open archive, and closes it at the end. Faults in the archive are thrown as a `FileError`. */
export async function* evaluationBytes(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  const source: ArchiveSource = {
    size,
    async read(offset, length) {
      const bytes = Buffer.alloc(length);
      let read = 0;
      for (let more = -1; more !== 0 && read < length; read += more)
        more = (await handle.read(bytes, read, length - read, offset + read)).bytesRead;
      progress.reach(Math.min(1, (offset + length) / size));
      return bytes.subarray(0, read);
    },
  };
  try {
    for await (const text of evaluationText(source, async (bytes, how, length) => unpackers[how](bytes, length)))
      yield Buffer.from(text);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof ArchiveError) throw new FileError(`${error.message}. Recreate the log with Inspect`);
    // The messages of libraries describe damaged data in terms of the library's code, so other messages replace them.
    if (error instanceof RangeError || /^(?:Z_|ZSTD_|ERR_)/.test(code) || code === '' || typeof code === 'number')
      throw new FileError('one of its entries is damaged, or larger than declared. Recreate the log with Inspect');
    throw error;
  } finally {
    await handle.close();
  }
}
