/** Tests _Open Agent Session…_ without a window: the list, the session that opens, and the message if there are no sessions. */
import '../support/fake-vscode.ts';

import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { registerAgentSessions } from '../../client/src/agent-sessions.ts';
import { registerAgentSessions as registerInBrowser } from '../../client/src/web/agent-sessions.ts';
import type { KeptSession } from '../../protocol/sessions.ts';
import { vscode, world } from '../support/fake-vscode.ts';

const session = (id: string, rest: Partial<KeptSession> = {}): KeptSession => ({
  ...{ agent: 'Claude Code', id, uri: `file:///logs/${id}.jsonl`, size: 4_000, changed: Date.now() - 7_200_000 },
  ...rest,
});

/** Runs the command with a server that lists these sessions. Returns the methods of the requests that were sent. */
async function run(sessions: readonly KeptSession[], older = 0): Promise<string[]> {
  const requests: string[] = [];
  const client = {
    start: async () => {},
    sendRequest: async (method: string) => {
      requests.push(method);
      return { sessions, older, folders: ['/home/a/.claude/projects', '/home/a/.codex/sessions'] };
    },
  };
  registerAgentSessions(client as never);
  await world.commands.get('ocml.openAgentSession')?.();
  return requests;
}

suite('Open Agent Session…', () => {
  beforeEach(() => {
    for (const list of [world.offered, world.run, world.revealed, world.told]) list.length = 0;
    vscode.workspace.isTrusted = true;
    world.pick = undefined;
  });

  test('lists sessions as the server does, by their first words, with agent, age, folder and size', async () => {
    await run([
      session('new', { words: 'Fix $(the) build', folder: '/home/ann/app' }),
      session('old', { agent: 'Codex', size: 3_400_000, changed: Date.now() - 50 * 3_600_000 }),
      session('oldest', { words: 'Hi', changed: Date.now() - 1_100 * 86_400_000 }),
    ]);
    assert.deepEqual(
      world.offered.map(({ label, detail }) => [label, detail]),
      [
        ['Fix $\u200B(the) build', 'Claude Code · 2 hours ago · /home/ann/app · 4 KB'],
        ['(no user message yet)', 'Codex · 2 days ago · 3.4 MB'],
        ['Hi', 'Claude Code · 3 years ago · 4 KB'],
      ],
    );
    // Nothing was chosen, so no command ran and nothing was shown.
    assert.deepEqual([world.run, world.revealed, world.told], [[], [], []]);
  });

  test('opens one in the preview, beside its log', async () => {
    world.pick = 'Hi';
    await run([session('a', { words: 'Hello' }), session('b', { words: 'Hi' })]);
    assert.deepEqual(world.revealed.map(String), ['file:///logs/b.jsonl']);
    assert.deepEqual(world.run, ['ocml.showPreviewToSide file:///logs/b.jsonl']);
  });

  test('shows a long one without its log, and one that is too long for the preview as a data set', async () => {
    world.pick = 'Hi';
    await run([session('a', { words: 'Hi', size: 90_000_000 })]);
    await run([session('b', { words: 'Hi', size: 300_000_000 })]);
    assert.deepEqual(world.revealed, []);
    assert.deepEqual(world.run, ['ocml.showPreview file:///logs/a.jsonl', 'ocml.openDataSet file:///logs/b.jsonl']);
  });

  test('says where it has looked if there are none', async () => {
    await run([]);
    assert.deepEqual(world.told, [
      'No agent sessions were found in /home/a/.claude/projects, /home/a/.codex/sessions.',
    ]);
  });

  test('is off where the workspace is not trusted, and says why: nothing is requested', async () => {
    vscode.workspace.isTrusted = false;
    assert.deepEqual(await run([session('a', { words: 'Hi' })]), []);
    assert.match(
      world.told.join(),
      /^Agent sessions are listed only in trusted workspaces, because their logs are files/,
    );
  });

  test('is off in a browser, and says why', async () => {
    registerInBrowser({} as never);
    await world.commands.get('ocml.openAgentSession')?.();
    assert.match(world.told.join(), /VS Code in a browser cannot read\. Use VS Code for the desktop\.$/);
  });
});
