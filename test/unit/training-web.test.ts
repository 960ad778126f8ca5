/** In a browser, the training view is not available, and the user is told why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTrainingRoom } from '../../server/src/lsp/training/web/room.ts';

test('in a browser, the user is told where it can be shown', async () => {
  const uri = 'file:///a.messages.json';
  const ours = { uri, version: 3 };
  const documents = { get: (of: string) => (of === uri ? ours : undefined), isOurs: () => true };
  const room = createTrainingRoom({ documents } as unknown as Parameters<typeof createTrainingRoom>[0]);
  const ask = (of: string) => room.training({ textDocument: { uri: of }, trainer: 'trl' }, undefined as never);
  const { version, error, sequences } = (await ask(uri)) ?? {};
  assert.deepEqual([version, sequences], [3, []]);
  assert.match(error ?? '', /VS Code for the desktop, or by `ocml mask`/);
  assert.equal(await ask('file:///other'), null);
  assert.deepEqual(await room.trainers(), []);
  assert.equal(
    await room.nextFinding({ textDocument: { uri }, position: { line: 0, character: 0 }, step: 1 }, undefined as never),
    null,
  );
});
