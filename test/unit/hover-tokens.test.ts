/** The line about tokens in a hover while a vocabulary is still loading. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openDocument } from '../../server/src/documents/document.ts';
import { defaults } from '../../server/src/lsp/settings.ts';
import { createTokens } from '../../server/src/lsp/tokens/token-answers.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const said = { contents: { kind: 'markdown', value: 'A role.' } } as const;
const start = { line: 0, character: 10 };

test('a hover waits for a vocabulary once; others do not until it is there, and then they have its count', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const answers: ((counts: unknown) => void)[] = [];
  const ask = () => new Promise<unknown>((resolve) => answers.push(resolve));
  const document = new Transcript('file:///a.harmony', 'ocml', 0, '<|start|>user<|message|>Hi<|end|>');
  const tokens = createTokens({
    get: () => document,
    settingsOf: () => defaults,
    folders: async () => [],
    workshop: { ask: ask as <Result>() => Promise<Result | undefined>, cancel() {} },
  });
  const hover = () => tokens.hover(document, start, said);

  let first: unknown;
  hover().then((hover) => {
    first = hover;
  });
  await setImmediate();
  assert.equal(first, undefined, 'it waits');
  mock.timers.tick(100);
  await setImmediate();
  assert.equal(first, said);

  // The clock is stopped, so a hover that waited would never return.
  assert.equal(await Promise.race([hover(), setImmediate('still waiting')]), said);
  assert.equal(answers.length, 1);

  answers[0]?.([7]);
  await setImmediate();
  const later = await hover();
  assert.match((later.contents as { value: string }).value, /\*\*7 tokens\*\* in this message · o200k_harmony$/);
});

test('a data set that a thread has no room for is not counted, and that is said', async () => {
  const document = openDocument('file:///a.messages.json', 'json', 0, `[${' '.repeat(50_000_000)}]`, undefined);
  const tokens = createTokens({
    get: () => document,
    settingsOf: () => defaults,
    folders: async () => [],
    workshop: { ask: () => assert.fail('it was asked'), cancel() {} },
  });
  const answer = await tokens.answer(document, { textDocument: document }, () => false);
  assert.match(answer?.error ?? '', /^Tokens are not counted in data sets larger than 50 MB: use `ocml tokens`\.$/);
});
