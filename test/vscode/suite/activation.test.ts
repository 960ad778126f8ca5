import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';

suite('activation', () => {
  test('a file of the extension is opened as a transcript', async () => {
    for (const file of await vscode.workspace.findFiles('*.{ocml,harmony}')) {
      const document = await vscode.workspace.openTextDocument(file);
      assert.equal(document.languageId, 'ocml', file.path);
    }
  });

  test('the extension starts with the first transcript', async () => {
    await vscode.workspace.openTextDocument({ language: 'ocml', content: '' });
    const extension = vscode.extensions.getExtension('openchatml.openchatml');
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
