import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { eventually, open, problems } from '../editor.ts';

/** Types at the caret, character by character. */
async function type(text: string): Promise<void> {
  for (const character of text) await vscode.commands.executeCommand('type', { text: character });
}

async function begin(marked: string): Promise<vscode.TextDocument> {
  const { document, caret } = await open(marked);
  (vscode.window.activeTextEditor as vscode.TextEditor).selection = new vscode.Selection(caret, caret);
  return document;
}

suite('typing', () => {
  test('a message at the end is called cut off when the caret has left it', async () => {
    const document = await begin('version: 2.2\n$0');
    await type('<|start|>usr<|message|>Hello');
    // The problem in the header shows that the text was checked.
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
    await vscode.commands.executeCommand('cursorTop');
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»', 'E-STREAM-TRUNCATED «<|start|>»']);
    await vscode.commands.executeCommand('cursorBottom');
    await type('!');
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
  });

  test('a word that may become a message or a key is called stray when the caret has left its line', async () => {
    const document = await begin(
      'version: 2.2\n<|start|>user<|message|>Hello<|end|>\n<|start|>usr<|message|>Hi<|end|>\n$0',
    );
    await type('developer to');
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
    await vscode.commands.executeCommand('cursorTop');
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»', 'stray-text «developer to»']);
    await vscode.commands.executeCommand('cursorBottom');
    await type('o');
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
    await type('\n');
    await eventually(() => problems(document), ['E-PARSE-HEADER «usr»', 'stray-text «developer too»']);
    const header = await begin('$0');
    await type('version: 2.2\nmod');
    await eventually(() => problems(header), []);
    await vscode.commands.executeCommand('cursorTop');
    await eventually(() => problems(header).map((one) => one.split(' ')[0]), ['document-header-syntax']);
  });

  test('of a text that was not typed, the report does not wait', async () => {
    const document = await begin('version: 2.2\n<|start|>user<|message|>Hello$0');
    await eventually(() => problems(document), ['E-STREAM-TRUNCATED «<|start|>»']);
  });

  test('Enter after a key that holds others indents, and after a line of prose does not', async () => {
    const header = await begin('version: 2.2\ngeneration_settings:$0');
    await type('\n');
    assert.match(header.getText(), /:\n[ \t]+$/);
    const prose = await begin('<|im_start|>user\nResult:$0');
    await type('\n');
    assert.match(prose.getText(), /:\n$/);
  });
});
