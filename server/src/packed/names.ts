/** Files that hold a data set in another coat: compressed, as Parquet, or as an archive. */

/** How the bytes of a file become those of a text. */
export type Packing = 'gzip' | 'zstd' | 'parquet' | 'evaluation';

const packings: readonly (readonly [ending: string, packing: Packing, inner: string])[] = [
  ['.gz', 'gzip', ''],
  ['.zst', 'zstd', ''],
  // A row is read as a line of JSON.
  ['.parquet', 'parquet', '.jsonl'],
  // An archive of Inspect is read as the log in JSON that it stands for.
  ['.eval', 'evaluation', '.json'],
];

const found = (file: string) => packings.find(([ending]) => file.toLowerCase().endsWith(ending));

export const packingOf = (file: string): Packing | undefined => found(file)?.[1];

/** The name that the unpacked text would have, which decides the dialect: `a.messages.jsonl.gz` is `a.messages.jsonl`. */
export function unpackedName(file: string): string {
  const [ending, , inner] = found(file) ?? ['', undefined, ''];
  return file.slice(0, file.length - ending.length) + inner;
}

/** How files in a folder end that may be data sets of this kind. */
export const packedEndings = ['.jsonl.gz', '.ndjson.gz', '.jsonl.zst', '.ndjson.zst', '.parquet', '.eval'];

/** Why such a file is not written. */
export const notWritable = 'it is compressed: unpack it, and write to the unpacked file';

/** How much is read at a time, in bytes. */
export const CHUNK_SIZE = 1 << 20;
