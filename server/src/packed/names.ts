/** Recognizes packed data sets by their file names: compressed files, Parquet, and archives. */

export type Packing = 'gzip' | 'zstd' | 'parquet' | 'evaluation';

const packings: readonly (readonly [ending: string, packing: Packing, inner: string])[] = [
  ['.gz', 'gzip', ''],
  ['.zst', 'zstd', ''],
  // A row of Parquet is read as a line of JSON.
  ['.parquet', 'parquet', '.jsonl'],
  // An Inspect archive is read as the log that Inspect would write as JSON.
  ['.eval', 'evaluation', '.json'],
];

const findPacking = (file: string) => packings.find(([ending]) => file.toLowerCase().endsWith(ending));

export const packingOf = (file: string): Packing | undefined => findPacking(file)?.[1];

/** Returns the name of the unpacked text, from which the dialect is determined: for `a.messages.jsonl.gz`, it is `a.messages.jsonl`. */
export function unpackedName(file: string): string {
  const [ending, , inner] = findPacking(file) ?? ['', undefined, ''];
  return file.slice(0, file.length - ending.length) + inner;
}

/** The file name extensions by which packed data sets are found in a folder. */
export const packedEndings = ['.jsonl.gz', '.ndjson.gz', '.jsonl.zst', '.ndjson.zst', '.parquet', '.eval'];

/** The reason why a compressed file cannot be written. */
export const notWritable = 'it is compressed: unpack it, and write to the unpacked file';

/** The number of bytes that are read at a time. */
export const CHUNK_SIZE = 1 << 20;
