/** Opens files for reading, and unpacks those that are compressed. The code for unpacking is loaded when it is first needed. */
import { FileError } from '../../files/regular.ts';
import { CHUNK_SIZE, packingOf } from '../../packed/names.ts';
import { followed, progress } from '../progress.ts';
import { openNamed } from './pipes.ts';

/**
 * Returns the bytes of the text in a file. Throws an error if the file cannot be opened. Later errors are thrown as a `FileError` while the
 * bytes are read.
 */
export async function openBytes(file: string): Promise<AsyncIterable<Buffer>> {
  const packing = packingOf(file);
  const handle = await openNamed(file);
  const stats = await handle.stat();
  if (packing === 'parquet') {
    await handle.close();
    if (!stats.isFile())
      throw new FileError('it is a pipe, but Parquet can only be read from a file. Save the data to a file first');
    return (await import('../../packed/parquet/thread.ts')).parquetLines(file, (part) => progress.reach(part));
  }
  if (packing === 'evaluation') {
    if (!stats.isFile()) {
      await handle.close();
      throw new FileError('it is a pipe, but an archive can only be read from a file. Save the data to a file first');
    }
    return (await import('./evaluation.ts')).evaluationBytes(handle, stats.size);
  }
  // The stream closes the file, even if it is not read to its end.
  const stream = handle.createReadStream({ highWaterMark: CHUNK_SIZE });
  const bytes = packing === undefined ? stream : (await import('../../packed/unpack.ts')).unpacked(stream, packing);
  return stats.isFile() ? followed(bytes, () => stream.bytesRead / stats.size) : counted(bytes);
}

/** Reports progress by the number of bytes read from a pipe, since the length of a pipe is unknown. */
async function* counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    progress.read(chunk.length);
    yield chunk;
  }
}
