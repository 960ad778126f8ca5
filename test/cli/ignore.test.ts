/** `.ocmlignore` lists the files in a folder to skip. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createFolder, faulty } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const checked = (...args: string[]) => {
  const { stdout } = folder.ocml('check', '--format', 'json', ...args);
  return (JSON.parse(stdout || '[]') as { file: string }[]).map(({ file }) => file);
};

suite('.ocmlignore', () => {
  const names = [
    'a.ocml',
    'b.ocml',
    'old/c.ocml',
    'new/old/d.ocml',
    'new/{x}(1).ocml',
    'new/keep.ocml',
    'deep/one/e.ocml',
  ];
  const cases: readonly (readonly [patterns: string, left: readonly string[]])[] = [
    ['', names],
    ['# nothing\n\n', names],
    ['*.ocml\n!/a.ocml', ['a.ocml']],
    ['old/', ['a.ocml', 'b.ocml', 'deep/one/e.ocml', 'new/keep.ocml', 'new/{x}(1).ocml']],
    ['/old', names.filter((name) => !name.startsWith('old/'))],
    ['new/*\n!new/keep.ocml', ['a.ocml', 'b.ocml', 'deep/one/e.ocml', 'new/keep.ocml', 'old/c.ocml']],
    ['**/one/*.ocml\n[ab].ocml   ', ['new/keep.ocml', 'new/old/d.ocml', 'new/{x}(1).ocml', 'old/c.ocml']],
    ['{x}*(1).ocml', names.filter((name) => !name.includes('{'))],
    // A file in an ignored folder cannot be included again.
    ['old\n!old/c.ocml', names.filter((name) => !name.includes('old/'))],
  ];
  for (const [patterns, left] of cases)
    test(JSON.stringify(patterns), () => {
      folder.write({ ...Object.fromEntries(names.map((name) => [name, faulty])), '.ocmlignore': patterns });
      assert.deepEqual([...checked('.')].sort(), [...left].sort());
    });

  test('a nearer file counts more, and a file that is named is read', () => {
    folder.write({ '.ocmlignore': '*.ocml', 'new/.ocmlignore': '!keep.ocml' });
    assert.deepEqual(checked('.'), ['new/keep.ocml']);
    assert.deepEqual(checked('new'), ['new/keep.ocml']);
    assert.deepEqual(checked('a.ocml'), ['a.ocml']);
    const { status, stderr } = folder.ocml('check', 'old');
    assert.equal(status, 2);
    assert.match(stderr, /old: \.ocmlignore excludes everything in it/);
  });

  test('hostile patterns take no time, and broken ones are named', () => {
    folder.write({
      '.ocmlignore': `${'*a'.repeat(200)}b\n[\n`,
      'new/.ocmlignore': '',
      [`${'a'.repeat(200)}.ocml`]: faulty,
    });
    const { stderr, stdout } = folder.ocml('check', '.');
    assert.match(stderr, /\.ocmlignore: line 2 cannot be read: /);
    assert.match(stdout, /aaa\.ocml:/);
  });
});
