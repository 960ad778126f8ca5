// ThirdPartyNotices.txt is complete, and a package whose license does not allow shipping is refused.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  bundledPackages,
  missingNotices,
  packageFolder,
  packageTitle,
  thirdPartyNotices,
} from '../../scripts/generate/notices.mjs';
import { root } from '../../scripts/paths.mjs';

const tracked = readFileSync(join(root, 'ThirdPartyNotices.txt'), 'utf8');
const bundled = [...new Set((await bundledPackages()).map(packageTitle))];

const folder = mkdtempSync(join(tmpdir(), 'ocml-notices-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a package, and returns its folder. */
function fakePackage(manifest, files = { LICENSE: 'Copyright (c) 2026 Ann\n\nDo as you like.' }) {
  const path = mkdtempSync(join(folder, 'package-'));
  mkdirSync(path, { recursive: true });
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ name: 'a', version: '1.0.0', license: 'MIT', ...manifest }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}
const problemsOf = (...args) => thirdPartyNotices([fakePackage(...args)]).problems;

test('every bundled package has its notice, and one that is taken out is missed', () => {
  assert.ok(bundled.length > 20, `${bundled.length} packages`);
  assert.deepEqual(missingNotices(tracked, bundled), []);
  const sections = tracked.split(/^(?=={80}\n\S+ \S+\n)/m);
  assert.equal(sections.length, bundled.length + 1);
  sections.forEach((section, i) => {
    if (i === 0) return;
    const [, title] = section.split('\n');
    assert.deepEqual(missingNotices(sections.toSpliced(i, 1).join(''), bundled), [title]);
    const withoutText = `${section.split('\n').slice(0, 5).join('\n')}\n`;
    assert.deepEqual(missingNotices(sections.toSpliced(i, 1, withoutText).join(''), bundled), [title]);
  });
});

test('the version counts', () => {
  const { text } = thirdPartyNotices([fakePackage({})]);
  assert.deepEqual(missingNotices(text, ['a 1.0.0']), []);
  assert.deepEqual(missingNotices(text, ['a 1.0.1', 'b 1.0.0']), ['a 1.0.1', 'b 1.0.0']);
});

test('a package without a licence file, with another licence or without a holder is refused', () => {
  assert.deepEqual(problemsOf({}), []);
  assert.match(problemsOf({}, {}).join(), /^a 1\.0\.0: it has no licence file\./);
  for (const license of ['GPL-3.0-only', 'UNLICENSED', undefined, '(MIT OR GPL-2.0)', 'constructor']) {
    assert.match(problemsOf({ license }).join(), /^a 1\.0\.0: its licence, .*, is not one of .*MIT/, `${license}`);
  }
  assert.match(problemsOf({}, { LICENSE: 'Do as you like.' }).join(), /names no holder/);
  assert.deepEqual(problemsOf({ author: 'Ann <ann@a.example>' }, { LICENSE: 'Do as you like.' }), []);
  assert.deepEqual(problemsOf({ name: 'constructor' }), []);
  assert.match(problemsOf({ name: '@cfworker/json-schema' }).join(), /has a licence file now/);
});

test('the notice holds holders, licence and the notices that are passed on, alike on every platform', () => {
  const files = {
    'License.md': 'Copyright (c) 2026 Ann\r\n\r\nThe above copyright notice  \r\nstays.\r\n',
    'ThirdPartyNotices.txt': 'Copyright Bea',
    'README.md': 'Read me.',
  };
  const { text } = thirdPartyNotices([fakePackage({}, files), fakePackage({}, files)]);
  const line = '='.repeat(80);
  const section = `${line}\na 1.0.0\nLicence: MIT\nCopyright (c) 2026 Ann\n${line}\n
Copyright (c) 2026 Ann\n\nThe above copyright notice\nstays.\n\nCopyright Bea\n`;
  assert.equal(text.slice(text.indexOf(line)), section);
});

test('the package of a file', () => {
  assert.equal(packageFolder('server/src/lsp/main.ts'), undefined);
  assert.equal(packageFolder('node_modules/yaml/dist/index.js'), 'node_modules/yaml');
  assert.equal(packageFolder('..\\node_modules\\@a\\b\\c.js'), '../node_modules/@a/b');
  assert.equal(packageFolder('node_modules/a/node_modules/b/c.js'), 'node_modules/a/node_modules/b');
});
