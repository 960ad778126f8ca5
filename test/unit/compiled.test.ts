/** Node's compiled code of the server is cached for one version of the extension, in the storage of the extension. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { keepingCompiled, removeOtherVersions } from '../../client/src/compiled.ts';

const storage = mkdtempSync(join(tmpdir(), 'ocml-compiled-'));
after(() => rmSync(storage, { recursive: true, force: true }));

test('what is kept is of one version; what the user has set stays', () => {
  const folder = join(storage, 'compiled', '1.2.0');
  assert.deepEqual(keepingCompiled(storage, '1.2.0', {}), { NODE_COMPILE_CACHE: folder });
  assert.deepEqual(keepingCompiled(storage, '1.2.0', { NODE_COMPILE_CACHE: '/mine' }), { NODE_COMPILE_CACHE: '/mine' });
});

test('other versions are removed, and nothing else', async () => {
  for (const version of ['1.1.0', '1.2.0']) {
    mkdirSync(join(storage, 'compiled', version, 'v22'), { recursive: true });
    writeFileSync(join(storage, 'compiled', version, 'v22', 'code'), 'x');
  }
  writeFileSync(join(storage, 'other.json'), '{}');
  await removeOtherVersions(storage, '1.2.0');
  assert.deepEqual(readdirSync(join(storage, 'compiled')), ['1.2.0']);
  assert.ok(existsSync(join(storage, 'compiled', '1.2.0', 'v22', 'code')) && existsSync(join(storage, 'other.json')));
});

test('without the storage nothing fails', async () => {
  await removeOtherVersions(join(storage, 'none'), '1.2.0');
});
