/** The panel of the preview, which communicates with a server and with a page that may send any message. */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { reasons } from '../../client/src/preview/latest-request.ts';
import { registerPreview } from '../../client/src/preview/register.ts';
import { FakePanel, State, Uri, vscode, world } from '../support/fake-vscode.ts';

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
  faulty: 0,
  left: 0,
  facets: { roles: [], channels: [], tools: [] },
};

let answer: () => unknown;
let changed: Changed;
const asked: { textDocument: { uri: string }; debug: boolean; around: { line: number } }[] = [];

const client = {
  start: async () => {},
  isRunning: () => true,
  async sendNotification(method: string, params: { training?: unknown }) {
    notifications.push([method, params]);
  },
  code2ProtocolConverter: { asUri: String },
  onDidChangeState(listener: Changed) {
    changed = listener;
    return { dispose() {} };
  },
  async sendRequest(method: string, params: (typeof asked)[number]) {
    asked.push(params);
    methods.push(method);
    return answer();
  },
};

const opened = (name: string) => {
  const uri = Uri.parse(`file:/${name}`);
  world.documents.push({ uri, languageId: 'ocml' });
  return uri;
};

const methods: string[] = [];
const notifications: [method: string, params: { training?: unknown }][] = [];
const remembered = new Map<string, unknown>();
const memento = {
  get: (key: string) => remembered.get(key),
  update: async (key: string, value: unknown) => remembered.set(key, value),
};
let panel: FakePanel;
const types = () => panel.posted.map(({ type }) => type);
const last = () => panel.posted.at(-1);

