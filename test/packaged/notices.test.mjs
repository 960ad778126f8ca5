// The packaged file contains a notice for every package whose code is in its bundles.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import JSZip from 'jszip';
import { missingNotices, packageFolder, packageTitle, sourcesOf } from '../../scripts/generate/notices.mjs';
import { vsix } from '../../scripts/package.mjs';
import { root } from '../../scripts/paths.mjs';

const { files } = await JSZip.loadAsync(readFileSync(vsix));
const shipped = Object.values(files).filter(({ dir, name }) => !dir && name.startsWith('extension/'));
const bundles = shipped.filter(({ name }) => /\/dist\/.*\.(?:js|css)$/.test(name));

/**
 * Returns the inputs of a bundle according to its source map. The notices were generated from data of the bundler, which is not used here.
 */
function inputsOf(bundle) {
  const map = `${bundle}.map`;
  assert.ok(existsSync(map), `${map}: tells what is in it`);
  return sourcesOf(map, readFileSync(map, 'utf8'));
}

test('a notice for every package in the bundles', async () => {
  const packages = new Set();
  for (const file of bundles) {
    const path = join(root, file.name.replace('extension/', ''));
    assert.equal(await file.async('string'), readFileSync(path, 'utf8'), `${path}: the build that is looked at`);
    for (const folder of inputsOf(path).map(packageFolder)) if (folder) packages.add(packageTitle(folder));
  }
  assert.ok(bundles.length > 10 && packages.size > 20, `${bundles.length} bundles of ${packages.size} packages`);
  const notices = files['extension/ThirdPartyNotices.txt'];
  assert.ok(notices, 'ThirdPartyNotices.txt is shipped');
  assert.deepEqual(missingNotices(await notices.async('string'), [...packages]), []);
});

test('code is in the bundles alone', () => {
  const others = shipped.filter((file) => /\.(?:[cm]?js|wasm|node)$/.test(file.name) && !bundles.includes(file));
  assert.deepEqual(
    others.map(({ name }) => name).filter((name) => !name.startsWith('extension/server/bin/')),
    [],
  );
});
