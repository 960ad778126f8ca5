/** The progress of reading a Parquet file is counted in rows, and shown on a terminal. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { linesOfParquet } from '../../server/src/packed/parquet/parquet-rows.ts';
import { parquetOf } from '../support/parquet.ts';

test('each chunk of a Parquet file says how much of its rows are read with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-parquet-'));
  const path = join(folder, 'a.parquet');
  writeFileSync(path, parquetOf(Array(1000).fill([{ role: 'user', content: 'Hi' }]), 'SNAPPY', 100));
  const file = await open(path);
  const parts: number[] = [];
  for await (const { part } of linesOfParquet(file)) parts.push(part);
  await file.close();
  rmSync(folder, { recursive: true });
  assert.deepEqual(
    parts,
    Array.from({ length: 10 }, (_, i) => (i + 1) / 10),
  );
});
