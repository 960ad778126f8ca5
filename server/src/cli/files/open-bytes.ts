/** The bytes of the text in a file, unpacked if it is compressed. The code for unpacking is loaded with the first file that needs it. */
import { FileError } from '../../files/regular.ts';
import { CHUNK_SIZE, packingOf } from '../../packed/names.ts';
import { followed, progress } from '../progress.ts';
import { openNamed } from './pipes.ts';

/** Throws if the file cannot be opened; later errors are thrown as a `FileError` while reading. */
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
  // The stream closes the file, even if it is left early.
  const stream = handle.createReadStream({ highWaterMark: CHUNK_SIZE });
  const bytes = packing === undefined ? stream : (await import('../../packed/unpack.ts')).unpacked(stream, packing);
  return stats.isFile() ? followed(bytes, () => stream.bytesRead / stats.size) : counted(bytes);
}

/** Counts bytes from a pipe, whose length is unknown. */
async function* counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    progress.read(chunk.length);
    yield chunk;
  }
}
