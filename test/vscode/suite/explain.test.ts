import * as assert from 'node:assert/strict';
import { setup, suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, problems } from '../editor.ts';
import { Folder } from '../folder.ts';

const bad = '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>';

/** Returns the labels and columns of the tabs with explanations. */
const explanations = () =>
  vscode.window.tabGroups.all.flatMap(({ viewColumn, tabs }) =>
    tabs
      .filter(({ input }) => input instanceof vscode.TabInputWebview && /ocml\.explanation$/.test(input.viewType))
      .map(({ label }) => `${viewColumn} ${label.replace(/ \d+$/, '')}`),
  );
const output = () =>
  vscode.window.visibleTextEditors.find(({ document: { uri } }) => uri.scheme === 'untitled')?.document;

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
    const document = output();
    assert.deepEqual([document?.languageId, document?.getText()], ['ocml', bad]);
    await eventually(
      () => problems(document as vscode.TextDocument).some((one) => one.includes('«to=functions.f»')),
      true,
    );
    await eventually(explanations, ['2 Explanation']);
  });

  test('the repair is taken over, and compared with the output', async () => {
    await vscode.env.clipboard.writeText(bad);
    await vscode.commands.executeCommand('ocml.explainOutput', 'clipboard');
    await vscode.commands.executeCommand('ocml.compareRepair');
    await eventually(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      if (!(input instanceof vscode.TabInputTextDiff)) return false;
      return /^\/output\/\d+\/Output\.ocml$/.test(input.original.path);
    }, true);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.commands.executeCommand('ocml.applyRepair');
    await eventually(() => output()?.getText(), bad.replace(' to=functions.f', ''));
  });

  test('a log with the error of a parser offers to explain it at its line, other text does not', async () => {
    const log = `INFO started\nERROR error parsing tool call: raw='{"a": }', err=invalid character '}'\nINFO Unknown role: admin\n`;
    const document = await vscode.workspace.openTextDocument(await folder.write('server.log', log));
    await vscode.window.showTextDocument(document);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const ours = lenses.filter(({ command }) => command?.command === 'ocml.explainOutput');
    assert.deepEqual(
      ours.map(({ range }) => range.start.line),
      [1],
    );
    const [{ command }] = ours as [vscode.CodeLens];
    await vscode.commands.executeCommand(command?.command ?? '', ...(command?.arguments ?? []));
    await eventually(() => explanations().length, 1);
  });

  test('another parser, by its name', async () => {
    await vscode.env.clipboard.writeText(bad);
    await vscode.commands.executeCommand('ocml.explainOutput', 'clipboard', 'llama.cpp');
    await eventually(explanations, ['2 Explanation']);
  });

  test('the selection, which may be the error of a server alone', async () => {
    // A new untitled document may get the name and the text of one that was closed, so a file is used.
    const file = await folder.write('terminal.txt', 'first\nHarmonyError: Unknown role: assistantassistant\n');
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 0, 2, 0);
    await vscode.commands.executeCommand('ocml.explainOutput', 'selection');
    await eventually(explanations, ['1 Explanation']);
  });

  test('a file, whose output is in a log', async () => {
    const log = `INFO 08-06 23:25:57 started\nINFO 08-06 23:25:58 output: ${JSON.stringify(bad)}\n`;
    await vscode.commands.executeCommand('ocml.explainOutput', await folder.write('server.log', log));
    await eventually(explanations, ['2 Explanation']);
    assert.equal(output()?.getText(), bad);
  });
});
