/** Every executable case of the JSON dialects: through the checker, the command line and the server, with equal results. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type JsonDialectId, jsonDialects, jsonFiles } from '../../server/src/grammar/index.ts';
import { start } from '../lsp/client.ts';
import { check } from '../support/check.ts';
import { root } from '../support/root.ts';
import { type Case, casesOf, type Found, verdict } from './expectations.ts';

const letters = { error: 'E', warning: 'W', information: 'I', hint: 'H' } as const;
const byNumber = ['', 'E', 'W', 'I', 'H'];
const cases = casesOf(jsonDialects);

/** A name that settles the dialect, so that everybody takes the same way to it. */
const nameOf = (i: number) =>
  `case-${i}${jsonFiles.find(([, dialect]) => dialect === (cases[i] as Case).language)?.[0]}`;

const direct = (one: Case): Found[] =>
  check(one.text, { dialect: one.language as JsonDialectId }).map(({ code, severity, start, end }) => ({
    code,
    severity: letters[severity],
    range: [start, end],
  }));
const sorted = (found: readonly Found[]) => found.map((one) => `${one.range} ${one.code} ${one.severity}`).sort();

test('there are cases', () => assert.ok(cases.length > 35));

for (const one of cases) {
  test(`${one.id} ${one.expected?.code ?? 'valid'}`, () => assert.equal(verdict(one, direct(one)), ''));
}

test('the command line finds the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-json-'));
  try {
    const files = cases.map(({ text }, i) => {
      const file = join(folder, nameOf(i));
      writeFileSync(file, text);
      return file;
    });
    const args = [join(root, 'server/bin/ocml.js'), 'check', '--format', 'json', ...files];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(stderr, '');
    const checked = JSON.parse(stdout) as {
      dialect: string;
      diagnostics: { code: string; severity: keyof typeof letters; offset: [number, number] }[];
    }[];
    for (const [i, one] of cases.entries()) {
      assert.equal(checked[i]?.dialect, one.language);
      const found = checked[i]?.diagnostics.map(({ code, severity, offset }) => ({
        code,
        severity: letters[severity],
        range: offset,
      }));
      assert.deepEqual(sorted(found ?? []), sorted(direct(one)), one.id);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the server finds the same', { timeout: 60_000 }, async () => {
  const client = await start();
  for (const [i, one] of cases.entries()) {
    const uri = `file:///${nameOf(i)}`;
    const document = TextDocument.create(uri, 'json', 1, one.text);
    client.open(uri, one.text);
    const { diagnostics } = await client.diagnostics(uri, 1);
    const found = diagnostics.map(
      ({ code, severity = 0, range }): Found => ({
        code: String(code),
        severity: byNumber[severity] ?? '',
        range: [document.offsetAt(range.start), document.offsetAt(range.end)],
      }),
    );
    assert.deepEqual(sorted(found), sorted(direct(one)), one.id);
  }
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});
