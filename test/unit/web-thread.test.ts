/** A worker thread of the server in a browser reports its failures to the requester. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';

const globals = globalThis as unknown as Record<string, unknown>;
const before = { Worker: globals.Worker, self: globals.self };
after(() => Object.assign(globals, before));

class FakeWorker {
  static last: FakeWorker | undefined;
  onmessage: unknown;
  onerror: ((event: { readonly message: string; preventDefault(): void }) => void) | undefined;
  constructor() {
    FakeWorker.last = this;
  }
  postMessage(): void {}
  terminate(): void {}
}

test('a worker that fails tells whoever asked, and is not an error of the server as well', async () => {
  globals.Worker = FakeWorker;
  globals.self = { serverFolder: 'http://localhost/server/' };
  // The module reads the folder of the server when it is loaded.
  const { threadOf } = await import('../../server/src/lsp/workshop/web/thread.ts');
  const failures: string[] = [];
  const thread = threadOf('templates-worker')(
    () => undefined,
    ({ message }) => void failures.push(message),
  );
  let isHandled = false;
  FakeWorker.last?.onerror?.({ message: 'It did not load.', preventDefault: () => void (isHandled = true) });
  thread.end();
  assert.deepEqual([failures, isHandled], [['It did not load.'], true]);
});
