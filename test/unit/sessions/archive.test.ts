/** Archives of Inspect: the data that is read from them, and the archives that are refused. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { evaluationBytes } from '../../../server/src/cli/files/evaluation.ts';
import { evaluationText } from '../../../server/src/sessions/archive/evaluation.ts';
import { ArchiveError, entriesOf, type Unpack } from '../../../server/src/sessions/archive/zip.ts';
import { type Packed, packed, sourceOf, zipOf, zstdFrameOf } from '../../support/zip.ts';

const unpack: Unpack = async (bytes, _, length) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, length) });

/** Decompresses without zlib, as in a browser. */
const unpackInBrowser: Unpack = async (bytes) => {
  const stream = new Blob([Buffer.from(bytes)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

async function textOf(bytes: Uint8Array, how: Unpack = unpack): Promise<string> {
  let text = '';
  for await (const piece of evaluationText(sourceOf(bytes), how)) text += piece;
  return text;
}

const logOf = async (entries: readonly Packed[], options = {}) => JSON.parse(await textOf(zipOf(entries, options)));

const message = (content: string, role = 'user') => ({ role, content });
const sample = (id: string | number, epoch = 1) => ({ id, epoch, messages: [message(`question ${id}`)] });
const header = packed('header.json', { version: 2, status: 'success', eval: { task: 't' } });
const whole = (id: string | number, epoch = 1) => packed(`samples/${id}_epoch_${epoch}.json`, sample(id, epoch));

suite('what is read', () => {
  test('the log that the archive stands for, with its samples by epoch and id', async () => {
    const log = await logOf([whole(10), whole(2), whole(1, 2), packed('summaries.json', []), header]);
    assert.deepEqual(log, {
      ...{ version: 2, status: 'success', eval: { task: 't' } },
      samples: [sample(2), sample(10), sample(1, 2)],
    });
  });

  test('entries that are stored, large archives, and what a browser unpacks', async () => {
    const entries = [header, whole(1)];
    const expected = JSON.stringify(await logOf(entries));
    assert.equal(JSON.stringify(await logOf(entries.map((one) => ({ ...one, method: 0 })))), expected);
    assert.equal(JSON.stringify(await logOf(entries, { large: true })), expected);
    assert.equal(JSON.stringify(JSON.parse(await textOf(zipOf(entries), unpackInBrowser))), expected);
  });

  test('an evaluation that did not end has its journal', async () => {
    const log = await logOf([packed('_journal/start.json', { version: 2, eval: { task: 'u' } }), whole(1)]);
    assert.deepEqual([log.eval.task, log.samples.length], ['u', 1]);
    assert.deepEqual((await logOf([whole(1)])).samples, [sample(1)]);
  });

  test('a sample in parts has the messages that it ends with, and its texts', async () => {
    const of = (name: string, value: unknown) => packed(`samples/a/b_epoch_1/${name}`, value);
    const log = await logOf([
      header,
      of('sample.json', {
        id: 'a/b',
        epoch: 1,
        message_refs: [
          [0, 1],
          [2, 4],
        ],
        score: 1,
      }),
      of('messages/0.json', [message('one'), message('replaced')]),
      of('messages/2.json', [message('two'), message('attachment://1')]),
      of('attachments/0.json', ['x', 'a long text']),
      of('events/0.json', [{ event: 'begin' }]),
      of('events/stats.json', { begin: 1 }),
      of('calls/0.json', []),
      of('skeleton.json', {}),
    ]);
    assert.deepEqual(log.samples, [
      {
        ...{ id: 'a/b', epoch: 1, score: 1, attachments: { 0: 'x', 1: 'a long text' } },
        messages: [message('one'), message('two'), message('attachment://1')],
        ...{ events: [{ event: 'begin' }], events_data: { calls: [] } },
      },
    ]);
  });

  test('of equal names the last counts', async () => {
    const again = packed('samples/1_epoch_1.json', { ...sample(1), score: 2 });
    assert.deepEqual((await logOf([header, whole(1), again])).samples, [{ ...sample(1), score: 2 }]);
  });

  test('entries in Zstandard', async () => {
    const one = packed('samples/1_epoch_1.json', { ...sample(1), note: 'x'.repeat(300) });
    const zstd = (entry: Packed) => ({ ...entry, method: 93, packed: zstdFrameOf(entry.bytes) });
    const bytes = zipOf([header, zstd(one)]);
    const expected = await logOf([header, one]);
    const unzstd: Unpack = async (given, how, length) =>
      how === 'zstd' ? decompress(given, new Uint8Array(length)) : unpack(given, how, length);
    assert.deepEqual(JSON.parse(await textOf(bytes, unzstd)), expected);
    // The archive is read from a file, as the command line reads it.
    const folder = mkdtempSync(join(tmpdir(), 'openchatml-archive-'));
    try {
      const file = join(folder, 'log.eval');
      writeFileSync(file, bytes);
      const read: Buffer[] = [];
      for await (const piece of evaluationBytes(await open(file), bytes.length)) read.push(piece);
      assert.deepEqual(JSON.parse(Buffer.concat(read).toString()), expected);
      writeFileSync(file, zipOf([header, { ...zstd(one), packed: zstdFrameOf(one.bytes).subarray(0, 200) }]));
      await assert.rejects(async () => {
        for await (const _ of evaluationBytes(await open(file), statSync(file).size));
      }, /damaged|declared length/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

const refused = (bytes: Uint8Array, message: RegExp) =>
  assert.rejects(textOf(bytes), (error) => error instanceof ArchiveError && message.test(error.message));

suite('what is refused', () => {
  test('bombs: an entry that grows a thousand times, entries that share bytes, claims of any number', async () => {
    const zeros = Buffer.alloc(100 << 20, 0x20);
    await refused(zipOf([header, packed('samples/1_epoch_1.json', '', { bytes: zeros })]), /more than 400 times/);
    const big = packed('samples/0_epoch_1.json', '[]'.repeat(1000));
    const shared = Array.from({ length: 500 }, (_, i) => ({ ...big, name: `samples/${i}_epoch_1.json`, shared: true }));
    await refused(zipOf([big, ...shared]), /overlap/);
    await refused(zipOf([header], { large: true, count: 2 ** 40 }), /declares \d+ entries/);
    await refused(zipOf([header], { count: 3 }), /ends too early|damaged/);
    const huge = packed('samples/1_epoch_1.json', 'x', { claims: 0xfffffff0 });
    await refused(zipOf([huge, header]), /more than 400 times/);
    const [noise, large] = [packed('noise', '', { bytes: Buffer.alloc(2 << 20), method: 0 }), 600 << 20];
    await refused(zipOf([noise, packed('samples/1_epoch_1.json', 'x', { claims: large })]), /larger than 512 MB/);
  });

  test('an entry that is longer or shorter than it claims', async () => {
    const one = whole(1);
    await refused(zipOf([header, { ...one, claims: one.bytes.length + 1 }]), /does not have the declared length/);
    await assert.rejects(textOf(zipOf([header, { ...one, claims: one.bytes.length - 1 }])));
  });

  test('encrypted entries, unknown ways of packing, and what is not JSON or not UTF-8', async () => {
    await refused(zipOf([header, { ...whole(1), encrypted: true }]), /encrypted/);
    await refused(zipOf([header, { ...whole(1), method: 99 }]), /unknown compression/);
    await refused(zipOf([header, packed('samples/1_epoch_1.json', 'x')]), /is not valid JSON/);
    await refused(
      zipOf([packed('samples/1_epoch_1.json', '', { bytes: Buffer.from([0x7b, 0xff, 0x7d]) })]),
      /not UTF-8/,
    );
    await refused(zipOf([packed('word/document.xml', 'x')]), /not an Inspect log/);
    await refused(Buffer.alloc(0), /empty/);
  });

  test('names that lead out, and symbolic links', async () => {
    for (const name of ['../../etc/passwd', '/samples/9_epoch_1.json', 'C:\\x', 'samples/../x', 'a\\..\\x'])
      await refused(zipOf([header, whole(1), packed(name, 'x')]), /points outside/);
    assert.equal((await logOf([header, whole('a..b')])).samples.length, 1);
    await refused(zipOf([header, { ...whole(1), mode: 0o120777 }]), /symbolic link/);
    assert.equal((await logOf([header, { ...whole(1), mode: 0o100644 }])).samples.length, 1);
  });

  test('a sample in parts of which one is missing', async () => {
    const of = (name: string, value: unknown) => packed(`samples/a_epoch_1/${name}`, value);
    const pool = of('messages/2.json', [message('three')]);
    await refused(zipOf([of('sample.json', { id: 'a' }), pool]), /missing or duplicated before/);
    const shell = of('sample.json', { id: 'a', message_refs: [[0, 2]] });
    await refused(zipOf([shell, of('messages/0.json', [message('one')])]), /does not contain/);
  });

  test('references that repeat a message without end', async () => {
    const refs = Array.from({ length: 1100 }, () => [0, 1000]);
    const shell = packed('samples/a_epoch_1/sample.json', { id: 'a', message_refs: refs });
    const pool = Array.from({ length: 1000 }, () => message('x'));
    await refused(zipOf([shell, packed('samples/a_epoch_1/messages/0.json', pool)]), /endlessly/);
  });

  test('an archive that ends anywhere, or has a wrong byte anywhere, is read or refused, and nothing else', async () => {
    const bytes = zipOf([header, whole(1)]);
    const attempt = async (given: Uint8Array) => {
      try {
        await textOf(given);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        assert.ok(error instanceof ArchiveError || /^(?:Z_|ERR_)/.test(code), String(error));
      }
    };
    for (let length = 0; length < bytes.length; length++) await attempt(bytes.subarray(0, length));
    for (let at = 0; at < bytes.length; at++) {
      const wrong = Buffer.from(bytes);
      wrong[at] = (wrong[at] ?? 0) ^ 0xff;
      await attempt(wrong);
    }
    assert.equal((await entriesOf(sourceOf(bytes))).size, 2);
  });
});
