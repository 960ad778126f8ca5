import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { Folder } from '../folder.ts';

suite('activation', () => {
  test('transcripts are known by their names', async () => {
    const files = await vscode.workspace.findFiles('*.{ocml,harmony}');
    assert.ok(files.length > 0);
    for (const file of files) {
      const document = await vscode.workspace.openTextDocument(file);
      assert.equal(document.languageId, 'ocml', file.path);
    }
  });

  test('others by their first line', async () => {
    const folder = new Folder();
    for (const [index, start] of ['<|start|>user', '<|channel|>final', '<|im_start|>user'].entries()) {
      const file = await folder.write(`transcript${index}`, `${start}<|message|>Hello<|end|>\n`);
      const document = await vscode.workspace.openTextDocument(file);
      assert.equal(document.languageId, 'ocml', start);
    }
    await folder.remove();
  });

  test('the extension starts with the first transcript', async () => {
    await vscode.workspace.openTextDocument({ language: 'ocml', content: '' });
    const extension = vscode.extensions.getExtension('openchatml.openchatml');
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
