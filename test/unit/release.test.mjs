// A release sets the version in every file that contains the version, updates the changelog, and is refused if something is missing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/paths.mjs';
import { releasedChangelog, sectionOf } from '../../scripts/release/changelog.mjs';
import { isLater } from '../../scripts/release/checks.mjs';
import { withVersion } from '../../scripts/release/versions.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

test('what is unreleased becomes the section of the version, and an empty one begins', () => {
  const changelog = '# Changelog\n\nIntro.\n\n## Unreleased\n\n- New.\n\n## 0.1.0 – 2026-01-01\n\n- Old.\n';
  const released = releasedChangelog(changelog, '0.2.0', '2026-02-03');
  assert.equal(
    released,
    '# Changelog\n\nIntro.\n\n## Unreleased\n\n## 0.2.0 – 2026-02-03\n\n- New.\n\n## 0.1.0 – 2026-01-01\n\n- Old.\n',
  );
  assert.equal(sectionOf(released, '0.2.0').trim(), '- New.');
  assert.equal(sectionOf(released, 'Unreleased').trim(), '');
  assert.equal(sectionOf(released, '0.2'), '', 'a part of a version is another one');
});

test('a release needs entries, and is made once', () => {
  assert.throws(
    () => releasedChangelog('# Changelog\n\n## Unreleased\n\n## 0.1.0 – x\n', '0.2.0', 'x'),
    /no unreleased entry/,
  );
  assert.throws(
    () => releasedChangelog('# Changelog\n\n## Unreleased\n\n- a\n\n## 0.2.0 – x\n', '0.2.0', 'x'),
    /already/,
  );
  assert.throws(() => releasedChangelog('# Changelog\n', '0.2.0', 'x'), /no section/);
});

test('the changelog of this tree can be released', () => {
  assert.match(releasedChangelog(read('CHANGELOG.md'), '99.0.0', '2099-01-01'), /^## 99\.0\.0 – 2099-01-01$/m);
});

/** Whether a line contains the version. Manifests have one such line, and documents have lines that people copy or run. */
const isVersionLine = (path, line) =>
  path.endsWith('.json')
    ? line.trim() === '"version": "99.0.0",'
    : /(?:\bopenchatml[@-]|\bv|version(?:__)? = ")99\.0\.0\b/.test(line);

test('the version changes in each manifest and in the lock file, and nothing else does', () => {
  const files = withVersion('99.0.0', read);
  for (const [path, text] of Object.entries(files)) {
    const [before, after] = [read(path).split('\n'), text.split('\n')];
    assert.equal(after.length, before.length, path);
    const changed = after.filter((line, i) => line !== before[i]);
    assert.ok(changed.length > 0 && changed.every((line) => isVersionLine(path, line)), path);
  }
  assert.equal(files['package-lock.json'].match(/"version": "99\.0\.0"/g).length, 4);
});

test('versions are compared by number', () => {
  assert.ok(isLater('0.10.0', '0.9.9') && isLater('1.0.0', '0.99.0') && isLater('0.1.1', '0.1.0'));
  for (const [version, than] of [
    ['0.1.0', '0.1.0'],
    ['0.1.0', '0.2.0'],
    ['1.0', '0.1.0'],
    ['1.0.0-rc', '0.1.0'],
  ]) {
    assert.ok(!isLater(version, than), `${version} after ${than}`);
  }
});
