import * as assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, open, previews } from '../editor.ts';

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
