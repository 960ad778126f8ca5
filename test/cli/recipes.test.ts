/** The recipes for several machines, run with two workers of which one is killed: no result is lost or counted twice. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/root.ts';

test('the recipes give what one check of the whole gives', {
  skip: process.platform === 'win32' && 'they are for sh',
}, (t) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/recipes/run.mjs')], {
    ...{ encoding: 'utf8', timeout: 300_000, killSignal: 'SIGKILL' },
  });
  for (const line of stdout.trimEnd().split('\n')) t.diagnostic(line);
  assert.equal(status, 0, stdout + stderr);
});
