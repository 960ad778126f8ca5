/** Following a file, from its bytes to the displayed status. The real code of the server reads the file, and the server may be lost. */
import '../support/fake-vscode.ts';

import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { Follower } from '../../client/src/follow/follower.ts';
import { sourceOf } from '../../client/src/follow/source.ts';
import type { Source, Stat } from '../../client/src/follow/tail.ts';
import { createDocuments } from '../../server/src/lsp/documents.ts';
import { createFollowed } from '../../server/src/lsp/followed.ts';
import { defaults } from '../../server/src/lsp/settings.ts';
import { Uri } from '../support/fake-vscode.ts';

interface Params {
  readonly textDocument: { readonly uri: string };
  readonly text: string;
  readonly languageId: string;
  readonly anew: boolean;
}

const words = { gone: 'The file no longer exists.', large: 'The file is larger than 256 MB.' };

/** Followers that a failing test does not stop would keep the process alive. */
const running: Follower[] = [];
after(() => {
  for (const follower of running) follower.stop();
});

const message = (text: string) => `<|start|>user<|message|>${text}<|end|>\n`;

/**
 * Starts to follow a file. The returned functions can change the file and lose the server. `claims` is added to the file size that is
 * reported.
 */
function following(text: string, claims = 0, disk?: Source) {
  let bytes: Buffer | undefined = Buffer.from(text);
  let changed = 0;
  const source: Source = disk ?? {
    pause: 20,
    stat: async (): Promise<Stat | undefined> =>
      bytes && { size: bytes.length + claims, changed, id: bytes === undefined ? '' : 'a' },
    read: async (from, length) => new Uint8Array(bytes?.subarray(from, from + length) ?? []),
  };
  let documents = createDocuments(() => defaults);
  let server = createFollowed(documents);
  let fed = 0;
  let atOnce = 0;
  const client = {
    start: async () => {},
    isRunning: () => true,
    sendNotification: async (_: string, { textDocument }: Params) => server.forget(textDocument.uri),
    sendRequest: async (_: string, { textDocument, text, languageId, anew }: Params) => {
      fed++;
      assert.equal(++atOnce, 1, 'the next piece waits for the answer to the one before');
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      return server.feed(textDocument.uri, text, anew ? languageId : undefined);
    },
  };
  const states: string[] = [];
  const follower = new Follower(client as never, {
    ...{ address: 'file:///a.harmony', name: 'a.harmony', languageId: 'ocml', source, words },
    changed: ({ state }) => void states.push(state),
  });
  running.push(follower);
  return {
    follower,
    states,
    fed: () => fed,
    text: () => documents.get(follower.uri)?.getText(),
    write(next: string | undefined) {
      bytes = next === undefined ? undefined : Buffer.from(next);
      changed++;
    },
    loseServer() {
      documents = createDocuments(() => defaults);
      server = createFollowed(documents);
    },
    /** Waits until a status matches `what`. */
    async said(what: RegExp) {
      for (let i = 0; i < 500 && !what.test(states.at(-1) ?? ''); i++) await new Promise((go) => setTimeout(go, 10));
      assert.match(states.at(-1) ?? '', what);
    },
  };
}

suite('a file that is followed', () => {
  test('grows, is cut off, deleted, and there again', async () => {
    const { follower, said, text, write } = following(message('One'));
    await said(/^Following this file: 1 KB\.$/);
    write(message('One') + message('Two').repeat(100));
    await said(/4 KB/);
    assert.equal(text(), message('One') + message('Two').repeat(100));
    write(message('Three'));
    await said(/At .*, the file was truncated\. It is shown from its beginning/);
    assert.equal(text(), message('Three'));
    write(undefined);
    await said(/no longer exists/);
    assert.equal(text(), message('Three'));
    write(message('Four'));
    await said(/the file was replaced by another file/);
    assert.equal(text(), message('Four'));
    follower.stop();
    assert.equal(text(), undefined);
  });

  test('on disk, it is read as soon as it is written, also after another has taken its name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'openchatml-follow-'));
    const path = join(folder, 'a.harmony');
    writeFileSync(path, message('One'));
    // The interval between checks is so long that only notifications of the file system count.
    const disk = { ...sourceOf(Uri.parse(`file:${path}`) as never), pause: 3_600_000 };
    const { follower, said, text } = following('', 0, disk);
    try {
      await said(/^Following this file: 1 KB\.$/);
      appendFileSync(path, message('Two').repeat(100));
      await said(/4 KB/);
      assert.equal(text(), message('One') + message('Two').repeat(100));
      writeFileSync(`${path}.new`, message('Three'));
      renameSync(`${path}.new`, path);
      await said(/the file was replaced by another file/);
      appendFileSync(path, message('Four').repeat(130));
      await said(/5 KB/);
      assert.equal(text(), message('Three') + message('Four').repeat(130));
    } finally {
      follower.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test('is told again to another server', async () => {
    const { follower, said, text, write, loseServer } = following(message('One'));
    await said(/1 KB/);
    loseServer();
    write(message('One') + message('Two').repeat(100));
    await said(/4 KB/);
    assert.equal(text(), message('One') + message('Two').repeat(100));
    loseServer();
    follower.restart();
    for (let i = 0; i < 500 && text() === undefined; i++) await new Promise((go) => setTimeout(go, 10));
    assert.equal(text(), message('One') + message('Two').repeat(100));
    follower.stop();
  });

  test('in pieces, of which a long file loses the first', async () => {
    const { follower, said, text, fed } = following(message('Some words of a user.').repeat(200_000));
    await said(/Following this file: 10\.\d MB\. Only the end is shown\. Earlier messages or lines omitted: [\d,]+\.$/);
    assert.ok(fed() > 8 && (text()?.length ?? 0) <= 4_000_000);
    assert.ok(follower.dropped > 100_000);
    follower.stop();
  });

  test('is not followed where it is too large, or one message of it is', async () => {
    const large = following('x', 300 * 1024 * 1024);
    await large.said(/larger than 256 MB/);
    assert.equal(large.follower.isRunning, false);
    const endless = following(`<|start|>user<|message|>${'words '.repeat(1_000_000)}`);
    await endless.said(/longer than 4 million characters/);
    assert.equal(endless.follower.isRunning, false);
    endless.follower.stop();
  });

  test('that cannot be read is said, and tried again; what is stopped says so and reads no more', async () => {
    const source: Source = {
      pause: 20,
      stat: () => Promise.reject(new Error('permission denied')),
      read: async () => new Uint8Array(),
    };
    const states: string[] = [];
    const follower = new Follower({ isRunning: () => false } as never, {
      ...{ address: 'file:///a', name: 'a', languageId: 'ocml', source, words },
      changed: ({ state }) => void states.push(state),
    });
    await new Promise((go) => setTimeout(go, 20));
    assert.deepEqual(states, ['The file cannot be read: permission denied.']);
    follower.finish('Stopped.');
    await new Promise((go) => setTimeout(go, 20));
    assert.deepEqual([states.at(-1), follower.isRunning], ['Stopped.', false]);
  });
});
