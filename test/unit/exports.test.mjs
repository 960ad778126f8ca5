// Exports that run have a user: a file that imports them, or at least speaks of them. Types may be exported for signatures.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/paths.mjs';

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/(?:^|[\\/])(?:node_modules|dist)[\\/]/.test(file))
    .map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')]);

const sources = ['server/src', 'client/src', 'protocol'].flatMap(filesIn);
const others = ['test', 'scripts', 'bench'].flatMap(filesIn);
const exported = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;
/** Exports of the extension that VS Code calls, and those that a package calls, whose types our file replaces. */
const calledFromOutside = new Set(['activate', 'deactivate', 'uinteger', 'DocumentUri']);

test('no file exports what no other file names', () => {
  const count = new Map();
  for (const [, text] of [...sources, ...others])
    for (const word of new Set(text.match(/\w+/g))) count.set(word, (count.get(word) ?? 0) + 1);
  const unused = sources.flatMap(([file, text]) =>
    [...text.matchAll(exported)]
      .filter(([, name]) => count.get(name) === 1 && !calledFromOutside.has(name))
      .map(([, name]) => `${file}: ${name}`),
  );
  assert.deepEqual(unused, []);
});
