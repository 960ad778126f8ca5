/** A data set that is checked in the background has the same problems as on the command line. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FoundRow } from '../../protocol/data-sets.ts';
import { ocml } from '../support/command.ts';
import { lines, texts } from '../support/data-set-rows.ts';
import { dataSetClient } from './data-set-client.ts';

const { states, ask, until, opened, rowsOf, selected } = dataSetClient();

suite('all rows are checked', () => {
  /** Returns the rows with each code, as the command line finds them. */
  function byCommandLine(path: string): Record<string, number[]> {
    const { stdout } = ocml(['check', '--format', 'json', '--exit-zero', path]);
    const found: Record<string, Set<number>> = {};
    for (const { diagnostics } of JSON.parse(stdout))
      for (const { code, range } of diagnostics) (found[code] ??= new Set()).add(range.start.line + 1);
    return Object.fromEntries(
      Object.entries(found).map(([code, numbers]) => [code, [...numbers].sort((a, b) => a - b)]),
    );
  }

  for (const [name, contents] of [
    ['check.jsonl', lines],
    ['check.json', `[\n${texts.join(',\n')}\n]\n`],
    ['check.jsonl.gz', gzipSync(lines)],
  ] as const)
    test(`and ${name} has the problems that the command line finds`, async () => {
      const { id, path } = await opened(name, contents);
      await ask('ocml/checkDataSet', { id });
      const { problems } = await until(id, (state) => state.problems?.isComplete === true);
      const offset = name.endsWith('.json') ? 1 : 0;
      const expected = byCommandLine(path);
      const codes = Object.fromEntries(Object.entries(expected).map(([code, numbers]) => [code, numbers.length]));
      assert.ok(Object.keys(codes).length >= 2, JSON.stringify(codes));
      assert.deepEqual({ ...problems?.codes }, codes);
      for (const [code, numbers] of Object.entries(expected))
        assert.deepEqual(
          await selected(id, { filter: { codes: [code] } }),
          numbers.map((line) => line - offset),
        );
      await ask('ocml/selectRows', { id });
      const all = [...new Set(Object.values(expected).flat())].map((line) => line - offset).sort((a, b) => a - b);
      const next = await ask<FoundRow>('ocml/nextProblemRow', { id, number: all[3] });
      assert.deepEqual(next, { number: all[4], place: (all[4] as number) - 1 });
      const previous = await ask<FoundRow>('ocml/nextProblemRow', { id, number: all[3], backwards: true });
      assert.equal(previous.number, all[2]);
      const [row] = await rowsOf(id, (all[0] as number) - 1, 1);
      assert.ok((row?.problems?.length ?? 0) > 0);
    });

  test('even where lines have nothing in them', async () => {
    const { id } = await opened(
      'gaps-check.jsonl',
      texts.map((text, i) => `${text}${'\n'.repeat(1 + (i % 3))}`).join(''),
    );
    const plain = await opened('plain-check.jsonl', lines);
    for (const one of [id, plain.id]) {
      await ask('ocml/checkDataSet', { id: one });
      await until(one, (state) => state.problems?.isComplete === true);
    }
    const codes = Object.keys(states.get(plain.id)?.problems?.codes ?? {});
    assert.deepEqual(await selected(id, { filter: { codes } }), await selected(plain.id, { filter: { codes } }));
  });
});
