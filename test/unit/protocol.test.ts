/** The methods between client and server are in one list, in `protocol/`, and on the page for other clients. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { root } from '../support/root.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/interfaces.md');
const list = read('protocol/requests.ts');
const methods = new Set(Array.from(list.matchAll(/^ {2}'(ocml\/\w+)'/gm), ([, method = '']) => method));

/** The server uses this method internally for requests that arrive at the wrong time. No client sends it. */
const internal = 'ocml/refused';

suite('methods', () => {
  test('each that is sent or served is in the list', () => {
    const files = ['client/src', 'server/src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, file)),
    );
    const used = new Set(
      files.flatMap((file) => Array.from(read(file).matchAll(/'(ocml\/\w+)'/g), ([, name]) => name)),
    );
    used.delete(internal);
    assert.deepEqual([...used].sort(), [...methods].sort());
  });

  test('each is on the page', () => {
    assert.deepEqual(
      [...methods].filter((method) => !page.includes(`\`${method}\``)),
      [],
    );
  });
});

suite('what is asked and answered is on the page', () => {
  for (const file of readdirSync(join(root, 'protocol')).filter(
    (name) => !/^(?:places|requests|allowed-elements|image-size)\.ts$/.test(name),
  ))
    test(file, () => {
      const members = Array.from(read(`protocol/${file}`).matchAll(/^ {2}readonly (\w+)\??:/gm), ([, name]) => name);
      assert.ok(members.length > 0);
      assert.deepEqual(
        members.filter((name) => !new RegExp(`\`(?:\\{[^\`]*\\b)?${name}\\b[^\`]*\``).test(page)),
        [],
      );
    });
});
