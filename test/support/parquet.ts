/** Parquet files for tests: data sets of messages in the layout of published training data. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { CompressionCodec, SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';

export interface Turn {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: string | null;
}

const text = (name: string, optional = true): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: optional ? 'OPTIONAL' : 'REQUIRED',
});

/** `messages: list<struct<role, content, tool_calls>>`, with a column of row numbers. */
const schema: SchemaElement[] = [
  { name: 'root', num_children: 2 },
  { name: 'id', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'messages', converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'OPTIONAL', num_children: 3 },
  ...[text('role'), text('content'), text('tool_calls')],
];

const compressors = {
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
};

/** Returns a Parquet file of conversations, with `rowGroupSize` of them in each row group. */
export function parquetOf(
  rows: readonly (readonly Turn[])[],
  codec: CompressionCodec = 'SNAPPY',
  rowGroupSize = 100,
): Buffer {
  const columnData = [
    { name: 'id', data: rows.map((_, i) => BigInt(i)) },
    {
      name: 'messages',
      data: rows.map((turns) => turns.map((turn) => ({ content: null, tool_calls: null, ...turn }))),
    },
  ];
  return Buffer.from(parquetWriteBuffer({ columnData, schema, codec, compressors, rowGroupSize }));
}

/** Returns a Parquet file with one column of texts. */
export function parquetOfTexts(name: string, data: readonly string[], codec: CompressionCodec = 'SNAPPY'): Buffer {
  return Buffer.from(
    parquetWriteBuffer({ columnData: [{ name, data: [...data], type: 'STRING' }], codec, compressors }),
  );
}
