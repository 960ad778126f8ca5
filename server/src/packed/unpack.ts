/** Decompresses a file piece by piece, and stops if the file expands more than any real text would. */
import type { ReadStream } from 'node:fs';
import type { Transform } from 'node:stream';
import zlib, { constants, createGunzip, gunzipSync } from 'node:zlib';
import { FileError } from '../files/regular.ts';
import type { Packing } from './names.ts';

type Compression = Exclude<Packing, 'parquet' | 'evaluation'>;

const options = { chunkSize: 1 << 18 };

/** Node's functions for Zstandard, which older versions lack. */
const zstd = zlib as {
  readonly createZstdDecompress?: (with_: typeof options) => Transform;
  readonly zstdDecompressSync?: (bytes: Buffer, with_: object) => Buffer;
};

/** The maximum factor by which a file may expand. Text expands by a factor of 10, logs by 100, and decompression bombs by 1,000 or more. */
const MAX_EXPANSION = 400;
/** The unpacked size above which the limit applies, in bytes. */
const free = 1 << 26;

/** Returns a function to call with the size of each unpacked piece. It throws if the file turns out to be a decompression bomb. */
function watch(packed: ReadStream): (bytes: number) => void {
  let length = 0;
  return (bytes) => {
    length += bytes;
    if (length > free && length > packed.bytesRead * MAX_EXPANSION)
      throw new FileError(
        `it unpacks to more than ${MAX_EXPANSION} times its size, more than any real data set, so reading stopped. If this is intended, unpack it first`,
      );
  };
}

const cutShort = 'it ends too early: it was not written or copied completely. Create it again';
const nothing = 'it is empty: it does not even have a header. Create it again';

const broken = (name: string, error: unknown) =>
  new FileError(
    `it is not ${name}, or it is damaged (${(error as Error).message}). Create it again, or rename it to match its content`,
  );

/** The decompressors that this version of Node provides. */
const unpackers: Readonly<Record<Compression, { readonly name: string; readonly create?: () => Transform }>> = {
  gzip: { name: 'gzip', create: () => createGunzip(options) },
  zstd: {
    name: 'Zstandard',
    ...(zstd.createZstdDecompress && { create: () => zstd.createZstdDecompress?.(options) as Transform }),
  },
};

/** Yields the unpacked bytes of a compressed file. If the file is invalid, throws a `FileError`. */
export async function* unpacked(packed: ReadStream, how: Compression): AsyncGenerator<Buffer> {
  const { name, create } = unpackers[how];
  if (create === undefined) {
    packed.destroy();
    throw new FileError(
      `Node ${process.versions.node} cannot unpack Zstandard: use Node 22.15 or newer, or unpack the file first, with \`zstd -d FILE\``,
    );
  }
  const unpacker = create();
  const gave = watch(packed);
  try {
    packed.on('error', (error) => unpacker.destroy(error));
    for await (const chunk of packed.pipe(unpacker) as AsyncIterable<Buffer>) {
      gave(chunk.length);
      yield chunk;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (packed.bytesRead === 0) throw new FileError(nothing);
    if (cutCodes.has(code)) throw new FileError(cutShort);
    throw /^(?:Z_|ZSTD_|ERR_ZSTD)/.test(code) ? broken(name, error) : error;
  } finally {
    unpacker.destroy();
    packed.destroy();
  }
}

/** Node's error codes for a compressed file that is truncated. */
const cutCodes = new Set(['Z_BUF_ERROR', 'ZSTD_error_srcSize_wrong']);

/** Returns the first unpacked bytes of a compressed file, at most `limit`; empty if the file is not compressed in this way. */
export function unpackedBeginning(how: Compression, bytes: Buffer, limit: number): Buffer {
  const unpack = how === 'gzip' ? gunzipSync : zstd.zstdDecompressSync;
  const finishFlush = how === 'gzip' ? constants.Z_SYNC_FLUSH : 1;
  // If the unpacked bytes exceed the limit, a smaller part of the packed bytes is tried.
  for (let part = bytes; unpack && part.length > 0; part = part.subarray(0, part.length >> 2)) {
    try {
      return unpack(part, { finishFlush, maxOutputLength: limit });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') break;
    }
  }
  return Buffer.alloc(0);
}
