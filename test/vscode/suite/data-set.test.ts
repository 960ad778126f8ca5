/** Data sets in their own editor, and their rows as documents. */
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, problems } from '../editor.ts';
import { Folder } from '../folder.ts';
import { hasProcesses } from '../host.ts';

const row = (question: string) => JSON.stringify({ messages: [{ role: 'user', content: question }] });

/** Returns the open documents, each with its kind of editor. */
const openEditors = () =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .map(
      ({ label, input }) =>
        `${label} ${input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputWebview ? input.viewType : 'text'}`,
    );

suite('data sets', () => {
  let folder: Folder;
  suiteSetup(async () => {
    folder = new Folder();
    // Closes the editors that VS Code opens at its first start.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  suiteTeardown(() => folder.remove());
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('a file is opened as a data set, by its address or as the active one', async () => {
    const uri = await folder.write('rows.jsonl', `${row('One?')}\n${row('Two?')}\n`);
    await vscode.commands.executeCommand('ocml.openDataSet', uri);
    await eventually(openEditors, ['rows.jsonl ocml.dataSet']);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await folder.show('others.jsonl', `${row('One?')}\n`);
    await vscode.commands.executeCommand('ocml.openDataSet');
    await eventually(openEditors, ['others.jsonl text', 'others.jsonl ocml.dataSet']);
  });

  test('packed files are opened as data sets by default, and others as text', async () => {
    const packed = await folder.write('rows.jsonl.gz', 'not packed at all');
    await vscode.commands.executeCommand('vscode.open', packed);
    await eventually(openEditors, ['rows.jsonl.gz ocml.packedDataSet']);
    await vscode.commands.executeCommand('vscode.open', await folder.write('text.jsonl', row('One?')));
    // The text editor replaces the editor of the data set.
    await eventually(openEditors, ['text.jsonl text']);
  });

  test('a report is a page beside the rows, of a file or of a folder', async function () {
    if (!hasProcesses) return this.skip();
    const file = await folder.write('reported/some.jsonl', `${row('One?')}\n${row('Two?')}\n`);
    await vscode.commands.executeCommand('ocml.showReport', file);
    await eventually(openEditors, ['Report on some.jsonl mainThreadWebview-ocml.report']);
    // A second report on the same file uses the same page.
    await vscode.commands.executeCommand('ocml.showReport', file);
    await eventually(openEditors, ['Report on some.jsonl mainThreadWebview-ocml.report']);
    await vscode.commands.executeCommand('ocml.showReport', vscode.Uri.joinPath(file, '..'));
    await eventually(openEditors, [
      'Report on some.jsonl mainThreadWebview-ocml.report',
      'Report on reported mainThreadWebview-ocml.report',
    ]);
  });

  test('a row is a document that cannot be edited, with problems and outline', async () => {
    const lines = [row('One?'), '{"messages": [{"role": "user", "content": "Two?"}, {"role": "usr"}]}'];
    const file = await folder.write('faulty.jsonl', `${lines.join('\n')}\n`);
    const path = file.path.replace('faulty.jsonl', 'faulty.row-2.json');
    const uri = vscode.Uri.from({ scheme: 'ocml-row', path, query: file.toString() });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), lines[1]);
    assert.equal(document.languageId, 'json');
    await vscode.window.showTextDocument(document);
    await eventually(
      () => problems(document),
      ['template-key-missing «{"role": "usr"}»', 'template-role-unknown «"usr"»'],
    );
    const symbols = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', uri);
    assert.ok(symbols.length > 0);
  });
});
