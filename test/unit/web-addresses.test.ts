/** The server in a browser assigns paths to documents, whose URIs may have any scheme and host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOf, uriOfFile } from '../../server/src/files/web/addresses.ts';

for (const [uri, path] of [
  ['vscode-vfs://github/a/b.ocml', '/vscode-vfs/github/a/b.ocml'],
  ['vscode-test-web://mount/a%20b/%C3%A9.ocml', '/vscode-test-web/mount/a b/é.ocml'],
  ['file:///c%3A/a.ocml', '/file//c:/a.ocml'],
] as const) {
  test(`${uri} is ${path}, and back`, () => {
    assert.equal(pathOf(uri), path);
    assert.equal(pathOf(uriOfFile(path)), path);
  });
}

for (const uri of [
  'untitled:Untitled-1',
  'no address',
  'x:',
  'http://host/a/../b',
  'http://host/a/%2e%2E/b',
  'http://host/a%2Fb',
  'http://host/%E0%A4%A',
]) {
  test(`${uri} is not a file`, () => assert.equal(pathOf(uri), undefined));
}
