/** The rows of a data set are read as they are written, in lines and in lists, wherever the bytes are split. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { piecesOf } from '../../server/src/cli/files/input.ts';
import { linePieces } from '../../server/src/cli/rows/line-pieces.ts';
import { listPieces } from '../../server/src/rows/list-pieces.ts';
import { type RowPiece, type RowText, textsIn } from '../../server/src/rows/row-piece.ts';
import { unitsIn } from '../../server/src/rows/utf16-units.ts';
import { randomFrom } from '../support/random.ts';

const random = randomFrom(20_261_127);
const below = (n: number) => Math.floor(random() * n);
const strings = ['', 'a', '"', '\\', '\\"', ']', '},{', ' , ', '\u{1f600}', 'é\n', '[[', '\u2028'];
const gaps = ['', ' ', '\n', '\r\n', '\n\n  ', '\t'];

function value(depth: number): unknown {
  const kind = below(depth > 3 ? 4 : 6);
  if (kind < 2) return strings[below(strings.length)];
  if (kind === 2) return below(1000) / 8;
  if (kind === 3) return [null, true, false][below(3)];
  const items = Array.from({ length: below(4) }, () => value(depth + 1));
  return kind === 4
    ? items
    : Object.fromEntries(items.map((item, i) => [`${strings[below(strings.length)]}${i}`, item]));
}

async function* cut(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + below(bytes.length < 200 ? 7 : 40);
    yield bytes.subarray(at, end);
    at = end;
  }
}

async function rowsOf(pieces: AsyncIterable<RowPiece>): Promise<{ rows: RowText[]; bytes: Buffer }> {
  const rows: RowText[] = [];
  const all: Buffer[] = [];
  let offset = 0;
  for await (const piece of pieces) {
    rows.push(...textsIn(piece, offset));
    all.push(piece.bytes);
    offset += unitsIn(piece.bytes);
  }
  return { rows, bytes: Buffer.concat(all) };
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length - 1;

suite('rows of a list', () => {
  test('are those that JSON.parse finds, with their lines and offsets', async () => {
    for (let i = 0; i < 300; i++) {
      const items = Array.from({ length: below(8) }, () => value(0));
      const gap = () => gaps[below(gaps.length)] as string;
      const written = items.map((item) => JSON.stringify(item, null, below(2) * 2));
      const text = `${gap()}[${gap()}${written.join(`${gap()},${gap()}`)}${gap()}]${gap()}`;
      const { rows, bytes } = await rowsOf(listPieces(cut(Buffer.from(text))));
      assert.deepEqual(
        rows.map((row) => row.text),
        written,
      );
      assert.equal(bytes.toString(), text);
      for (const row of rows) {
        assert.equal(text.slice(row.offset, row.offset + row.text.length), row.text);
        assert.equal(row.line, lineAt(text, row.offset));
      }
    }
  });

  test('a list that breaks off ends with the part of its last row; what follows a list is a row of its own', async () => {
    const texts = async (text: string) =>
      (await rowsOf(listPieces(cut(Buffer.from(text))))).rows.map((row) => row.text);
    assert.deepEqual(await texts('[{"a":1},{"b":"x\\"]'), ['{"a":1}', '{"b":"x\\"]']);
    assert.deepEqual(await texts('[{"a":1}]\n{"b":2}\n'), ['{"a":1}', '{"b":2}']);
    assert.deepEqual(await texts('[{"a":1},,{"b":2},]'), ['{"a":1}', '{"b":2}']);
    assert.deepEqual(await texts('[\n]'), []);
  });

  test('a deep row takes no more time than a flat one', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const { rows } = await rowsOf(listPieces(cutLarge(Buffer.from(`[${deep},${deep}]`))));
    assert.deepEqual(
      rows.map((row) => row.text.length),
      [400_000, 400_000],
    );
  });

  async function* cutLarge(bytes: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
});

test('rows of lines skip empty ones and count them', async () => {
  const text = '\n{"a":1}\r\n\n  {"é":2}  \n{"b":3}';
  const { rows, bytes } = await rowsOf(linePieces(piecesOf(cut(Buffer.from(text)))));
  assert.equal(bytes.toString(), text);
  assert.deepEqual(rows, [
    { text: '{"a":1}', line: 1, offset: 1 },
    { text: '{"é":2}', line: 3, offset: 13 },
    { text: '{"b":3}', line: 4, offset: 23 },
  ]);
});

test('a line without end is refused where it begins, before it fills the memory', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from('{}\n{');
    const megabyte = Buffer.alloc(1 << 20, 0x20);
    for (let i = 0; i < 4096; i++) yield megabyte;
  }
  const read = async () => {
    for await (const _ of piecesOf(endless()));
  };
  await assert.rejects(read, /the line that begins at byte 3 is longer than 500 MB/);
});
