/** Every executable case of the text dialects: valid texts without error and warning, faulty ones with the code on the range. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DialectId, dialects } from '../../server/src/grammar/index.ts';
import { check } from '../support/check.ts';
import { root } from '../support/root.ts';
import { type Case, casesOf, type Found, verdict } from './expectations.ts';

const cases = casesOf(dialects);
const letters = { error: 'E', warning: 'W', information: 'I', hint: 'H' } as const;

test('there are cases', () => {
  assert.ok(cases.length > 200);
});

for (const one of cases) {
  test(`${one.id} ${one.expected?.code ?? 'valid'}`, () => {
    const found = check(one.text, { dialect: one.language as DialectId });
    assert.equal(verdict(one, found.map(toFound)), '');
  });
}

test('the command line finds the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-cases-'));
  try {
    for (const language of dialects) {
      const mine = cases.filter((one) => one.language === language);
      const files = mine.map((one, i) => {
        const file = join(folder, `${language}-${i}.txt`);
        writeFileSync(file, one.text);
        return file;
      });
      const bin = join(root, 'server', 'bin', 'ocml.js');
      const run = spawnSync(process.execPath, [bin, 'check', '--dialect', language, '--format', 'json', ...files], {
        encoding: 'utf8',
        maxBuffer: 1 << 26,
      });
      assert.equal(run.stderr, '');
      const checked = JSON.parse(run.stdout) as {
        diagnostics: { code: string; severity: keyof typeof letters; offset: [number, number] }[];
      }[];
      assert.equal(checked.length, mine.length);
      for (const [i, { diagnostics }] of checked.entries()) {
        const found = diagnostics.map(({ code, severity, offset }) => ({
          code,
          severity: letters[severity],
          range: offset,
        }));
        const direct = check((mine[i] as Case).text, { dialect: language }).map(toFound);
        assert.deepEqual(sorted(found), sorted(direct), (mine[i] as Case).id);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function toFound({ code, severity, start, end }: ReturnType<typeof check>[number]): Found {
  return { code, severity: letters[severity], range: [start, end] };
}

function sorted(found: readonly Found[]): string[] {
  return found.map((one) => `${one.range} ${one.code} ${one.severity}`).sort();
}
