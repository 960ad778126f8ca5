/** The panel of the preview between a server and a page that may say anything. */
// Before all that asks for VS Code.
import '../support/fake-vscode.ts';
import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { reasons } from '../../client/src/preview/inquiry.ts';
import { registerPreview } from '../../client/src/preview/register.ts';
import { FakePanel, State, Uri, world } from '../support/fake-vscode.ts';

type Changed = (change: { newState: number }) => void;

const view = {
  version: 1,
  dialect: 'openchatml-2.2',
  messages: [],
  total: 0,
  before: 0,
  after: 0,
  hidden: 0,
  doubt: 0,
};

let answer: () => unknown;
let changed: Changed;
const asked: { textDocument: { uri: string }; debug: boolean; around: { line: number } }[] = [];

const client = {
  start: async () => {},
  code2ProtocolConverter: { asUri: String },
  onDidChangeState(listener: Changed) {
    changed = listener;
    return { dispose() {} };
  },
  async sendRequest(_: string, params: (typeof asked)[number]) {
    asked.push(params);
    return answer();
  },
};

const opened = (name: string) => {
  const uri = Uri.parse(`file:/${name}`);
  world.documents.push({ uri, languageId: 'ocml' });
  return uri;
};

let panel: FakePanel;
const types = () => panel.posted.map(({ type }) => type);
const last = () => panel.posted.at(-1);

/** Registers the preview anew, and shows a document in it. */
beforeEach(async () => {
  world.documents.length = 0;
  answer = () => view;
  registerPreview(
    { extensionUri: Uri.parse('file:/extension') } as unknown as Parameters<typeof registerPreview>[0],
    client as unknown as Parameters<typeof registerPreview>[1],
  );
  world.commands.get('ocml.showPreview')?.(opened('a.ocml'));
  panel = world.panels.at(-1) as FakePanel;
  panel.say({ type: 'ready' });
  await pause(5);
  panel.posted.length = 0;
  asked.length = 0;
});

suite('what has failed is said', () => {
  const after = async (next: () => unknown) => {
    answer = next;
    panel.say({ type: 'ready' });
    await pause(5);
    return last();
  };

  test('when the server answers nothing, or no view', async () => {
    for (const none of [null, undefined, 'x', { ...view, messages: [{}] }]) {
      assert.deepEqual(await after(() => none), { type: 'failure', reason: reasons.none });
    }
  });

  test('when the request fails', async () => {
    const failed = await after(() => Promise.reject(new Error('it is gone')));
    assert.deepEqual(failed, { type: 'failure', reason: reasons.thrown(new Error('it is gone')) });
    // A page that comes back is not given what was true before.
    panel.posted.length = 0;
    await after(() => Promise.reject(new Error('it is gone')));
    assert.deepEqual(types(), ['failure']);
  });

  test('when the document is gone', async () => {
    world.documents.length = 0;
    assert.deepEqual(await after(() => view), { type: 'failure', reason: reasons.thrown('cannot open the file') });
  });

  test('when the server stops; when it is back, there is a view', async () => {
    changed({ newState: State.Stopped });
    assert.deepEqual(last(), { type: 'failure', reason: reasons.lost });
    changed({ newState: State.Starting });
    changed({ newState: State.Running });
    await pause(5);
    assert.ok(types().includes('view'));
  });
});

test('another document: what was shown goes at once', async () => {
  answer = () => new Promise(() => {});
  world.commands.get('ocml.showPreview')?.(opened('b.ocml'));
  await pause(5);
  assert.deepEqual(types(), ['waiting']);
  assert.equal(asked[0]?.textDocument.uri, 'file:/b.ocml');
});

test('what the page says is done only if it can be meant', async () => {
  for (const message of [
    undefined,
    null,
    'ready',
    { type: 'constructor' },
    { type: 'around', line: Number.NaN },
    { type: 'around', line: '1' },
    { type: 'debug', on: 'yes' },
    { type: 'reveal' },
    { type: 'reveal', position: { line: -1, character: 0 } },
    { type: 'reveal', position: { line: 0, character: Number.POSITIVE_INFINITY } },
    { type: 'open', uri: 'file:/etc/passwd' },
  ]) {
    panel.say(message);
  }
  await pause(5);
  assert.deepEqual([asked, panel.posted, world.revealed], [[], [], []]);
  panel.say({ type: 'around', line: 7 });
  panel.say({ type: 'debug', on: true });
  panel.say({ type: 'reveal', position: { line: 1, character: 2 } });
  await pause(5);
  assert.deepEqual([asked.at(-1)?.around.line, asked.at(-1)?.debug, world.revealed.length], [7, true, 1]);
});

suite('a page that comes back with the window', () => {
  const comesBack = async (state: unknown) => {
    registerPreview(
      { extensionUri: Uri.parse('file:/extension') } as unknown as Parameters<typeof registerPreview>[0],
      client as unknown as Parameters<typeof registerPreview>[1],
    );
    const back = new FakePanel();
    await world.serializer?.deserializeWebviewPanel(back, state);
    return !back.isDisposed;
  };

  test('is of a document', async () => {
    for (const uri of ['file:/a.ocml', 'untitled:a', 'vscode-remote:/a.ocml', 'vscode-vfs:/a.ocml', 'memfs:/a.ocml']) {
      assert.ok(await comesBack({ uri }), uri);
    }
  });

  test('or is closed', async () => {
    const uris = [
      'https://attack.example/',
      'command:workbench.action.quit',
      'javascript:1',
      'data:,x',
      'vscode:x',
      'a',
      '',
    ];
    for (const state of [...uris.map((uri) => ({ uri })), undefined, null, 'x', [], {}, { uri: 1 }, { uri: null }]) {
      assert.ok(!(await comesBack(state)), JSON.stringify(state));
    }
  });
});

test('a command takes a document or nothing', () => {
  const count = world.panels.length;
  for (const given of [{ scheme: 'file', path: '/x' }, 'file:/x', null, 1]) {
    world.commands.get('ocml.showPreview')?.(given);
  }
  assert.equal(world.panels.length, count);
  assert.deepEqual(panel.posted, []);
});
