/** `ocml check` of token ids, as servers log them. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { ocml } from '../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-ids-'));

async function check(name: string, text: string, ...options: string[]) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const { stdout, stderr, status } = await ocml(['check', ...options, file]);
  return { stdout: stdout.replaceAll(`${folder}/`, ''), stderr, status, left: readFileSync(file, 'utf8') };
}

/** The ids of `<|start|>user<|message|>q<|end|><|start|>assistant<|message|>Hello<|return|>`, an answer without a channel. */
const ids = '[200006, 1428, 200008, 80, 200007, 200006, 173781, 200008, 13225, 200002]';

suite('token ids', () => {
  for (const [name, text] of [
    ['ids.json', ids],
    ['ids.txt', ids.slice(1, -1).replaceAll(',', '')],
  ] as const)
    test(`in ${name}, a problem is at its ids`, async () => {
      const { stdout } = await check(name, text);
      const column = text.indexOf('173781') + 1;
      assert.match(stdout, new RegExp(`^${name}:1:${column}: warning answer-channel-missing`));
    });

  test('one list a line, each is checked on its own', async () => {
    const { stdout } = await check('ids.jsonl', `${ids}\n${ids}\n`);
    const column = ids.indexOf('173781') + 1;
    for (const line of [1, 2])
      assert.match(stdout, new RegExp(`^ids\\.jsonl:${line}:${column}: warning answer-channel-missing`, 'm'));
  });

  test('a token that is spelled out in a text is text', async () => {
    // In the body of the user's message, `<|end|>` is spelled in ordinary tokens.
    const { stdout } = await check('spelled.json', '[200006, 1428, 200008, 27, 91, 419, 91, 29, 200007]');
    assert.match(stdout, /^1 file: 0 errors, 0 warnings/);
  });

  test('numbers that are none stay what they are', async () => {
    const { stdout } = await check('numbers.json', '[1000, 2000, 3000]');
    assert.match(stdout, /json-shape-unknown/);
    assert.match((await check('high.json', '[200006, 999999]')).stdout, /json-shape-unknown/);
  });

  test('nothing is fixed', async () => {
    const { stderr, left } = await check('fix.json', ids, '--fix');
    assert.match(stderr, /token ids cannot be fixed; convert them to text first/);
    assert.equal(left, ids);
    const compared = await check('fix.json', ids, '--diff');
    assert.equal(compared.stderr, stderr);
    assert.deepEqual([compared.stdout, compared.left], ['', ids]);
    const clean = await check('clean.json', '[200006, 1428, 200008, 80, 200007]', '--diff');
    assert.deepEqual([clean.stdout, clean.stderr], ['', '']);
  });
});
