/** A preview of a document without a tab shows the file as it changes on disk. */
import '../support/fake-vscode.ts';
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Preview } from '../../client/src/preview/preview.ts';
import type { UserView } from '../../client/src/preview/protocol.ts';
import { userView } from '../../server/src/features/user-view.ts';
import { createDocuments } from '../../server/src/lsp/documents.ts';
import { createFollowed } from '../../server/src/lsp/followed.ts';
import { defaults } from '../../server/src/lsp/settings.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { FakePanel, Uri, world } from '../support/fake-vscode.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-preview-'));
after(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'x.ocml');
const uri = Uri.parse(`file:${file}`);
const message = (text: string) => `<|start|>user<|message|>${text}<|end|>\n`;

const documents = createDocuments(() => defaults);
const followed = createFollowed(documents);
/** The text of the file in the editor, if a tab shows it. */
let edited = '';
const asked: string[] = [];
const client = {
  start: async () => {},
  isRunning: () => true,
  code2ProtocolConverter: { asUri: String },
  onDidChangeState: () => ({ dispose() {} }),
  async sendNotification(method: string, { textDocument }: { textDocument: { uri: string } }) {
    if (method === 'ocml/unfollow') followed.forget(textDocument.uri);
  },
  async sendRequest(method: string, params: { textDocument: { uri: string } }) {
    if (method === 'ocml/follow') return followed.answer(params as never);
    if (method !== 'ocml/userView') return null;
    const { uri: at } = params.textDocument;
    asked.push(at);
    const document = at === String(uri) ? new Transcript(at, 'ocml', 1, edited) : documents.get(at);
    return document instanceof Transcript ? userView.run(document, params) : null;
  },
};

type Posted = { readonly type: string; readonly reason?: string; readonly view?: UserView };
let panel: FakePanel;

const last = () => (panel.posted as Posted[]).findLast(({ type }) => type === 'view' || type === 'failure');
const texts = () => last()?.view?.messages.map(({ text }) => text);
const total = () => last()?.view?.total;

async function until<Value>(value: () => Value, expected: Value): Promise<void> {
  for (let i = 0; i < 400 && JSON.stringify(value()) !== JSON.stringify(expected); i++) await pause(10);
  assert.deepEqual(value(), expected);
}

function tab(is: boolean): void {
  world.documents.splice(0, Number.POSITIVE_INFINITY, ...(is ? [{ uri, languageId: 'ocml' }] : []));
  for (const heard of world.tabsChanged) heard();
}

function show(): void {
  panel = new FakePanel();
  new Preview(panel as never, { extensionUri: Uri.parse('file:/x'), client, uri } as never);
  panel.say({ type: 'ready' });
}

suite('a preview without a tab', () => {
  beforeEach(() => {
    tab(false);
    writeFileSync(file, message('One'));
    show();
  });
  afterEach(() => panel.dispose());

  test('grows with the file, is cut and replaced with it', async () => {
    await until(texts, ['One']);
    appendFileSync(file, message('Two'));
    await until(texts, ['One', 'Two']);
    writeFileSync(file, message('3'));
    await until(texts, ['3']);
    writeFileSync(join(folder, 'other'), message('Four') + message('Five'));
    renameSync(join(folder, 'other'), file);
    await until(texts, ['Four', 'Five']);
  });

  test('says plainly that the file is gone, also at first, and shows it when it is back', async () => {
    const reason = () => last()?.reason;
    const gone =
      'The file x.ocml no longer exists: it was deleted, moved or renamed. If it comes back, it will be shown again.';
    await until(texts, ['One']);
    rmSync(file);
    await until(reason, gone);
    const before = panel.posted.length;
    panel.say({ type: 'ready' });
    await until(() => panel.posted.length > before, true);
    assert.equal(reason(), gone);
    writeFileSync(file, message('Back'));
    await until(texts, ['Back']);
    rmSync(file);
    panel.dispose();
    show();
    await until(reason, gone);
  });

  test('takes the text of the editor as soon as a tab has it, and the file’s after that', async () => {
    await until(texts, ['One']);
    edited = message('Not saved');
    tab(true);
    await until(texts, ['Not saved']);
    writeFileSync(file, message('On the disk'));
    await pause(300);
    assert.deepEqual(texts(), ['Not saved']);
    tab(false);
    await until(texts, ['On the disk']);
    panel.dispose();
    const known = asked.at(-1) ?? '';
    assert.equal(documents.get(known), undefined, 'the server was told to forget it');
  });

  test('goes on where a tab has no document: the file is too large for extensions', async () => {
    await until(texts, ['One']);
    world.tabs.push(uri);
    for (const heard of world.tabsChanged) heard();
    const known = asked.at(-1);
    appendFileSync(file, message('Two'));
    await until(texts, ['One', 'Two']);
    assert.equal(asked.at(-1), known, 'it is not read again');
    // A new preview first requests the document from the editor, which refuses.
    panel.dispose();
    show();
    await until(texts, ['One', 'Two']);
    world.tabs.length = 0;
  });

  test('all of it is kept and shown once it is there, however fast it grows', async () => {
    await until(texts, ['One']);
    const piece = message('words of a user, '.repeat(58)).repeat(1000);
    writeFileSync(file, piece.repeat(5));
    await until(total, 5000);
    const totals = new Set<number | undefined>();
    for (let i = 0; i < 10; i++) {
      appendFileSync(file, piece);
      totals.add(total());
      await pause(100);
    }
    await until(total, 15_000);
    // The first five thousand messages appeared together.
    assert.ok([...totals].every((one) => (one ?? 0) >= 5000));
    panel.say({ type: 'around', position: { line: 0, character: 0 } });
    await until(() => last()?.view?.before, 0);
  });
});
