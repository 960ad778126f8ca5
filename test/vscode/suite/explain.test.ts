import * as assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, problems } from '../editor.ts';

const bad = '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>';

/** The text of the explanation that is in sight. */
const explanation = () =>
  vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'ocml-explain')?.document.getText() ??
  '';

suite('explain', () => {
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

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

  test('the selection, which may be the error of a server alone', async () => {
    const content = 'first\nHarmonyError: Unknown role: assistantassistant\n';
    const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 0, 2, 0);
    await vscode.commands.executeCommand('ocml.explainOutput', 'selection');
    assert.match(explanation(), /Error: Unknown role: assistantassistant[^]*What to do: /);
  });
});
