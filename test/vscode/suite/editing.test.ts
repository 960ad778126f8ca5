import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, open } from '../editor';

const user = '<|start|>user   name=Ann<|message|>one  two <|end|>\n\n';
const laidOut = '<|start|>user name=Ann<|message|>one  two <|end|>\n';
const options = { tabSize: 2, insertSpaces: true };

/** Chooses a code action as in the menu, and applies it. */
async function choose(document: vscode.TextDocument, range: vscode.Range, kind: string, title: RegExp): Promise<void> {
  const find = async () =>
    (await ask<vscode.CodeAction[]>('executeCodeActionProvider', document.uri, range, kind)).find((action) =>
      title.test(action.title),
    );
  await eventually(async () => (await find()) !== undefined, true);
  const edit = (await find())?.edit;
  assert.ok(edit && (await vscode.workspace.applyEdit(edit)));
}

suite('editing', () => {
  test('Format Document lays it out, and undo gives back the bytes', async () => {
    const { document } = await open(user + user);
    await eventually(async () => {
      await vscode.commands.executeCommand('editor.action.formatDocument');
      return document.getText();
    }, `${laidOut}\n${laidOut}`);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), user + user);
  });

  test('Format Selection lays out the messages that it touches', async () => {
    const { document } = await open(user + user);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(2, 3, 2, 9);
    await eventually(async () => {
      await vscode.commands.executeCommand('editor.action.formatSelection');
      return document.getText();
    }, user + laidOut);
  });

  test('JSON is left to the formatter that VS Code has for it', async () => {
    // With two formatters, the command would ask which one to use.
    const content = '[{"role":"user","content":"a"}]';
    const document = await vscode.workspace.openTextDocument({ language: 'json', content });
    await vscode.window.showTextDocument(document);
    await eventually(async () => {
      await vscode.commands.executeCommand('editor.action.formatDocument');
      return document.getText();
    }, '[\n    {\n        "role": "user",\n        "content": "a"\n    }\n]');
  });

  test('while typing: Enter begins the next message, > ends the header', async () => {
    const typed = async (marked: string, character: string) => {
      const { document, caret } = await open(marked);
      const edit = new vscode.WorkspaceEdit();
      edit.set(
        document.uri,
        await ask<vscode.TextEdit[]>('executeFormatOnTypeProvider', document.uri, caret, character, options),
      );
      assert.ok(await vscode.workspace.applyEdit(edit));
      return document.getText();
    };
    const message = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n';
    assert.equal(await typed(`${message}$0`, '\n'), `${message}<|start|>`);
    assert.equal(await typed('version: 2.2\n<|start|>user>$0', '>'), 'version: 2.2\n<|start|>user<|message|>');
  });

  test('a message is split, merged and split again', async () => {
    const text = 'version: 2.2\n<|start|>user<|message|>one two<|end|>\n';
    const split = 'version: 2.2\n<|start|>user<|message|>one <|end|>\n<|start|>user<|message|>two<|end|>\n';
    const { document, caret } = await open(text.replace('two', '$0two'));
    await choose(document, new vscode.Range(caret, caret), 'refactor', /^Split/);
    assert.equal(document.getText(), split);
    await choose(document, new vscode.Range(1, 24, 1, 24), 'refactor', /^Merge/);
    assert.equal(document.getText(), text);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), split);
  });

  test('analysis of a turn that is over is dropped on request', async () => {
    const question = '<|start|>user<|message|>2+2?<|end|>\n';
    const thought = '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>\n';
    const answer = '<|start|>assistant<|channel|>final<|message|>4<|end|>\n';
    const { document } = await open(`version: 2.2\n${question}${thought}${answer}${question}`);
    await choose(document, new vscode.Range(1, 0, 1, 0), 'source', /^Remove .* completed/);
    assert.equal(document.getText(), `version: 2.2\n${question}${answer}${question}`);
  });
});
