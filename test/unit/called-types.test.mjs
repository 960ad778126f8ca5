// The server's bundle replaces `vscode-languageserver-types` with a file of ours. The file has every function of that package that is
// called, and its functions return the same results.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundled } from '../../scripts/bundled.mjs';
import { root } from '../../scripts/paths.mjs';

const require = createRequire(import.meta.url);
const ours = await bundled('called-types', "export * from './lsp/called-types.ts';");
const theirs = require('vscode-languageserver-types');

/** The names of the functions, such as `integer.is`, that `vscode-languageserver` and `vscode-languageserver-protocol` call. */
const calls = new Set(
  ['vscode-languageserver', 'vscode-languageserver-protocol'].flatMap((name) => {
    const folder = join(root, 'node_modules', name, 'lib');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .flatMap(
        (file) => readFileSync(join(folder, file), 'utf8').match(/(?<=languageserver_types_1\.)\w+\.\w+/g) ?? [],
      );
  }),
);

const values = [
  ...[undefined, null, true, '', 'a', 'file:///a', -1, 0, 1, 1.5, NaN, Infinity],
  ...[
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    -(2 ** 31) - 1,
    [],
    {},
    { uri: 'a' },
    { uri: 'a', name: 'b' },
    { uri: 1, name: 'b' },
  ],
];

test('everything that is called is there, and gives the same answers', () => {
  assert.ok(calls.size > 3, [...calls].join());
  for (const call of calls) {
    const [name = '', method = ''] = call.split('.');
    assert.equal(typeof ours[name]?.[method], 'function', call);
    for (const value of values)
      assert.equal(ours[name][method](value), theirs[name][method](value), `${call}(${JSON.stringify(value)})`);
  }
});
