/**
 * No regular expression of the source can match the same run of characters in several ways. Otherwise, a long run would take quadratic
 * time.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/root.ts';

const run = String.raw`(?:\\s|\[ \\t\]|\[\^\\S\\n\])[*+]`;
/**
 * Matches an optional part between two runs of white space, as in `\s*,?\s*`. If the part is missing, the runs form one run, which can be
 * divided anywhere.
 */
const cutAnywhere = new RegExp(String.raw`${run}(?:\\.|[^\s()[\]\\{}|*+?]|\[[^\]]*\])\?${run}`);
/**
 * Matches a search for white space at the end, which starts again at each white-space character. `trimEnd` searches from the end instead.
 */
const fromEach = new RegExp(String.raw`/${run}\$/`);

const sources = ['server/src', 'client/src', 'protocol'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

test('no run of white space is cut in two anywhere, or looked for from each of its characters on', () => {
  assert.ok(sources.length > 1000);
  assert.ok(cutAnywhere.test(String.raw`/^\s*\[?\s*\d/`) && fromEach.test(String.raw`.replace(/\s+$/, '')`));
  const found = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (cutAnywhere.test(line) || fromEach.test(line) ? `${file}:${i + 1} ${line.trim()}` : [])),
  );
  assert.deepEqual(found, []);
});
