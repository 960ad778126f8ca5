/** Searches, filters and sorts the rows of a data set. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DataSetFilter, FoundRow, SelectedRows } from '../../protocol/data-sets.ts';
import { lines, numbersOf, type rows, texts } from '../support/data-set-rows.ts';
import { dataSetClient } from './data-set-client.ts';

const { ask, opened, rowsOf, selected } = dataSetClient();

suite('rows are selected as a plain reading does', () => {
  const filters: readonly (readonly [DataSetFilter, (row: (typeof rows)[number], index: number) => boolean])[] = [
    [{ roles: ['system'] }, ({ messages }) => messages.some(({ role }) => role === 'system')],
    [{ hasReasoning: true }, ({ messages }) => messages.some((message) => message.reasoning_content !== undefined)],
    [{ hasReasoning: false }, ({ messages }) => messages.every((message) => message.reasoning_content === undefined)],
    [{ endsWithoutAnswer: true }, ({ messages }) => messages.at(-1)?.role !== 'assistant'],
    [
      { length: { least: 500, most: 2000 } },
      (_, i) => (texts[i]?.length ?? 0) >= 500 && (texts[i]?.length ?? 0) <= 2000,
    ],
  ];
  for (const [filter, holds] of filters)
    test(JSON.stringify(filter), async () => {
      const { id } = await opened('filter.jsonl', lines);
      assert.deepEqual(await selected(id, { filter }), numbersOf(holds));
    });

  test('sorted by length, those of one length in their order', async () => {
    const { id } = await opened('sort.jsonl', lines);
    const all = texts.map(({ length }, i) => ({ length, number: i + 1 }));
    const ascending = all.toSorted((a, b) => a.length - b.length || a.number - b.number);
    assert.deepEqual(
      await selected(id, { sort: { by: 'length' } }),
      ascending.map(({ number }) => number),
    );
    const descending = all
      .filter(({ number }) => number <= 3000)
      .toSorted((a, b) => b.length - a.length || a.number - b.number);
    assert.deepEqual(
      await selected(id, { sort: { by: 'length', descending: true } }),
      descending.map(({ number }) => number),
    );
    const [second] = descending.slice(1);
    const place = await ask<FoundRow>('ocml/placeOfRow', { id, number: second?.number });
    assert.equal(place.place, 1);
  });

  test('by words and by what they are together, and all of them again', async () => {
    const { id } = await opened('both.jsonl', lines);
    const found = await selected(id, {
      find: { words: 'WEATHER GRÜN', ignoresCase: true },
      filter: { roles: ['system'] },
    });
    assert.deepEqual(
      found,
      numbersOf(({ messages }, i) => (texts[i] as string).includes('weather grün') && messages[0]?.role === 'system'),
    );
    await ask<SelectedRows>('ocml/selectRows', { id });
    assert.equal((await rowsOf(id, 2999, 5))[0]?.number, 3000);
  });

  test('a pattern that is wrong is refused', async () => {
    const { id } = await opened('wrong.jsonl', lines);
    const { refused } = await ask<SelectedRows>('ocml/selectRows', { id, find: { words: '(', isPattern: true } });
    assert.equal(refused, 'This regular expression cannot be used: missing closing ).');
    assert.match(
      (await ask<SelectedRows>('ocml/selectRows', { id, filter: { codes: ['x'] } })).refused ?? '',
      /checked/,
    );
  });
});
