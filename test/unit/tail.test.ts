/** Files that grow, which are read in pieces of any size, and files that are replaced or overwritten. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { type Source, Tail, type TailResult } from '../../client/src/follow/tail.ts';
import { howMany } from '../support/effort.ts';

const encoder = new TextEncoder();

/** A file to which a test writes. Its bytes are undefined while it does not exist. */
class File implements Source {
  readonly pause = 0;
  bytes: Uint8Array | undefined = new Uint8Array();
  id = 'a';
  changed = 0;
  reads = 0;
  read(from: number, length: number) {
    this.reads += length;
    return Promise.resolve(this.bytes?.slice(from, from + length) ?? new Uint8Array());
  }
  stat() {
    const { bytes, changed, id } = this;
    return Promise.resolve(bytes && { size: bytes.length, changed, id });
  }
  write(text: string | Uint8Array): void {
    this.bytes = typeof text === 'string' ? encoder.encode(text) : text;
    this.changed++;
  }
  append(more: Uint8Array): void {
    this.write(new Uint8Array([...(this.bytes ?? []), ...more]));
  }
}

const text = (found: TailResult) => (found.kind === 'text' ? [found.anew, found.text] : [found.kind]);

test('any text, in any pieces of bytes, is read as is', async () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), pieces, async (whole, sizes) => {
      const bytes = encoder.encode(whole);
      const file = new File();
      const tail = new Tail(file);
      let [read, at, i] = ['', 0, 0];
      while (at < bytes.length || i === 0) {
        const size = sizes[i++ % sizes.length] as number;
        file.append(bytes.subarray(at, at + size));
        at += size;
        const found = await tail.next();
        if (found.kind === 'text') read += found.text;
      }
      // A byte-order mark at the beginning is not part of the text.
      assert.equal(read, new TextDecoder().decode(bytes));
    }),
    { numRuns: howMany(600) },
  );
});

test('appended bytes alone are read, and those that tell that it is the same file', async () => {
  const file = new File();
  const tail = new Tail(file);
  file.write('x'.repeat(3_000_000));
  const lefts: number[] = [];
  for (let found = await tail.next(); found.kind === 'text'; found = await tail.next()) lefts.push(found.left);
  assert.deepEqual(lefts, [1_951_424, 902_848, 0]);
  file.append(encoder.encode('y'));
  assert.deepEqual(text(await tail.next()), [undefined, 'y']);
  file.reads = 0;
  assert.deepEqual(text(await tail.next()), ['same']);
  assert.equal(file.reads, 0);
});

suite('a file that is another than before', () => {
  const followed = async () => {
    const file = new File();
    file.write('The first text.');
    const tail = new Tail(file);
    assert.deepEqual(text(await tail.next()), ['first', 'The first text.']);
    return { file, next: async () => text(await tail.next()) };
  };

  test('is replaced, as programs do that rename', async () => {
    const { file, next } = await followed();
    file.id = 'b';
    file.write('The first text. And more.');
    assert.deepEqual(await next(), ['replaced', 'The first text. And more.']);
  });

  test('is written anew: shorter, of the same length, longer', async () => {
    const { file, next } = await followed();
    file.write('Short.');
    assert.deepEqual(await next(), ['shorter', 'Short.']);
    file.write('Other.');
    assert.deepEqual(await next(), ['replaced', 'Other.']);
    file.write('Others, and longer.');
    assert.deepEqual(await next(), ['replaced', 'Others, and longer.']);
    file.write('');
    assert.deepEqual(await next(), ['shorter', '']);
    assert.deepEqual(await next(), ['same']);
    file.write('Again.');
    assert.deepEqual(await next(), [undefined, 'Again.']);
  });

  test('is deleted, and is there again', async () => {
    const { file, next } = await followed();
    const { bytes } = file;
    file.bytes = undefined;
    assert.deepEqual([await next(), await next()], [['gone'], ['gone']]);
    file.bytes = bytes;
    assert.deepEqual(await next(), ['replaced', 'The first text.']);
  });

  test('half a character at its end is not of the next file', async () => {
    const { file, next } = await followed();
    file.append(encoder.encode('😀').subarray(0, 2));
    assert.deepEqual(await next(), [undefined, '']);
    file.write('New.');
    assert.deepEqual(await next(), ['shorter', 'New.']);
  });
});
