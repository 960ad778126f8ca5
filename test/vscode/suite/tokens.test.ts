/** Tokens in hovers and hints in the editor, and truncating a transcript. */
import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually } from '../editor.ts';
import { Folder } from '../folder.ts';

const text = [
  '<|start|>system<|message|>Be brief.<|end|>',
  '<|start|>user<|message|>What is the weather in Lima?<|end|>',
  '<|start|>assistant to=functions.weather<|channel|>commentary<|message|>{"city": "Lima"}<|call|>',
  '<|start|>functions.weather<|channel|>commentary<|message|>{"sky": "clear"}<|end|>',
  '<|start|>assistant<|channel|>final<|message|>It is clear.<|end|>',
  '<|start|>user<|message|>Thank you!<|end|>',
  '<|start|>assistant<|channel|>final<|message|>You are welcome.<|return|>',
].join('\n');

suite('tokens', () => {
  let folder: Folder;
  const settings = () => vscode.workspace.getConfiguration('ocml');
  suiteSetup(() => {
    folder = new Folder();
  });
  suiteTeardown(() => folder.remove());
  teardown(async () => {
    await settings().update('inlayHints.tokens', undefined, true);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('a hover in a header says how many the message has', async () => {
    const { uri } = await folder.show('hover.harmony', text);
    const said = async () => {
      const hovers = await ask<vscode.Hover[]>('executeHoverProvider', uri, new vscode.Position(1, 11));
      const words = hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]).map(({ value }) => value);
      return /\*\*(\d+) tokens\*\* in this message · (\w+)/.exec(words.join('\n'))?.slice(1);
    };
    await eventually(said, ['11', 'o200k_harmony']);
  });

  test('hints after the headers, once they are switched on', async () => {
    const { uri } = await folder.show('hints.harmony', text);
    const range = new vscode.Range(0, 0, 99, 0);
    const hints = async () => {
      const found = await ask<vscode.InlayHint[]>('executeInlayHintProvider', uri, range);
      return found.map(({ label, position }) => [position.line, label]).slice(0, 2);
    };
    await eventually(hints, []);
    await settings().update('inlayHints.tokens', true, true);
    await eventually(hints, [
      [0, '7 tokens'],
      [1, '11 tokens'],
    ]);
  });

  test('what does not fit is shown before it goes, a call with its reply, and undo gives it back', async () => {
    const document = await folder.show('truncate.harmony', text);
    const strategy = ['keep-system', 'drop-oldest'];
    void vscode.commands.executeCommand('ocml.truncate', { limit: 50, strategy });
    const beside = () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
    };
    await eventually(() => beside() !== undefined, true);
    assert.equal(document.getText(), text, 'nothing goes before somebody says so');
    const shown = await vscode.workspace.openTextDocument(beside() as vscode.Uri);
    await vscode.commands.executeCommand('ocml.applyTruncation');
    await eventually(() => document.getText() === text, false);
    assert.equal(shown.getText(), document.getText());
    const kept = document.getText();
    assert.ok(kept.startsWith('<|start|>system') && kept.endsWith('welcome.<|return|>'));
    assert.ok(!kept.includes('Lima') && !kept.includes('functions.weather'), kept);
    await eventually(() => vscode.window.activeTextEditor?.document === document, true);
    await vscode.commands.executeCommand('undo');
    await eventually(() => document.getText(), text);
  });
});
