import * as assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, problems } from '../editor.ts';
import { Folder } from '../folder.ts';

const bad = '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>';

/** The text of the explanation that is in sight. */
const explanation = () =>
  vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'ocml-explain')?.document.getText() ??
  '';

suite('explain', () => {
  let folder: Folder;
  setup(() => {
    folder = new Folder();
  });
  teardown(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await folder.remove().then(undefined, () => {});
  });

  test('the clipboard: the output opens with its problems, and beside it what the parser made of it', async () => {
    await vscode.env.clipboard.writeText(JSON.stringify(bad));
    await vscode.commands.executeCommand('ocml.explainOutput', 'clipboard');
    const document = vscode.window.visibleTextEditors.find(
      ({ document: { uri } }) => uri.scheme === 'untitled',
    )?.document;
    assert.deepEqual([document?.languageId, document?.getText()], ['ocml', bad]);
    await eventually(
      () => problems(document as vscode.TextDocument).some((one) => one.includes('«to=functions.f»')),
      true,
    );
    assert.match(explanation(), /unexpected tokens remaining in message header: Some\("to=functions\.f"\)/);
    assert.match(explanation(), /ocml-rule:\/E-PARSE-HEADER\.md/);
  });

  test('another parser, by its name', async () => {
    await vscode.env.clipboard.writeText(bad);
    await vscode.commands.executeCommand('ocml.explainOutput', 'clipboard', 'llama.cpp');
    await eventually(() => /llama\.cpp/.test(explanation()) && /peg-native/.test(explanation()), true);
  });

  test('the selection, which may be the error of a server alone', async () => {
    // A new document without a name may get that of one that was closed, and its text.
    const file = await folder.write('terminal.txt', 'first\nHarmonyError: Unknown role: assistantassistant\n');
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 0, 2, 0);
    await vscode.commands.executeCommand('ocml.explainOutput', 'selection');
    await eventually(() => /Error: Unknown role: assistantassistant[^]*What to do: /.test(explanation()), true);
  });

  test('a file, whose output is in a log', async () => {
    const log = `INFO 08-06 23:25:57 started\nINFO 08-06 23:25:58 output: ${JSON.stringify(bad)}\n`;
    await vscode.commands.executeCommand('ocml.explainOutput', await folder.write('server.log', log));
    await eventually(() => /Read as the output: a quoted string in line 2/.test(explanation()), true);
    const opened = vscode.window.visibleTextEditors.find(({ document: { uri } }) => uri.scheme === 'untitled');
    assert.equal(opened?.document.getText(), bad);
  });
});
