/** The cases again, through the language server: its diagnostics are those of the checker, in LSP's terms. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { start } from '../lsp/client.ts';
import { casesOf, verdict } from './expectations.ts';

/** LSP's severities, from 1. */
const letters = ['', 'E', 'W', 'I', 'H'];

for (const language of ['openchatml-2.2', 'harmony', 'openchatml-0.1']) {
  test(`every case of ${language} through the server`, { timeout: 120_000 }, async () => {
    const client = await start({ initializationOptions: { dialect: language } });
    const failures: string[] = [];
    for (const [i, one] of casesOf([language]).entries()) {
      const uri = `file:///case-${i}.ocml`;
      const document = TextDocument.create(uri, 'ocml', 1, one.text);
      client.open(uri, one.text);
      const { diagnostics } = await client.diagnostics(uri, 1);
      const found = diagnostics.map(({ code, severity = 0, range }) => ({
        code: String(code),
        severity: letters[severity] ?? '',
        range: [document.offsetAt(range.start), document.offsetAt(range.end)] as const,
      }));
      const wrong = verdict(one, found);
      if (wrong !== '') failures.push(`${one.id}: ${wrong}`);
      for (const { source, codeDescription, code } of diagnostics) {
        assert.equal(source, 'ocml');
        assert.ok(existsSync(fileURLToPath(codeDescription?.href ?? '')), `the page of ${code}`);
      }
    }
    assert.deepEqual(failures, []);
    assert.deepEqual(client.log, []);
    assert.equal(await client.stop(), 0);
  });
}
