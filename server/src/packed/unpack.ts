/** Compressed bytes → bytes, a piece at a time, and at most as many as any real text gives. */
import type { ReadStream } from 'node:fs';
import type { Transform } from 'node:stream';
import zlib, { constants, createGunzip, gunzipSync } from 'node:zlib';
import { FileError } from '../files/regular.ts';
import type { Packing } from './names.ts';

type Compression = Exclude<Packing, 'parquet' | 'evaluation'>;

const options = { chunkSize: 1 << 18 };

/** The functions that only newer versions of Node have. */
const zstd = zlib as {
  readonly createZstdDecompress?: (with_: typeof options) => Transform;
  readonly zstdDecompressSync?: (bytes: Buffer, with_: object) => Buffer;
};

/** Text is packed ten times smaller, logs a hundred times; a bomb is a thousand times and more. */
const MAX_EXPANSION = 400;
/** The size unpacked before that counts, in bytes. */
const free = 1 << 26;

/** Compares unpacked with packed sizes. Throws at a decompression bomb. */
function watch(packed: ReadStream): (bytes: number) => void {
  let length = 0;
  return (bytes) => {
    length += bytes;
    if (length > free && length > packed.bytesRead * MAX_EXPANSION)
      throw new FileError(
        `it unpacks to more than ${MAX_EXPANSION} times its size, as no data set does, so reading stopped. If this is intended, unpack it first`,
      );
  };
}

const cutShort = 'it ends too early: it was not written or copied completely. Create it again';
const nothing = 'it is empty: it does not even have a header. Create it again';

const broken = (name: string, error: unknown) =>
  new FileError(
    `it is not ${name}, or damaged (${(error as Error).message}). Create it again, or rename it to match its content`,
  );

/** The unpackers of this version of Node: the newer ones know Zstandard. */
const unpackers: Readonly<Record<Compression, { readonly name: string; readonly create?: () => Transform }>> = {
  gzip: { name: 'gzip', create: () => createGunzip(options) },
  zstd: {
    name: 'Zstandard',
    ...(zstd.createZstdDecompress && { create: () => zstd.createZstdDecompress?.(options) as Transform }),
  },
};

/** The bytes of a compressed file. What is wrong with it is thrown as a `FileError`. */
export async function* unpacked(packed: ReadStream, how: Compression): AsyncGenerator<Buffer> {
  const { name, create } = unpackers[how];
  if (create === undefined) {
    packed.destroy();
    throw new FileError(
      `Node ${process.versions.node} cannot unpack Zstandard: use Node 22.15 or newer, or unpack it first, with \`zstd -d FILE\``,
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

/** Node's errors for a compressed file that ends before it is over. */
const cutCodes = new Set(['Z_BUF_ERROR', 'ZSTD_error_srcSize_wrong']);

/** The unpacked first bytes of a compressed file, at most `limit` bytes; nothing if it is not such a file. */
export function unpackedBeginning(how: Compression, bytes: Buffer, limit: number): Buffer {
  const unpack = how === 'gzip' ? gunzipSync : zstd.zstdDecompressSync;
  const finishFlush = how === 'gzip' ? constants.Z_SYNC_FLUSH : 1;
  // Where there is more than the limit in them, in fewer bytes there is less.
  for (let part = bytes; unpack && part.length > 0; part = part.subarray(0, part.length >> 2)) {
    try {
      return unpack(part, { finishFlush, maxOutputLength: limit });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') break;
    }
  }
  return Buffer.alloc(0);
}
