import * as assert from 'node:assert/strict';
import { suite, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, open, replace } from '../editor.ts';

const transcript = [
  'version: 2.2\n<|start|>user name=ann<|message|>Hi<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>She greets.<|end|>',
  '<|start|>assistant<|channel|>final<|message|>Hello<|end|>',
].join('\n');

/** Returns the losses that are reported for the source, each with the marked text. */
const losses = (document: vscode.TextDocument) =>
  vscode.languages
    .getDiagnostics(document.uri)
    .map(({ code, range }) => ({ code: typeof code === 'object' ? code.value : code, range }))
    .filter(({ code }) => /^(?:harmony|conversion)-/.test(String(code)))
    .map(({ code, range }) => `${code} «${document.getText(range)}»`);

const convert = (to: string, isPublic = false) =>
  vscode.commands.executeCommand('ocml.convert', { to, public: isPublic });

const shown = () => vscode.window.activeTextEditor?.document as vscode.TextDocument;

suite('convert', () => {
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  test('a new document has the other form; losses are no problems of the source', async () => {
    const { document } = await open(transcript);
    await convert('harmony');
    const written = shown();
    assert.notEqual(written.uri.toString(), document.uri.toString());
    assert.equal(written.languageId, 'ocml');
    assert.match(written.getText(), /^<\|start\|>user<\|message\|>Hi<\|end\|>/);
    assert.deepEqual(losses(document), []);
  });

  test('a list of messages is JSON; only what users see is in it, if that is asked for', async () => {
    const { document } = await open(transcript);
    await convert('messages', true);
    assert.equal(shown().languageId, 'json');
    assert.match(shown().getText(), /"Hello"/);
    assert.doesNotMatch(shown().getText(), /She greets/);
    assert.deepEqual(losses(document), []);
  });

  test('what cannot be said is marked on the source, and nothing is opened', async () => {
    const { document } = await open('version: 2.2\n<|start|>user<|message|>Say <<|end|> twice<|end|>');
    await convert('harmony');
    assert.equal(shown().uri.toString(), document.uri.toString());
    assert.ok(losses(document).includes('harmony-unrepresentable «<|end|>»'));
    await replace(document, 'twice', 'once');
    await eventually(() => losses(document), []);
  });

  test('the forms are offered by name', async () => {
    const { document } = await open(transcript);
    const done = vscode.commands.executeCommand('ocml.convert');
    // The test accepts the default choices: the first form, and a complete conversion.
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isDone;
    }, true);
    assert.notEqual(shown().uri.toString(), document.uri.toString());
    assert.match(shown().getText(), /^version: 2\.2/);
    assert.match(shown().getText(), /She greets/);
  });
});
