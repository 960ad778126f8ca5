import * as assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, open } from '../editor.ts';

const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

/** The titles of the previews that are open, each with the column it is in. */
const previews = () =>
  tabs()
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('ocml.preview'))
    .map(({ label, group }) => `${label} in ${group.viewColumn}`);

suite('preview', () => {
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('opens beside the transcript, once', async () => {
    const [file] = await vscode.workspace.findFiles('trip.ocml');
    assert.ok(file);
    await vscode.window.showTextDocument(file);
    await vscode.commands.executeCommand('ocml.showPreviewToSide');
    await eventually(previews, ['Preview trip.ocml in 2']);
    await vscode.window.showTextDocument(file, { viewColumn: vscode.ViewColumn.One });
    await vscode.commands.executeCommand('ocml.showPreviewToSide');
    await eventually(previews, ['Preview trip.ocml in 2']);
  });

  test('opens for a transcript without a file', async () => {
    const { document } = await open('<|start|>user<|message|>Hello<|end|>\n');
    await vscode.commands.executeCommand('ocml.showPreview');
    await eventually(previews, [`Preview ${document.uri.path} in 1`]);
  });
});
