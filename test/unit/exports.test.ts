/** An export has a user in another file: a function, a constant or a class that only its own file names is not exported. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/root.ts';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.mjs', '*.js'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

test('every export has a user', () => {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of sources)
    for (const [word] of text.matchAll(/\b[A-Za-z_$]\w*/g)) users.set(word, (users.get(word) ?? new Set()).add(file));
  const exported = [...sources].flatMap(([file, text]) =>
    /^(?:server|client)\/src\//.test(file)
      ? [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name = '']) => ({
          file,
          name,
        }))
      : [],
  );
  assert.ok(exported.length > 1000);
  const unused = exported.filter(({ file, name }) => [...(users.get(name) ?? [])].every((user) => user === file));
  assert.deepEqual(unused, []);
});
