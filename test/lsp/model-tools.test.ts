/** `ocml/callTool` does not trust what a model sends. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { ToolOutcome } from '../../protocol/tools.ts';
import { start } from './client.ts';

const harmony =
  '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>SECRET<|end|>' +
  '<|start|>assistant<|channel|>finl<|message|>Hello<|return|>';

test('a tool reads a text or a file of the folders, and refuses the rest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-tools-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(folder, 'outside.harmony'), 'OUTSIDE');
  writeFileSync(join(data, 'a.harmony'), harmony);
  symlinkSync(join(folder, 'outside.harmony'), join(data, 'link.harmony'));
  const client = await start();
  const folders = [pathToFileURL(data).href];
  const call = (name: unknown, given: unknown, more: object = {}) =>
    client.connection.sendRequest<ToolOutcome | null>('ocml/callTool', { name, arguments: given, folders, ...more });
  try {
    for (const given of [{ text: harmony }, { file: 'a.harmony' }]) {
      const answer = await call('check', given);
      assert.equal(answer?.isError, false);
      assert.match(JSON.stringify(answer.result), /E-PARSE-HEADER/);
    }
    assert.doesNotMatch(JSON.stringify(await call('user_view', { text: harmony })), /SECRET/);
    assert.match(JSON.stringify(await call('user_view', { text: harmony, hidden: true })), /SECRET/);

    const refused: readonly [unknown, unknown, RegExp, object?][] = [
      ['erase', {}, /There is no tool/],
      ['__proto__', {}, /There is no tool/],
      [undefined, {}, /There is no tool/],
      ['check', { text: 1 }, /arguments are invalid at #\/text/],
      ['check', { text: '', evil: true }, /arguments are invalid/],
      ['check', [], /arguments are invalid/],
      ['check', {}, /either `text` or `file`/],
      ['check', { file: '../outside.harmony' }, /is outside the folders given/],
      ['check', { file: 'link.harmony' }, /is outside the folders given/],
      ['check', { file: 'a.harmony' }, /cannot be read/, { folders: [] }],
      ['check', { text: '' }, /workspace folder does not exist/, { folders: ['file:///nowhere/at/all'] }],
      ['check', { file: 'a.harmony' }, /cannot be read/, { folders: ['untitled:a', 7, 'file://other/x'] }],
    ];
    for (const [name, given, why, more] of refused) {
      const answer = await call(name, given, more);
      assert.equal(answer?.isError, true, JSON.stringify([name, given]));
      assert.match(String(answer.result.error), why);
    }
    // Missing parameters must not make the request fail either.
    assert.equal((await client.connection.sendRequest<ToolOutcome | null>('ocml/callTool', null))?.isError, true);
  } finally {
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
