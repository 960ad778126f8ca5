/** Names of files with a packed data set: compressed, as Parquet, or as an archive. */

/** The packing of the text in a file. */
export type Packing = 'gzip' | 'zstd' | 'parquet' | 'evaluation';

const packings: readonly (readonly [ending: string, packing: Packing, inner: string])[] = [
  ['.gz', 'gzip', ''],
  ['.zst', 'zstd', ''],
  // A row is read as a line of JSON.
  ['.parquet', 'parquet', '.jsonl'],
  // An Inspect archive is read as the equivalent log in JSON.
  ['.eval', 'evaluation', '.json'],
];

const found = (file: string) => packings.find(([ending]) => file.toLowerCase().endsWith(ending));

export const packingOf = (file: string): Packing | undefined => found(file)?.[1];

/** The name of the unpacked text, which determines the dialect: `a.messages.jsonl` for `a.messages.jsonl.gz`. */
export function unpackedName(file: string): string {
  const [ending, , inner] = found(file) ?? ['', undefined, ''];
  return file.slice(0, file.length - ending.length) + inner;
}

/** The extensions of files in a folder that may be packed data sets. */
export const packedEndings = ['.jsonl.gz', '.ndjson.gz', '.jsonl.zst', '.ndjson.zst', '.parquet', '.eval'];

/** The reason why a packed file is not written. */
export const notWritable = 'it is compressed: unpack it, and write to the unpacked file';

/** The number of bytes read at a time. */
export const CHUNK_SIZE = 1 << 20;