/** Registers the preview again, and shows a document in it. */
beforeEach(async () => {
  world.documents.length = 0;
  answer = () => view;
  registerPreview(
    { extensionUri: Uri.parse('file:/extension'), workspaceState: memento } as unknown as Parameters<
      typeof registerPreview
    >[0],
    client as unknown as Parameters<typeof registerPreview>[1],
  );
  world.commands.get('ocml.showPreview')?.(opened('a.ocml'));
  panel = world.panels.at(-1) as FakePanel;
  panel.say({ type: 'ready' });
  await pause(5);
  panel.posted.length = 0;
  asked.length = 0;
});
/** A preview that reads a file would keep the process alive. */
afterEach(() => {
  for (const one of world.panels.splice(0)) one.dispose();
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
    // A page that is shown again does not receive an outdated view.
    panel.posted.length = 0;
    await after(() => Promise.reject(new Error('it is gone')));
    assert.deepEqual(types(), ['failure']);
  });

  test('when the document is gone', async () => {
    world.documents.length = 0;
    await after(() => view);
    for (let i = 0; i < 100 && last()?.type !== 'failure'; i++) await pause(10);
    assert.match(last()?.reason ?? '', /^The file a\.ocml no longer exists/);
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

test('the page of a rule is opened by its name, and by no other word', async () => {
  world.run.length = 0;
  for (const code of ['../x', 'a b', '', 'call-id-unmatched']) panel.say({ type: 'rule', code });
  await pause(5);
  assert.deepEqual(world.run, ['vscode.open ocml-rule:/call-id-unmatched.md']);
});

test('a problem that cannot be fixed from here is shown in the editor, with what can be done', async () => {
  [world.run.length, world.revealed.length] = [0, 0];
  panel.say({ type: 'fix', code: 'call-id-unmatched', position: { line: 2, character: 0 } });
  await pause(10);
  assert.equal(world.revealed.length, 2);
  assert.deepEqual(world.run.at(-1), 'editor.action.quickFix');
  world.revealed.length = 0;
});

test('what the page says is done only if it can be meant', async () => {
  for (const message of [
    undefined,
    null,
    'ready',
    { type: 'constructor' },
    { type: 'around', position: { line: Number.NaN, character: 0 } },
    { type: 'around', line: 1 },
    { type: 'mode', mode: 'debug' },
    { type: 'scrolled', position: { line: 1 } },
    { type: 'copy', position: null },
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
  panel.say({ type: 'around', position: { line: 7, character: 0 } });
  panel.say({ type: 'debug', on: true });
  panel.say({ type: 'reveal', position: { line: 1, character: 2 } });
  await pause(5);
  assert.deepEqual([asked.at(-1)?.around.line, asked.at(-1)?.debug, world.revealed.length], [7, true, 1]);
});

test('what the model goes on from is asked for on request, and not of the next document unasked', async () => {
  panel.say({ type: 'mode', mode: 'model' });
  await pause(5);
  assert.equal(methods.at(-1), 'ocml/modelView');
  assert.deepEqual(types().at(-1), 'view');
  panel.say({ type: 'mode', mode: 'user' });
  await pause(5);
  assert.equal(methods.at(-1), 'ocml/userView');
});

test('what is copied is what the page shows', async () => {
  const start = { line: 3, character: 1 };
  const message = { index: 0, text: 'shown', html: '', range: { start, end: start }, hidden: false, complete: true };
  answer = () => ({ ...view, messages: [message] });
  panel.say({ type: 'ready' });
  await pause(5);
  panel.say({ type: 'copy', position: { line: 3, character: 0 } });
  assert.equal(world.clipboard, '');
  panel.say({ type: 'copy', position: start });
  await pause(5);
  assert.equal(world.clipboard, 'shown');
});

suite('a prompt', () => {
  const text = 'word '.repeat(3);
  const prompt = (more = {}) => ({
    ...{ version: 1, template: 'chatml', dropped: [], notes: [], row: 4 },
    stretches: [{ text, kind: 'message' }],
    ...more,
  });
  beforeEach(async () => {
    answer = () => prompt();
    world.commands.get('ocml.showPrompt')?.('chatml');
    await pause(10);
    [asked.length, methods.length] = [0, 0];
    world.written.clear();
    world.saves = true;
  });

  test('is saved as a whole, unless the user thinks better of it', async () => {
    answer = () => prompt({ stretches: [{ text: text.repeat(2), kind: 'message' }] });
    panel.say({ type: 'export' });
    await pause(10);
    assert.deepEqual([...world.written], [['/a.prompt.txt', text.repeat(2)]]);
    const { whole, side } = asked.at(-1) as unknown as { whole: boolean; side: string };
    assert.deepEqual([methods.at(-1), whole, side], ['ocml/prompt', true, 'export']);
    world.written.clear();
    world.saves = false;
    panel.say({ type: 'export' });
    await pause(10);
    assert.equal(world.written.size, 0);
  });

  test('that cannot be rendered is not saved, and the reason is said', async () => {
    for (const wrong of [null, prompt({ stretches: [], error: 'No user.' })]) {
      world.told.length = 0;
      answer = () => wrong;
      panel.say({ type: 'export' });
      await pause(10);
      assert.equal(world.written.size, 0);
      assert.match(world.told.join(), /could not be saved: (?:No user\.|the language server could not render)/);
    }
  });
});

test('a locked preview stays with its document; the other one moves on', async () => {
  world.commands.get('ocml.showLockedPreviewToSide')?.(opened('locked.ocml'));
  const locked = world.panels.at(-1) as FakePanel;
  assert.notEqual(locked, panel);
  assert.equal(locked.title, '[Preview locked.ocml]');
  world.commands.get('ocml.showPreview')?.(opened('next.ocml'));
  assert.deepEqual([panel.title, locked.title], ['Preview next.ocml', '[Preview locked.ocml]']);
  // Locking the preview of `next.ocml` unlocks the other preview.
  locked.active = true;
  world.commands.get('ocml.togglePreviewLock')?.();
  assert.deepEqual([panel.title, locked.title], ['[Preview next.ocml]', 'Preview locked.ocml']);
  locked.active = false;
});

suite('a page that comes back with the window', () => {
  const comesBack = async (state: unknown) => {
    registerPreview(
      { extensionUri: Uri.parse('file:/extension') } as unknown as Parameters<typeof registerPreview>[0],
      client as unknown as Parameters<typeof registerPreview>[1],
    );
    const back = new FakePanel();
    await world.serializer?.deserializeWebviewPanel(back, state);
    const isThere = !back.isDisposed;
    back.dispose();
    return isThere;
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

suite('what a trainer trains', () => {
  const choice = { trainer: 'trl', tokenizer: '/model' };
  const training = {
    ...{ version: 1, sequences: [], notes: [] },
    setting: { ...choice, template: 'x.jinja', options: [] },
    findings: [{ code: 'mask-stop', severity: 'warning', message: 'x', position: { line: 1, character: 4 } }],
    row: { number: 2, count: 3, range: { start: { line: 1, character: 0 }, end: { line: 1, character: 9 } } },
  };
  const open = async () => {
    answer = () => training;
    await world.commands.get('ocml.showTraining')?.(choice);
    await pause(10);
  };

  test('is asked for as it was chosen, told to the server, and comes back with the window and for the next document', async () => {
    remembered.clear();
    notifications.length = 0;
    await open();
    assert.equal(methods.at(-1), 'ocml/training');
    assert.deepEqual(last(), { type: 'training', training, debug: false, uri: 'file:/a.ocml' });
    const { trainer, tokenizer, side } = asked.at(-1) as unknown as Record<string, unknown>;
    assert.deepEqual([trainer, tokenizer, side], ['trl', '/model', 'preview']);
    const told = () => notifications.filter(([method]) => method === 'ocml/chooseTraining').at(-1)?.[1].training;
    assert.deepEqual(told(), choice);
    const kept = panel.posted.findLast(({ type }) => type === 'keep') as unknown as { state: object };
    assert.deepEqual((kept.state as { training?: unknown }).training, choice);
    panel.say({ type: 'mode', mode: 'user' });
    answer = () => view;
    await pause(10);
    assert.equal(told(), null);
    assert.equal(last()?.type, 'view');
    answer = () => training;
    panel.say({ type: 'training' });
    await pause(10);
    assert.deepEqual(told(), choice);
  });

  test('not in a workspace that is not trusted', async () => {
    vscode.workspace.isTrusted = false;
    world.told.length = 0;
    await open();
    vscode.workspace.isTrusted = true;
    assert.match(world.told[0] ?? '', /trusted/);
    assert.notEqual(methods.at(-1), 'ocml/training');
  });

  test('its findings: the server is asked for the next one, from the row on the page', async () => {
    await open();
    let found: object | null = { position: { line: 2, character: 3 } };
    answer = () => (methods.at(-1) === 'ocml/nextTrainingFinding' ? found : training);
    const revealed = async (step: number, inRows: boolean) => {
      world.revealed.length = 0;
      panel.say({ type: 'problem', step, inRows });
      await pause(5);
      const { textDocument, debug, ...rest } = asked.at(-1) as object as Record<string, unknown>;
      assert.deepEqual(rest, { ...choice, position: { line: 1, character: 0 }, step, inRows });
      return world.revealed.length;
    };
    assert.equal(await revealed(1, true), 1);
    assert.equal(await revealed(-1, false), 1);
    for (const none of [{}, { error: 'x' }, null]) {
      found = none;
      assert.equal(await revealed(1, true), 0);
    }
  });
});
