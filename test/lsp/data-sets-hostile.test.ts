/** Hostile data sets, and failures while a data set is read. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { DataSetRows, OpenedRow } from '../../protocol/data-sets.ts';
import { lines, texts } from '../support/data-set-rows.ts';
import { dataSetClient } from './data-set-client.ts';

const { client, folder, states, ask, until, opened, rowsOf, selected, refusal } = dataSetClient();

suite('what a stranger or an accident can do', () => {
  test('what is not a file is refused, without waiting', { skip: process.platform === 'win32' }, async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    assert.match(await refusal(join(folder, 'pipe.jsonl')), /a pipe, not a file/);
    assert.match(await refusal(folder), /a directory, not a file/);
    assert.match(await refusal('/dev/zero'), /a device, not a file/);
    assert.match(await refusal(join(folder, 'nothing.jsonl')), /no such file/);
  });

  test('a packed file that lies is refused in words', async () => {
    const write = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);
    write(
      'lies.parquet',
      Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(40, 1), Buffer.from([0xff, 0xff, 0, 0]), Buffer.from('PAR1')]),
    );
    assert.match(await refusal(join(folder, 'lies.parquet')), /its footer declares/);
    write('lies.jsonl.gz', Buffer.from('not packed'));
    assert.match(await refusal(join(folder, 'lies.jsonl.gz')), /not gzip/);
    // A file that breaks off has the rows before that point, and a note says that the file ends too early.
    const { state } = await opened('cut.jsonl.gz', gzipSync(lines).subarray(0, 20_000));
    assert.ok(state.rows > 0 && state.rows < 3000);
    assert.match(state.notes.join(), /ends too early/);
  });

  test('wrong ids and params get no answer, and no error', async () => {
    const { id } = await opened('params.jsonl', lines);
    for (const params of [
      null,
      {},
      { id: 999 },
      { id: 'x' },
      { id, from: 'x', count: {} },
      { id, from: -1, count: 5 },
      { id, number: 0 },
      { id, number: 1e9 },
      { id, number: Number.NaN },
    ])
      for (const method of ['ocml/dataSetRows', 'ocml/openRow', 'ocml/rowText'] as const)
        assert.equal(await ask(method, params), null, JSON.stringify([method, params]));
    for (const method of [
      'ocml/checkDataSet',
      'ocml/stopDataSetJob',
      'ocml/nextProblemRow',
      'ocml/placeOfRow',
      'ocml/selectRows',
      'ocml/exportRows',
    ] as const)
      assert.equal(await ask(method, { id: 999 }), null);
    const odd = {
      id,
      find: 5,
      filter: { roles: 7, length: { least: 'x' }, __proto__: null, constructor: 1 },
      sort: { by: '__proto__' },
    };
    assert.deepEqual(await ask('ocml/selectRows', odd), { refused: null });
    assert.equal((await ask<DataSetRows>('ocml/dataSetRows', { id, from: 0, count: 1e9 })).rows.length, 500);
    await client().connection.sendNotification('ocml/closeDataSet', { id });
    await client().connection.sendNotification('ocml/closeDataSet', { id });
    await client().connection.sendNotification('ocml/closeDataSet', 'x');
    assert.equal(await ask('ocml/dataSetRows', { id, from: 0, count: 1 }), null);
    assert.deepEqual(await ask('ocml/openDataSet', { uri: 'untitled:x' }), {
      refused: 'Only files on this computer can be opened as data sets.',
    });
  });

  test('rows that are broken, long or not UTF-8 are shown as far as they go', async () => {
    const long = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(3_000_000) }] });
    const bytes = Buffer.from(
      [texts[0], '{"messages": [', long, 'not JSON', '{"messages": [{"role": "user", "con'].join('\n'),
    );
    bytes[bytes.indexOf('not JSON')] = 0xff;
    const { id, state } = await opened('broken.jsonl', bytes);
    assert.equal(state.rows, 5);
    assert.match(state.notes.join('\n'), /Row 4 is the first row with bytes that are not valid UTF-8/);
    assert.match(state.notes.join('\n'), /The last row \(5\) is cut off/);
    const found = await rowsOf(id, 0, 10);
    assert.deepEqual(
      found.map(({ isPart }) => isPart),
      [false, false, true, false, false],
    );
    assert.equal(found[2]?.length, long.length);
    const part = await ask<OpenedRow>('ocml/openRow', { id, number: 3 });
    assert.deepEqual([part.isPart, part.length], [true, long.length]);
    const all = await ask<OpenedRow>('ocml/openRow', { id, number: 3, whole: true });
    assert.deepEqual([all.isPart, all.length], [false, long.length]);
    assert.deepEqual(await selected(id, { find: { words: 'xxxx' } }), [3]);
  });

  test('a file that changes on disk is told of, and what was opened is still there', async () => {
    const grown = await opened('grows.jsonl', lines);
    appendFileSync(grown.path, lines);
    await rowsOf(grown.id, 0, 1);
    assert.equal((await until(grown.id, ({ onDisk }) => onDisk !== undefined)).onDisk, 'grown');
    assert.equal((await rowsOf(grown.id, 2999, 10)).length, 1);
    const gone = await opened('gone.jsonl', lines);
    renameSync(gone.path, join(folder, 'elsewhere.jsonl'));
    mkdirSync(gone.path);
    await rowsOf(gone.id, 0, 1);
    assert.equal((await until(gone.id, ({ onDisk }) => onDisk !== undefined)).onDisk, 'gone');
    assert.equal((await rowsOf(gone.id, 2999, 1))[0]?.length, texts[2999]?.length);
    const cut = await opened('shorter.jsonl', lines);
    writeFileSync(cut.path, texts.slice(0, 10).join('\n'));
    await rowsOf(cut.id, 2000, 1);
    assert.equal((await until(cut.id, ({ onDisk }) => onDisk !== undefined)).onDisk, 'changed');
    assert.match((await rowsOf(cut.id, 2999, 1))[0]?.fault ?? '', /has changed/);
    await ask('ocml/selectRows', { id: cut.id, find: { words: 'x' } });
    const { notes } = await until(cut.id, (state) => state.job === undefined && state.selected !== undefined);
    assert.match(notes.join('\n'), /has changed since it was opened/);
  });

  test('of a file that has grown, no row is marked that is not shown; one that is another is not checked', async () => {
    const wrong = `${JSON.stringify({ messages: [{ role: 'usr', content: 'x' }] })}\n`;
    const grown = await opened('grown-check.jsonl', wrong.repeat(3));
    appendFileSync(grown.path, wrong.repeat(2));
    await ask('ocml/checkDataSet', { id: grown.id });
    const { problems } = await until(grown.id, (state) => state.problems?.isComplete === true);
    assert.equal(problems?.rows, 3);
    const other = await opened('other-check.jsonl', wrong.repeat(3));
    renameSync(other.path, join(folder, 'moved-check.jsonl'));
    await ask('ocml/checkDataSet', { id: other.id });
    const { notes } = await until(other.id, (state) => state.job === undefined && state.problems !== undefined);
    assert.match(notes.join(), /^The file has changed since it was opened. Reload it.$/);
  });

  test('what runs is stopped when it is not wanted any more', async () => {
    const { id } = await opened('stop.jsonl', lines.repeat(20));
    states.delete(id);
    await ask('ocml/selectRows', { id, sort: { by: 'tokens' } });
    await ask('ocml/stopDataSetJob', { id });
    const { selected: found } = await until(id, (state) => state.job === undefined && state.selected !== undefined);
    assert.equal(found?.isComplete, false);
    await ask('ocml/checkDataSet', { id });
    await client().connection.sendNotification('ocml/closeDataSet', { id });
    assert.equal(await ask('ocml/dataSetRows', { id, from: 0, count: 1 }), null);
  });
});
