/** Creates a folder for each test of commands that write files, and a script that Node loads before these commands. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach } from 'node:test';

export interface CaseFolder {
  /** The folder of the running test. Other users can read its parent folder. */
  readonly path: string;
  /** The path of the script, for Node's option `--require`. */
  readonly preload: string;
  inFolder(name: string): string;
}

/** Sets up the folders. After each test, whether it passes or fails, checks that no partially written file is left in its folder. */
export function caseFolder(prefix: string, hooks: string): CaseFolder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  chmodSync(base, 0o755);
  const preload = join(base, 'hooks.cjs');
  writeFileSync(preload, hooks);
  after(() => rmSync(base, { recursive: true }));
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(base, 'case-'));
  });
  afterEach(() => {
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      names.filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
  return {
    get path() {
      return path;
    },
    preload,
    inFolder: (name) => join(path, name),
  };
}
