/** The index of a data set of any size has the same rows as a simple reader, wherever the bytes are split. */
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { MAX_STRETCH_SIZE, rowsOfStretch } from '../../server/src/data-set/data-set-stretch.ts';
import { Indexing } from '../../server/src/data-set/indexing.ts';
import { beginningOf } from '../../server/src/data-set/open-file.ts';
import { MAX_PART_SIZE, readRows, readWhole } from '../../server/src/data-set/read-rows.ts';
import { RowIndex, SPACING } from '../../server/src/data-set/row-index.ts';
import type { Layout } from '../../server/src/rows/layout.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { randomFrom } from '../support/random.ts';

const random = randomFrom(seedOf(29_113));
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

const folder = mkdtempSync(join(tmpdir(), 'ocml-data-set-'));
after(() => rmSync(folder, { recursive: true }));

const pieces = ['', 'a', '"', '\\', '\\"', ']', '},{', ' , ', '\u{1f600}', 'é\n', '[[', '\u2028', '\u00a0', '\r'];
const breaks = ['\n', '\n', '\n', '\r\n', '\n\n', '\n \t\n', '\r\n\r\n'];
const gaps = ['', ' ', '\n', '\r\n', '\n\n  ', '\t'];

/**
 * Returns a text that is usually short. Some texts are longer than the distance between entries of the index. A few are longer than the
 * part of a row that is read.
 */
function text(): string {
  const long = below(60);
  const size = long === 0 ? MAX_PART_SIZE + below(SPACING) : long < 4 ? below(2 * SPACING) : below(200);
  const words = Array.from({ length: 1 + below(4) }, () => pick(pieces)).join('');
  return words + 'x'.repeat(size);
}

interface Expected {
  readonly bytes: Buffer;
  readonly rows: readonly string[];
  /** The line of each row, counted from 0. */
  readonly lines: readonly number[];
}

function randomLines(): Expected {
  const rows: string[] = [];
  const lines: number[] = [];
  let all = pick(['', '\uFEFF', '\n\n', ' \n']);
  const count = below(40);
  for (let i = 0; i < count; i++) {
    const row = `${pick(['', '', ' '])}${JSON.stringify({ text: text() })}${pick(['', '', ' '])}`;
    lines.push(all.split('\n').length - 1);
    rows.push(row);
    all += row + (i < count - 1 || below(2) === 0 ? pick(breaks) : '');
  }
  return { bytes: Buffer.from(all), rows, lines };
}

function randomList(): Expected {
  const rows: string[] = [];
  const lines: number[] = [];
  let all = `${pick(['', '\uFEFF'])}${pick(gaps)}[${pick(gaps)}`;
  const count = 1 + below(40);
  for (let i = 0; i < count; i++) {
    const value = pick<() => unknown>([
      () => ({ text: text(), n: [1, { a: '}' }] }),
      () => ({ messages: [{ role: 'user', content: text() }] }),
    ]);
    const row = JSON.stringify(value(), null, below(2) * 2);
    if (i > 0) all += `${pick(gaps)},${pick(gaps)}`;
    lines.push(all.split('\n').length - 1);
    rows.push(row);
    all += row;
  }
  return { bytes: Buffer.from(`${all}${pick(gaps)}]${pick(gaps)}`), rows, lines };
}

function indexOf(bytes: Buffer, layout: Layout, begin: number): RowIndex {
  const indexing = new Indexing(layout, begin);
  const index = new RowIndex(begin);
  for (let at = begin; at < bytes.length; ) {
    const end = at + 1 + below(pick([3, 5000, 1 << 20]));
    indexing.push(bytes.subarray(at, end));
    const { places, rows } = indexing.progress();
    index.add(places, rows);
    at = Math.min(end, bytes.length);
  }
  const { last } = indexing.end();
  const { places, rows, invalidRow } = indexing.progress();
  assert.equal(invalidRow, undefined);
  index.add(places, rows);
  index.complete(rows, last.end);
  return index;
}

function check({ bytes, rows, lines }: Expected, expectedLayout: Layout): void {
  const path = join(folder, 'rows');
  writeFileSync(path, bytes);
  const beginning = beginningOf((at) => bytes.subarray(at, at + SPACING));
  const layout = rows.length === 0 ? beginning.layout : expectedLayout;
  const index = indexOf(bytes, layout, beginning.begin);
  assert.equal(index.rows, rows.length);
  assert.ok(beginning.rows <= rows.length);
  const fd = openSync(path, 'r');
  const source = { fd, size: bytes.length, layout };
  try {
    for (let number = 1; number <= rows.length; number++) {
      const [row] = readRows(source, index.between(index.indexOf(number)), [number]);
      assert.ok(row);
      const expected = Buffer.from(rows[number - 1] as string);
      assert.equal(row.line, lines[number - 1]);
      assert.equal((row.end as number) - row.start, expected.length);
      assert.ok(row.bytes.equals(expected.subarray(0, MAX_PART_SIZE)), `row ${number}`);
      assert.ok(readWhole(source, { ...row, end: undefined }, MAX_STRETCH_SIZE)?.equals(expected));
    }
    const found: string[] = [];
    for (
      let place = 0, next = index.stretchFrom(0, below(2 * SPACING));
      next;
      next = index.stretchFrom(place, below(2 * SPACING))
    ) {
      const { bytes: some, starts, ends, lines: on } = rowsOfStretch(source, next.stretch);
      assert.deepEqual([...on], lines.slice(found.length, found.length + on.length));
      for (const [i, start] of starts.entries()) found.push(some.toString('utf8', start, ends[i]));
      place = next.next;
    }
    assert.deepEqual(found, rows);
  } finally {
    closeSync(fd);
  }
}

suite('the index of a data set', () => {
  test('has the rows of lines, with any breaks, empty lines and a byte-order mark', () => {
    for (let i = 0; i < howMany(240); i++) check(randomLines(), 'lines');
  });
  test('has the elements of a list, in one line or in several', () => {
    for (let i = 0; i < howMany(240); i++) check(randomList(), 'list');
  });
  test('has a row that comes after nothing for long', () => {
    const row = '{"text": "x"}';
    check({ bytes: Buffer.from(`${'\n'.repeat(2 * SPACING)}${row}`), rows: [row], lines: [2 * SPACING] }, 'lines');
    check({ bytes: Buffer.from(`[${' '.repeat(2 * SPACING)}${row}]`), rows: [row], lines: [0] }, 'list');
  });
  test('of nothing but line breaks has no rows, and no places that grow with them', () => {
    const index = indexOf(Buffer.alloc(5_000_000, '\n'), 'lines', 0);
    assert.deepEqual([index.rows, index.length], [0, 1]);
  });
});

suite('the first row that is not UTF-8', () => {
  const firstInvalid = (bytes: Buffer, size: number) => {
    const indexing = new Indexing('lines', 0);
    for (let at = 0; at < bytes.length; at += size) indexing.push(bytes.subarray(at, at + size));
    indexing.end();
    return indexing.progress().invalidRow;
  };
  test('is named, however its bytes are cut', () => {
    const bytes = Buffer.from('{"a":"ä€😀"}\n\n{"b":1}\n{"c":"x"}\n{"d":"é"}');
    for (let size = 1; size < 9; size++) {
      assert.equal(firstInvalid(bytes, size), undefined);
      const broken = Buffer.from(bytes);
      broken[bytes.indexOf('x')] = 0xff;
      assert.equal(firstInvalid(broken, size), 3);
      assert.equal(firstInvalid(bytes.subarray(0, bytes.indexOf('é') + 1), size), 4);
    }
  });
});
