/** Messages, titles, help, pages and comments use the terms in the table in `CONTRIBUTING.md`. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { root } from '../support/root.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the pattern of a phrase of the table. `…` matches any word; a space also matches a line break with the leader of a comment. */
const pattern = (phrase: string) => escaped(phrase).replace(/ /g, '(?:\\s|//|\\*)+').replace(/…/g, '[a-z]\\w*');
const phrases = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => phrase);

const rows = [...read('CONTRIBUTING.md').matchAll(/^\| ([^|]+) \| (`[^|]+`) \| ([^|]*)\|$/gm)].map(
  ([, say, not, except]) => ({
    say: say?.trim() ?? '',
    not: phrases(not),
    except: phrases(except),
  }),
);

/** Returns the prose of a file: the comments and strings of code, or Markdown without its code. */
function proseOf(file: string): string {
  const text = read(file);
  if (file.endsWith('.json')) return text;
  if (file.endsWith('.md'))
    return text.replace(/^## Words\n[^]*?(?=^## )/m, '').replace(/^```[^]*?^```$|`[^`\n]+`/gm, '`');
  const parts = /\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g;
  return (text.match(parts) ?? []).join('\n\n');
}

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.md', '*.ts', '*.mjs', 'package.nls.json', 'l10n', 'snippets'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  // Tests and `scripts/texts` are skipped because they quote the words of transcripts and other people, and the phrases that are not
  // allowed.
  .filter((file) => file !== '' && !/^(?:test|scripts\/texts)\//.test(file));

/** Returns the phrases that are not allowed, with a few words around them. */
function found(text: string, { not, except }: (typeof rows)[number]): string[] {
  const allowed = new RegExp(`\\b(?:${except.map(pattern).join('|') || '(?!)'})\\b`, 'gi');
  const left = text.replace(allowed, '·');
  const said = new RegExp(`\\b(?:${not.map(pattern).join('|')})(?!\\w)`, 'gi');
  return [...left.matchAll(said)].map(({ index }) => left.slice(Math.max(0, index - 40), index + 40));
}

suite('words', () => {
  const prose = files.map((file) => ({ file, text: proseOf(file) }));

  test('the table and the files are found', () => {
    assert.ok(rows.length > 10);
    assert.ok(files.length > 500);
  });

  for (const row of rows) {
    test(`"${row.say}", not "${row.not.join('", "')}"`, () => {
      const said = prose.flatMap(({ file, text }) => found(text, row).map((words) => `${file}: ${words}`));
      assert.deepEqual(said, []);
    });
  }

  test('a phrase is found across lines, and an exception is none', () => {
    const row = { say: '', not: ['is no …'], except: ['there is no …'] };
    assert.equal(found('It is\n * no call. There is no call. It is now.', row).length, 1);
  });
});
