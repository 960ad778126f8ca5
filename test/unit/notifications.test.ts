/** Names of files and words of documents appear as plain text in notifications, even where VS Code would turn them into links and icons. */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { createIndicator } from '../../client/src/follow/indicator.ts';
import { asName, asText, pick, showError, showInformation, showWarning } from '../../client/src/notifications.ts';
import { saveExport } from '../../client/src/preview/export.ts';
import { createTokenFigure } from '../../client/src/status/token-figure.ts';
import { Uri, vscode, world } from '../support/fake-vscode.ts';
import { root } from '../support/root.ts';

const hostile = [
  '[run](command:workbench.action.terminal.new)',
  '[x](https://attack.example "y")',
  '$(flame) $(x)',
  '\u202egnp.exe\u2066',
  'two\r\nlines\u2028three',
  '\u0007\u001b[31m\u009b',
  '$($(flame)',
  '[a]](command:quit?%5B%5D)',
  `${'n'.repeat(1_000_000)}[x](command:quit)`,
];

/** Whether VS Code's `parseLinkedText` or `renderLabelWithIcons` would turn a part of the text into a link or an icon. */
const acts = (text: string) =>
  /\]\((?:https?:\/\/|command:|file:)|\$\([A-Za-z]/.test(text) ||
  /(?! )[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text) ||
  text.length > 2000;

const assertText = (text: string) => assert.ok(!acts(text), JSON.stringify(text.slice(0, 300)));

test('what is hostile acts, and what is told of it does not', () => {
  for (const text of hostile) {
    assert.ok(acts(text));
    assertText(asText(text));
    assertText(asName(text));
    assertText(`[${asName(text)}](${asName(text)})`.replace('](', ''));
  }
  for (const usual of ['trip.ocml', 'Größe (2) [alt].json', 'a $ (b) 👩‍👩‍👧', 'שלום', '$5 (five)'])
    assert.deepEqual([asText(usual), asName(usual)], [usual, usual]);
});

suite('in VS Code', () => {
  test('notifications', async () => {
    world.told.length = 0;
    for (const tell of [showInformation, showWarning, showError])
      for (const text of hostile) await tell(`Saved ${text}`);
    assert.equal(world.told.length, 3 * hostile.length);
    world.told.forEach(assertText);
  });

  test('lists to choose from; what was chosen is what was given', async (t) => {
    const items = hostile.map((text) => ({ label: text, description: text, value: text }));
    let shown: { label: string; description: string }[] = [];
    t.mock.method(vscode.window, 'showQuickPick', async (all: readonly { label: string }[]) => {
      shown = all as typeof shown;
      return all[2];
    });
    assert.equal(await pick(items, {}), items[2]);
    for (const { label, description } of shown) for (const text of [label, description]) assertText(text);
  });

  test('the language status: channels are what a document says', async () => {
    const item = { name: '', text: '', detail: '', dispose() {} };
    Object.assign(vscode, { LanguageStatusSeverity: { Information: 0, Warning: 1 } });
    Object.assign(vscode.languages, { createLanguageStatusItem: () => item });
    for (const name of hostile) {
      const tokens = { encoding: 'o200k', total: 2, estimated: false, channels: [{ name, tokens: 2 }] };
      const client = { code2ProtocolConverter: { asUri: String }, sendRequest: async () => tokens };
      const figure = createTokenFigure(client as unknown as Parameters<typeof createTokenFigure>[0], 0);
      figure.show({ uri: Uri.parse('file:/a.ocml') } as unknown as Parameters<typeof figure.show>[0], []);
      await new Promise((resolve) => setTimeout(resolve, 5));
      assert.match(item.detail, /^o200k · .* 2$/);
      assertText(item.detail);
      figure.dispose();
    }
  });

  test('the status bar: names of files that are followed', (t) => {
    const item = { text: '', tooltip: '', show() {}, hide() {}, dispose() {} };
    Object.assign(vscode, { StatusBarAlignment: { Left: 1 } });
    Object.assign(vscode.window, { createStatusBarItem: () => item });
    t.mock.method(vscode.commands, 'executeCommand', async () => {});
    for (const name of hostile) {
      const follower = { followed: { name }, state: '', isRunning: true };
      createIndicator().heard(follower as unknown as Parameters<ReturnType<typeof createIndicator>['heard']>[0]);
      assertText(item.text.replace(/^\$\(eye\) /, ''));
    }
  });
});

test('no other file tells or asks by itself', () => {
  const files = readdirSync(join(root, 'client/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'notifications.ts')
    .filter((file) =>
      /\.show(?:(?:Information|Warning|Error)Message|QuickPick)\b/.test(
        readFileSync(join(root, 'client/src', file), 'utf8'),
      ),
    );
  assert.deepEqual(files, []);
});

suite('an export', () => {
  const written: string[] = [];
  const asked: { defaultUri: Uri }[] = [];
  let target: Uri | undefined;
  before(() => {
    const showSaveDialog = async (options: { defaultUri: Uri }) => {
      asked.push(options);
      return target;
    };
    Object.assign(vscode.window, { showSaveDialog });
    Object.assign(vscode.workspace.fs, { writeFile: async (uri: Uri) => written.push(uri.path) });
  });
  const client = {
    start: async () => {},
    code2ProtocolConverter: { asUri: String },
    sendRequest: async () => ({ text: 'x' }),
  } as unknown as Parameters<typeof saveExport>[0];
  const uri = Object.assign(Uri.parse('file:/a/[x](command:quit).ocml'), { with: () => Uri.parse('file:/a/x.html') });

  test('is written nowhere but where the dialog says, which asks before it replaces a file', async () => {
    const textDocument = async () => ({ uri: String(uri) });
    const exported = { uri: uri as never, textDocument, debug: false, only: {} };
    await saveExport(client, exported);
    assert.deepEqual([written, asked.length], [[], 1]);
    target = Uri.parse('file:/b/[x](command:quit).html');
    world.told.length = 0;
    await saveExport(client, exported);
    assert.deepEqual([written, asked.length], [['/b/[x](command:quit).html'], 2]);
    world.told.forEach(assertText);
    assert.equal(world.told.length, 1);
  });
});
