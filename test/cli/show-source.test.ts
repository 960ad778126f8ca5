/** `ocml check --show-source` prints the line of a problem, shortened and without control characters, with carets below it. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

/** Returns the two lines after the first problem. */
function shown(name: string, text: string): [source: string, carets: string] {
  folder.write({ [name]: text });
  const { stdout } = folder.ocml('check', '--show-source', name);
  const lines = stdout.split('\n');
  const at = lines.findIndex((line) => /^ *\| *\^+$|^ +\| +\^+$/.test(line));
  assert.ok(at > 0, stdout);
  return [lines[at - 1] ?? '', lines[at] ?? ''];
}

const row = (before: string, role = 'usr') =>
  `{"id":${JSON.stringify(before)},"messages":[{"role":"${role}","content":"Hi"}]}\n`;
/** Returns the text above the carets, if each character is one column wide. */
const above = ([source, carets]: [string, string]) => source.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1);

suite('--show-source', () => {
  test('of a transcript', () => {
    const lines = shown('a.ocml', 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>\n');
    assert.deepEqual(lines, ['2 | <|start|>usr<|message|>Hi<|end|>', '  |          ^^^']);
  });

  test('of rows, with tabs, wide and hostile characters', () => {
    assert.equal(above(shown('b.messages.jsonl', row('x'))), '"usr"');
    const wide = '漢字😀';
    const [source, carets] = shown('c.messages.jsonl', row(wide));
    // The three wide characters take six columns, but only four UTF-16 units.
    assert.equal(carets.indexOf('^'), source.indexOf('"usr"') + 2);
    const [tabbed, below] = shown('t.messages.jsonl', row('x').replace('"messages"', '\t"messages"'));
    assert.equal(above([tabbed, below]), '"usr"');
    const [hostile, under] = shown(
      'h.ocml',
      'version: 2.2\nA\x1b[31m\u202e ##[error]x<|start|>usr<|message|>Hi<|end|>\n',
    );
    assert.doesNotMatch(hostile + under, /[\x1b\u202e]|##\[/);
    assert.match(hostile, /\\x1b\[31m\\u\{202e\}/);
  });

  test('a line of 200 KB is cut on both sides', () => {
    const text = row('x'.repeat(100_000)).replace('"Hi"', JSON.stringify('y'.repeat(100_000)));
    const lines = shown('l.messages.jsonl', text);
    assert.ok(lines[0].length <= 100, `${lines[0].length}`);
    assert.match(lines[0], /^1 \| ….*…$/);
    assert.equal(above(lines), '"usr"');
  });

  test('only as text', () => {
    assert.equal(folder.ocml('check', '--show-source', '--format', 'json', 'a.ocml').status, 2);
    assert.doesNotMatch(folder.ocml('check', 'a.ocml').stdout, /\^/);
  });
});
