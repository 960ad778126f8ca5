/** The number of tokens that the status bar shows while a user types. */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTokenFigure } from '../../client/src/status/token-figure.ts';
import { vscode } from '../support/fake-vscode.ts';

test('the last figure stays until the next one, nothing turns, and another document has none of it', async () => {
  const item = { busy: false, text: '', selector: [] as unknown, dispose() {} };
  const states: boolean[] = [];
  const languages = {
    createLanguageStatusItem: () =>
      new Proxy(item, {
        set(target, key, value) {
          if (key === 'busy') states.push(value);
          return Reflect.set(target, key, value);
        },
      }),
  };
  Object.assign(vscode, { LanguageStatusSeverity: { Information: 0, Warning: 1 } });
  Object.assign(vscode.languages, languages);
  let total = 0;
  const client = {
    code2ProtocolConverter: { asUri: String },
    sendRequest: async () => ({ encoding: 'o200k', total: ++total + 10, estimated: false, channels: [] }),
  };
  const figure = createTokenFigure(client as never, 5);
  const selector = [{ language: 'ocml' }];
  const first = { uri: 'a' } as never;
  figure.show(first, selector);
  assert.deepEqual(item.selector, []);
  await pause(30);
  assert.deepEqual([item.text, item.selector], ['11 tokens', selector]);
  for (let i = 0; i < 3; i++) {
    figure.show(first, selector);
    assert.deepEqual([item.text, item.selector], ['11 tokens', selector]);
  }
  await pause(30);
  assert.equal(item.text, '12 tokens');
  figure.show({ uri: 'b' } as never, selector);
  assert.deepEqual(item.selector, []);
  figure.show(undefined, []);
  await pause(30);
  assert.deepEqual(item.selector, []);
  assert.ok(!states.includes(true));
  figure.dispose();
});
