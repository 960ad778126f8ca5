/** Reads a Parquet file as a data set in which each row is a line of JSON. Only one row group at a time is in memory. */
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress as unzstd } from 'fzstd';
import {
  type AsyncBuffer,
  type Compressors,
  parquetMetadata,
  parquetReadObjects,
  parquetSchema,
  type SchemaTree,
} from 'hyparquet';
import { decompressLz4, decompressLz4Raw, decompressSnappy } from 'hyparquet-compressors';
import { CHUNK_SIZE } from '../names.ts';
import { again, checkPages, readFooter, refused } from './footer.ts';

/** The decompressors by codec. An unpacked page cannot be larger than its header declares. */
const compressors: Compressors = {
  SNAPPY: decompressSnappy,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  GZIP: (bytes, length) => gunzipSync(bytes, { maxOutputLength: length + 1 }),
  BROTLI: (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length + 1 }),
  ZSTD: (bytes, length) => unzstd(bytes, new Uint8Array(length)),
};

/** About a megabyte of JSON lines. `part`: the fraction of the file's rows that has been read with this chunk, from 0 to 1. */
export interface Chunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly part: number;
}

/** Yields the rows of a file as JSON lines. Throws if the file does not match its own declarations. */
export async function* linesOfParquet(file: FileHandle): AsyncGenerator<Chunk> {
  const { bytes, groups } = readFooter(file.fd);
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  const columns = columnsToRead(parquetSchema(metadata));
  const { size } = await file.stat();
  const buffer = sliced(file, size);
  const total = groups.reduce((sum, { rows }) => sum + rows, 0);
  let first = 0;
  for (const { rows, columns: all } of groups) {
    checkPages(
      file.fd,
      all.filter(({ name }) => columns.includes(name)),
    );
    const read = { file: buffer, metadata, columns, compressors, utf8: false, parsers, useOffsetIndex: false };
    const objects = rows === 0 ? [] : await parquetReadObjects({ ...read, rowStart: first, rowEnd: first + rows });
    if (objects.length !== rows)
      throw refused(`a row group declares ${rows} rows, but has ${objects.length}. ${again}`);
    for (const { bytes: lines, rows: done } of chunksOf(objects)) yield { bytes: lines, part: (first + done) / total };
    first += rows;
  }
}

/** Splits the rows of a group into chunks. `rows`: the number of rows in this chunk and the chunks before it. */
function* chunksOf(all: readonly object[]): Generator<{ bytes: Uint8Array<ArrayBuffer>; rows: number }> {
  let lines: string[] = [];
  let [length, rows] = [0, 0];
  for (const row of all) {
    rows++;
    const line = `${JSON.stringify(plain(row))}\n`;
    lines.push(line);
    length += line.length;
    if (length < CHUNK_SIZE) continue;
    yield { bytes: encoder.encode(lines.join('')), rows };
    [lines, length] = [[], 0];
  }
  if (lines.length > 0) yield { bytes: encoder.encode(lines.join('')), rows };
}

/** Returns a file with the interface that the library expects. */
const sliced = (file: FileHandle, byteLength: number): AsyncBuffer => ({
  byteLength,
  async slice(start, end = byteLength) {
    const bytes = new Uint8Array(Math.max(0, Math.min(end, byteLength) - start));
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) throw refused(`it was shortened while it was being read. ${again}`);
      at += bytesRead;
    }
    return bytes.buffer;
  },
});

/** Replaces the library's parser for JSON: invalid JSON is returned as text. */
const parsers = {
  jsonFromBytes(bytes: Uint8Array | undefined) {
    const text = bytes && decoder.decode(bytes);
    try {
      return text && JSON.parse(text);
    } catch {
      return text;
    }
  },
};
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Returns the names of the columns that are useful in JSON: those that contain text, and those with a single value per
 * row. Columns with images or vectors are skipped.
 */
function columnsToRead({ children }: SchemaTree): string[] {
  return children.filter((column) => isText(column) || isScalar(column)).map(({ element }) => element.name);
}

const isScalar = ({ children, element: { type, repetition_type } }: SchemaTree) =>
  children.length === 0 && repetition_type !== 'REPEATED' && !isBytes(type);
const isBytes = (type: string | undefined) => type === 'FIXED_LEN_BYTE_ARRAY' || type === 'INT96';

function isText({ children, element: { type, converted_type, logical_type } }: SchemaTree): boolean {
  if (children.length > 0)
    return (
      children.some(isText) && !children.some(({ children: below, element }) => below.length === 0 && isBinary(element))
    );
  return (
    type === 'BYTE_ARRAY' &&
    !isBytes(converted_type) &&
    logical_type?.type !== 'GEOMETRY' &&
    logical_type?.type !== 'GEOGRAPHY'
  );
}

/** Whether a field contains bytes that are not text, such as an image or audio in a struct with other text fields. */
const isBinary = ({ type, converted_type, logical_type }: SchemaTree['element']) =>
  type === 'BYTE_ARRAY' && converted_type === undefined && logical_type === undefined;

/**
 * Converts a value from the library to a JSON value. Null fields are omitted, because a missing field and a null field
 * cannot be told apart: in Parquet, every row has all fields.
 */
function plain(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== 'object' || value instanceof Date) return value;
  if (value instanceof Uint8Array) return isUtf8(value) ? decoder.decode(value) : null;
  if (Array.isArray(value)) return value.map(plain);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, plain);
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]));
}
