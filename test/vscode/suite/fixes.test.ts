import * as assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, open, problems } from '../editor.ts';
import { Folder } from '../folder.ts';

const faulty = 'version: 2.2\n<|start|>usr<|message|>Hello<|end|>\n';

const codeOf = (code: vscode.Diagnostic['code']) => (typeof code === 'object' ? code.value : code);

suite('quick fixes', () => {
  teardown(async () => {
    await vscode.workspace
      .getConfiguration('editor', { languageId: 'ocml' })
      .update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Global, true);
  });

  test('are offered at the problem, and mend it', async () => {
    const { document } = await open(faulty);
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
    const [{ range } = { range: undefined }] = vscode.languages.getDiagnostics(document.uri);
    const actions = await ask<vscode.CodeAction[]>('executeCodeActionProvider', document.uri, range, 'quickfix');
    const [{ title, edit, isPreferred } = { title: '', edit: undefined, isPreferred: false }] = actions;
    assert.deepEqual([title, isPreferred], ['Replace `usr` with `user` (shows hidden text to users)', true]);
    assert.ok(edit && (await vscode.workspace.applyEdit(edit)));
    assert.equal(document.getText(), faulty.replace('usr', 'user'));
    await eventually(() => problems(document), []);
  });

  test('a kind of problem is fixed everywhere at once, and its rule can be turned off next to a fix', async () => {
    const call = (id: number) =>
      `<|start|>assistant to=functions.f call_id=c${id}<|channel|>commentary<|message|>{}<|call|>\n<|start|>tool to=assistant call_id=c${id} name=functions.f<|channel|>commentary<|constrain|>json<|message|>{"ok": true, "content": 1, "error": null}<|end|>\n`;
    const { document } = await open(`version: 2.2\n${call(1)}${call(2)}${call(3)}`);
    const missing = () =>
      vscode.languages.getDiagnostics(document.uri).filter(({ code }) => codeOf(code) === 'constrain-missing');
    await eventually(() => missing().length, 3);
    const range = missing()[0]?.range;
    const actions = await ask<vscode.CodeAction[]>('executeCodeActionProvider', document.uri, range, 'quickfix');
    const titles = actions.map(({ title }) => title);
    assert.deepEqual(titles.slice(0, 3), [
      'Insert `<|constrain|>json`',
      'Fix all 3 `constrain-missing` problems',
      'Turn off `constrain-missing` in this document',
    ]);
    const { command = '', arguments: given = [] } = actions[1]?.command ?? {};
    await vscode.commands.executeCommand(command, ...given);
    await eventually(() => document.getText().split('<|constrain|>json<|message|>{}').length, 4);
    await eventually(() => missing().length, 0);
  });

  test('are none where nothing is wrong', async () => {
    const { document } = await open(faulty);
    await eventually(() => problems(document).length, 1);
    const end = document.positionAt(document.getText().length);
    const range = new vscode.Range(end, end);
    assert.deepEqual(await ask<vscode.CodeAction[]>('executeCodeActionProvider', document.uri, range, 'quickfix'), []);
  });

  test('a rule is turned off in the configuration of a file, which is saved', async () => {
    const folder = new Folder();
    await folder.write('.ocmlrc.yaml', '# ours\n');
    const file = await folder.write('a.ocml', '<|im_start|>narrator\nHi<|im_end|>\n');
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await eventually(() => problems(document), ['E-PARSE-HEADER «narrator»']);
    const [{ range } = { range: undefined }] = vscode.languages.getDiagnostics(document.uri);
    let off: vscode.CodeAction | undefined;
    // A server that cannot read files itself receives a new configuration with a short delay.
    await eventually(async () => {
      const actions = await ask<vscode.CodeAction[]>('executeCodeActionProvider', document.uri, range, 'quickfix');
      off = actions.find(({ title }) => title === 'Turn off `E-PARSE-HEADER` in this document');
      return off?.edit?.entries().map(([uri]) => uri.path);
    }, [vscode.Uri.joinPath(folder.uri, '.ocmlrc.yaml').path]);
    assert.ok(off?.edit && (await vscode.workspace.applyEdit(off.edit)));
    const { command = '', arguments: given = [] } = off.command ?? {};
    await vscode.commands.executeCommand(command, ...given);
    const text = '# ours\noverrides:\n  - files: ["./a.ocml"]\n    rules:\n      E-PARSE-HEADER: off\n';
    await eventually(() => folder.read('.ocmlrc.yaml'), text);
    await eventually(() => problems(document), []);
    await folder.remove();
  });

  test('what is certain is mended on save, for those who want it', async () => {
    await vscode.workspace
      .getConfiguration('editor', { languageId: 'ocml' })
      .update('codeActionsOnSave', { 'source.fixAll.ocml': 'explicit' }, vscode.ConfigurationTarget.Global, true);
    const folder = new Folder();
    const message = '<|start|>user<|message|>Hello<|end|>\n';
    const file = await folder.write('saved.ocml', message);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    await eventually(() => problems(document), ['document-header-missing «<|start|>»']);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), message);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await document.save();
    await eventually(() => document.getText(), `version: 2.2\n${message}${message}`);
    await eventually(() => problems(document), []);
    await folder.remove();
  });
});
