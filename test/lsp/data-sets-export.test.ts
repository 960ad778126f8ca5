/** Exports rows of a data set to a new file. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ExportedRows } from '../../protocol/data-sets.ts';
import { rows, texts } from '../support/data-set-rows.ts';
import { dataSetClient } from './data-set-client.ts';

const { folder, ask, opened, selected } = dataSetClient();

suite('rows are exported', () => {
  const pathOf = (name: string) => join(folder, name);
  test('byte for byte, with their line breaks', async () => {
    const contents = texts
      .map((text, i) => ` ${text}${i % 2 === 0 ? '\r\n' : ' \n\n'}`)
      .join('')
      .trimEnd();
    const { id } = await opened('export.jsonl', contents);
    const numbers = await selected(id, { find: { words: 'weather' }, sort: { by: 'length' } });
    const to = pathOf('out.jsonl');
    const answer = await ask<ExportedRows>('ocml/exportRows', { id, to: pathToFileURL(to).href });
    assert.deepEqual(answer, { count: numbers.length });
    const expected = contents
      .match(/[^\n]*\S[^\n]*\n?/g)
      ?.filter((line) => line.includes('weather'))
      .join('');
    assert.equal(readFileSync(to, 'utf8'), expected);
    await ask('ocml/selectRows', { id });
    assert.equal((await ask<ExportedRows>('ocml/exportRows', { id, to: pathOf('list.json') })).count, 3000);
    assert.deepEqual(JSON.parse(readFileSync(pathOf('list.json'), 'utf8')), rows);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  test('from a list, as lines or as a list', async () => {
    const { id } = await opened('from.json', `[ ${texts.join(' ,\n')} ]`);
    const numbers = await selected(id, { find: { words: 'weather' } });
    const kept = numbers.map((number) => texts[number - 1]);
    await ask('ocml/exportRows', { id, to: pathOf('to.jsonl') });
    assert.equal(readFileSync(pathOf('to.jsonl'), 'utf8'), kept.map((text) => `${text}\n`).join(''));
    await ask('ocml/exportRows', { id, to: pathOf('to.json') });
    assert.equal(readFileSync(pathOf('to.json'), 'utf8'), `[\n${kept.join(',\n')}\n]\n`);
  });

  test('but not over the data set, not as lines that are several, and not where nothing can be written', async () => {
    const { id, path } = await opened('pretty-export.json', JSON.stringify(rows, null, 2));
    const refused = async (to: string) => (await ask<ExportedRows>('ocml/exportRows', { id, to })).refused ?? '';
    assert.match(await refused(path), /cannot be written to the data set/);
    assert.match(await refused(pathOf('several.jsonl')), /several lines/);
    assert.match(await refused(folder), /other than a file/);
    assert.match(await refused(pathOf('no/such/folder.jsonl')), /cannot be written/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('several') || name.endsWith('.tmp')),
      [],
    );
    assert.equal(readFileSync(path, 'utf8'), JSON.stringify(rows, null, 2));
  });
});
