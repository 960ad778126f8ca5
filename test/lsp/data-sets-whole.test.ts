/** A data set that the client sends as a whole, as in a browser, has the same rows as the file on disk. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type {
  DataSetFilter,
  ExportedRows,
  OpenedDataSet,
  OpenedRow,
  RowText,
  SelectedRows,
} from '../../protocol/data-sets.ts';
import { rows as allRows } from '../support/data-set-rows.ts';
import { dataSetClient } from './data-set-client.ts';

const { client, folder, ask, until, opened, rowsOf, selected, states } = dataSetClient();

const rows = allRows.slice(0, 400);
const texts = rows.map((row) => JSON.stringify(row));
const lines = `${texts.join('\n')}\n`;

/** Opens a text under a URI that does not have the scheme `file`. */
async function given(name: string, text: string, isDamaged = false) {
  const answer = await ask<OpenedDataSet>('ocml/openDataSet', { uri: `vscode-vfs://host/${name}`, text, isDamaged });
  if ('refused' in answer) throw new Error(answer.refused);
  return answer;
}

async function check(id: number) {
  await ask('ocml/checkDataSet', { id });
  const { problems } = await until(id, (state) => state.problems?.isComplete === true);
  return problems;
}

const filters: readonly DataSetFilter[] = [
  { roles: ['system'] },
  { hasReasoning: true },
  { endsWithoutAnswer: true },
  { length: { least: 500, most: 2000 } },
];

for (const [name, contents] of [
  ['whole.jsonl', lines],
  ['whole.json', `[${texts.join(', ')}]`],
  ['pretty.json', JSON.stringify(rows, null, 1)],
  ['gaps.jsonl', `\n${texts.join('\r\n\r\n \n')}`],
] as const)
  suite(name, () => {
    test('the same rows, found, filtered and sorted', async () => {
      const disk = await opened(name, contents);
      const { id, kind, state } = await given(name, contents);
      assert.deepEqual([kind, state.rows, state.isComplete], [disk.kind, rows.length, true]);
      assert.match(state.notes.join(), /the whole file was read at once/);
      for (const from of [0, 190, 390]) assert.deepEqual(await rowsOf(id, from, 20), await rowsOf(disk.id, from, 20));
      const selections = [
        { find: { words: 'grün "yes"' } },
        { find: { words: 'WEATHER GRÜN', ignoresCase: true } },
        { find: { words: 'gr.n\\s+tool', isPattern: true } },
        { sort: { by: 'length', descending: true } },
        ...filters.map((filter) => ({ filter })),
      ] as const;
      for (const selection of selections)
        assert.deepEqual(await selected(id, selection), await selected(disk.id, selection), JSON.stringify(selection));
    });

    test('the same problems, and the same rows exported', async () => {
      const disk = await opened(name, contents);
      const { id } = await given(name, contents);
      assert.deepEqual(await check(id), await check(disk.id));
      const [code = ''] = Object.keys(states.get(id)?.problems?.codes ?? {});
      assert.deepEqual(
        await selected(id, { filter: { codes: [code] } }),
        await selected(disk.id, { filter: { codes: [code] } }),
      );
      const { text, count } = await ask<ExportedRows>('ocml/exportRows', { id });
      const to = join(folder, `out-${name}`);
      assert.equal(
        (await ask<ExportedRows>('ocml/exportRows', { id: disk.id, to: pathToFileURL(to).href })).count,
        count,
      );
      assert.equal(text, readFileSync(to, 'utf8'));
    });
  });

test('a row as a document, byte for byte', async () => {
  const { id } = await given('row.jsonl', lines);
  assert.equal((await ask<RowText>('ocml/rowText', { id, number: 77 })).text, texts[76]);
  const { uri } = await ask<OpenedRow>('ocml/openRow', { id, number: 77 });
  assert.notEqual(await client().ask('ocml/userView', uri), null);
  assert.equal(await ask('ocml/rowText', { id, number: 401 }), null);
});

test('one conversation is one row; nothing, half a row and bytes that are not UTF-8 are said', async () => {
  const one = await given('one.json', JSON.stringify(rows[0], null, 2));
  assert.deepEqual([one.state.rows, one.kind], [1, 'lines']);
  assert.match((await given('none.jsonl', '\n \n')).state.notes.join(), /no rows/);
  const { state } = await given('cut.jsonl', `${texts[0]}\n{"messages": ["\ufffd`, true);
  assert.match(state.notes.join('\n'), /The last row \(2\) is cut off/);
  assert.match(state.notes.join('\n'), /Row 2 is the first row with bytes that are not valid UTF-8/);
});

test('tokens are not counted, and that is said; a search is stopped', async () => {
  const { id } = await given('tokens.jsonl', lines.repeat(50));
  const { refused } = await ask<SelectedRows>('ocml/selectRows', { id, sort: { by: 'tokens' } });
  assert.match(refused ?? '', /Tokens are counted only/);
  states.delete(id);
  await ask('ocml/selectRows', { id, filter: { roles: ['system'] } });
  await ask('ocml/stopDataSetJob', { id });
  const { selected: found } = await until(id, (one) => one.job === undefined && one.selected !== undefined);
  assert.equal(found?.isComplete, false);
});
