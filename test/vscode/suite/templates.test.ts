import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, problems } from '../editor.ts';
import { Folder } from '../folder.ts';

suite('templates', () => {
  test('the one that the project has chosen is tried beside the server, while the document is edited', async () => {
    const folder = new Folder();
    await folder.write('.ocmlrc.yaml', 'template: llama\n');
    const file = await folder.write('a.messages.json', '[{"role": "user", "content": "Hi <|eot_id|> there"}]');
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await eventually(() => problems(document), ['template-special-in-content «<|eot_id|>»']);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(file, new vscode.Range(0, 32, 0, 43), '');
    await vscode.workspace.applyEdit(edit);
    await eventually(() => problems(document), []);
    await folder.remove();
  });
});
