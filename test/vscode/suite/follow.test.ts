/** A file is shown as it grows, until its page is closed or a command stops it. */
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, open, previews } from '../editor.ts';
import { Folder } from '../folder.ts';

const message = (text: string) => `<|start|>user<|message|>${text}<|end|>\n`;

suite('Follow', () => {
  let folder: Folder;
  suiteSetup(() => {
    folder = new Folder();
  });
  suiteTeardown(() => folder.remove());
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('opens a page of its own, once, which stays with its file', async () => {
    const { uri } = await folder.show('server.harmony', message('One'));
    await vscode.commands.executeCommand('ocml.follow');
    await eventually(previews, ['Following server.harmony in 2']);
    await folder.write('server.harmony', message('One') + message('Two'));
    await vscode.commands.executeCommand('ocml.follow', uri);
    await folder.show('other.harmony', message('Three'));
    assert.deepEqual(previews(), ['Following server.harmony in 2']);
    await vscode.commands.executeCommand('ocml.stopFollowing');
    // The page stays open, and the file can be followed again.
    await vscode.commands.executeCommand('ocml.follow', uri);
    await eventually(() => previews().length, 2);
  });

  test('is for files alone', async () => {
    await open(message('Hi'));
    await vscode.commands.executeCommand('ocml.follow');
    assert.deepEqual(previews(), []);
  });
});
