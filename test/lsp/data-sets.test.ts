/** Data sets of any size, as a client requests them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { DataSetRows, OpenedDataSet, OpenedRow, RowText } from '../../protocol/data-sets.ts';
import type { UserView } from '../../protocol/views.ts';
import { lines, numbersOf, rows, texts } from '../support/data-set-rows.ts';
import { parquetOf } from '../support/parquet.ts';
import { parallel } from '../support/sessions/claude-code.ts';
import { dataSetClient } from './data-set-client.ts';

const { client, folder, ask, opened, rowsOf, selected } = dataSetClient();

suite('a data set', () => {
  test('is opened with its first rows, and counted', async () => {
    const { id, kind, state } = await opened('a.jsonl', lines);
    assert.equal(kind, 'lines');
    assert.deepEqual(
      [state.rows, state.read, state.size, state.notes],
      [3000, Buffer.byteLength(lines), Buffer.byteLength(lines), []],
    );
    const [first, ...others] = await rowsOf(id, 2990, 100);
    assert.equal(others.length, 9);
    assert.deepEqual([first?.number, first?.line, first?.length], [2991, 2991, texts[2990]?.length]);
    assert.deepEqual(
      first?.roles,
      rows[2990]?.messages.map(({ role }) => role),
    );
  });

  test('gives a row as a document that features know', async () => {
    const { id, uri } = await opened('b.jsonl', lines);
    const row = await ask<OpenedRow>('ocml/openRow', { id, number: 1234 });
    assert.ok(row.uri.startsWith(`${uri}#row-1234`));
    assert.deepEqual([row.isPart, row.length], [false, texts[1233]?.length]);
    const view = await client().ask<{ messages: { text: string }[] }>('ocml/userView', row.uri);
    const shown = rows[1233]?.messages.filter(({ role }) => role === 'user').map(({ content }) => content) ?? [];
    for (const text of shown) assert.ok(view.messages.some((message) => message.text.includes(text)));
    // The next row takes the place of the one that was open.
    await ask<OpenedRow>('ocml/openRow', { id, number: 1 });
    assert.equal(await client().ask('ocml/userView', row.uri), null);
    const { text } = await ask<RowText>('ocml/rowText', { id, number: 3000 });
    assert.equal(text, texts[2999]);
  });

  for (const [name, kind, contents] of [
    ['list.json', 'list', `[${texts.join(', ')}]`],
    ['pretty.json', 'list', JSON.stringify(rows, null, 1)],
    ['gaps.jsonl', 'lines', `\uFEFF\n${texts.join('\r\n\r\n \n')}`],
    ['packed.jsonl.gz', 'lines', gzipSync(lines)],
    ['packed.json.gz', 'list', gzipSync(JSON.stringify(rows))],
  ] as const)
    test(`has the same rows as ${name}`, async () => {
      const { id, kind: opens, state } = await opened(name, contents);
      assert.deepEqual([opens, state.rows], [kind, 3000]);
      for (const number of [1, 2, 1500, 3000]) {
        const { text } = await ask<RowText>('ocml/rowText', { id, number });
        assert.deepEqual(JSON.parse(text), rows[number - 1]);
      }
      assert.deepEqual(
        await selected(id, { find: { words: 'grün "yes"' } }),
        numbersOf(({ messages }) =>
          messages.some(({ content, reasoning_content: thought = '' }) =>
            `${content}\0${thought}`.includes('grün "yes"'),
          ),
        ),
      );
    });

  test('is read from Parquet', async () => {
    const conversations = Array.from({ length: 500 }, (_, i) => [{ role: 'user', content: `Question ${i}` }]);
    const { id, kind, state } = await opened('a.parquet', parquetOf(conversations, 'SNAPPY', 100));
    assert.deepEqual([kind, state.rows], ['columns', 500]);
    assert.match(state.notes.join(), /temporary file/);
    assert.match((await rowsOf(id, 123, 1))[0]?.words ?? '', /Question 123/);
    assert.deepEqual(await selected(id, { find: { words: 'Question 77' } }), [78]);
    const row = await ask<OpenedRow>('ocml/openRow', { id, number: 5 });
    assert.notEqual(await client().ask('ocml/userView', row.uri), null);
  });
});

test('the log of a session: its rows are records, each with what it says, and what reads the whole is said', async () => {
  const { id, state } = await opened('session.jsonl', parallel);
  assert.match(
    state.notes.join(),
    /^This is the log of an agent's session.*`ocml render --as text --debug` and `ocml inspect --calls`/,
  );
  const { rows } = await ask<DataSetRows>('ocml/dataSetRows', { id, from: 0, count: 20 });
  assert.deepEqual(
    rows.slice(2, 7).map(({ roles, words }) => `${roles.join()}: ${words.slice(0, 22)}`),
    [
      'user: Find both',
      // Users do not see thoughts, calls and replies.
      'assistant: ',
      'assistant: I search for both.',
      'assistant: ',
      'tool: ',
    ],
  );
  const row = await ask<OpenedRow>('ocml/openRow', { id, number: 7 });
  const view = await client().connection.sendRequest<UserView>('ocml/userView', {
    ...{ textDocument: { uri: row.uri }, debug: true },
  });
  assert.deepEqual(
    view.messages.map(({ role, text }) => `${role}: ${text}`),
    ['tool: one.ts'],
  );
});

test('an archive of Inspect is refused, and what reads it is said', async () => {
  const path = join(folder, 'log.eval');
  writeFileSync(path, 'PK');
  const answer = await ask<OpenedDataSet>('ocml/openDataSet', { uri: pathToFileURL(path).href });
  assert.match(
    'refused' in answer ? answer.refused : '',
    /it is an Inspect archive.*`ocml render --as text`.*`ocml convert/,
  );
});
