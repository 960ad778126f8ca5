/** The bytes of the text in a file, whatever the file is packed as. A packing is loaded with the first file that has it. */
import { openRegular } from '../../files/regular.ts';
import { followed } from '../progress.ts';
import { packingOf } from './names.ts';

/** How much is read at a time, in bytes. */
export const chunkSize = 1 << 20;

/** Throws where the file cannot be opened; what is wrong further on is thrown on the way, as a `FileError`. */
export async function openBytes(file: string): Promise<AsyncIterable<Buffer>> {
  const packing = packingOf(file);
  const handle = await openRegular(file);
  if (packing === 'parquet') {
    await handle.close();
    return (await import('./parquet/thread.ts')).parquetLines(file);
  }
  // The stream closes the file, also when it is left early.
  const { size } = await handle.stat();
  const stream = handle.createReadStream({ highWaterMark: chunkSize });
  const bytes = packing === undefined ? stream : (await import('./unpack.ts')).unpacked(stream, packing);
  return followed(bytes, () => stream.bytesRead / size);
}
