import * as assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, open } from '../editor.ts';

/** The tabs that show a preview, by their titles. */
const previews = () =>
  vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
    tabs
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('ocml.preview'))
      .map(({ label }) => `${label} in ${viewColumn}`),
  );

const example = async (name: string) => {
  const [file] = await vscode.workspace.findFiles(name);
  assert.ok(file, name);
  return vscode.window.showTextDocument(file, { viewColumn: vscode.ViewColumn.One });
};

suite('preview', () => {
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('opens in place or to the side, once', async () => {
    await example('trip.ocml');
    await vscode.commands.executeCommand('ocml.showPreviewToSide');
    await eventually(previews, ['Preview trip.ocml in 2']);
    await vscode.commands.executeCommand('ocml.showPreviewToSide');
    await eventually(previews, ['Preview trip.ocml in 2']);
  });

  test('leaves the focus to the editor when it opens to the side', async () => {
    const { document } = await example('trip.ocml');
    await vscode.commands.executeCommand('ocml.showPreviewToSide');
    await eventually(() => vscode.window.activeTextEditor?.document.uri.path, document.uri.path);
  });

  test('follows the editor from transcript to transcript', async () => {
    await example('trip.ocml');
    await vscode.commands.executeCommand('ocml.showPreviewToSide');
    await example('prompt.harmony');
    await eventually(previews, ['Preview prompt.harmony in 2']);
  });

  test('shows a file that is asked for by its address', async () => {
    const [file] = await vscode.workspace.findFiles('mistakes.ocml');
    await vscode.commands.executeCommand('ocml.showPreview', file);
    await eventually(previews, ['Preview mistakes.ocml in 1']);
  });
});

suite('pages of rules', () => {
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('open rendered, from the link of a diagnostic', async () => {
    const { document } = await open('version: 2.2\n<|start|>usr<|message|>Hello<|end|>\n');
    const links = () =>
      vscode.languages.getDiagnostics(document.uri).map(({ code }) => (typeof code === 'object' ? code.target : code));
    await eventually(() => links().length, 1);
    const [link] = links();
    assert.ok(link instanceof vscode.Uri);
    await vscode.commands.executeCommand('vscode.open', link);
    await eventually(() => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputCustom ? `${input.viewType} ${input.uri.path}` : undefined;
    }, 'vscode.markdown.preview.editor /E-PARSE-HEADER.md');
  });

  test('cannot be changed, and nothing else can be read there', async () => {
    const page = vscode.Uri.parse('ocml-rule:/E-PARSE-HEADER.md');
    assert.match(String(await vscode.workspace.fs.readFile(page)), /^# E-PARSE-HEADER/);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(page, new Uint8Array()));
    for (const path of ['/no-such-rule.md', '/../../package.json', '/..%2F..%2Fpackage.json', '/']) {
      const uri = vscode.Uri.from({ scheme: 'ocml-rule', path });
      await assert.rejects(async () => vscode.workspace.fs.readFile(uri), vscode.FileSystemError);
    }
  });
});
