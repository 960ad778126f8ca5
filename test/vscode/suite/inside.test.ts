// cspell:ignore colored
// Types the arguments of a call, key by key.
import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, open } from '../editor.ts';

const declared = `version: 2.2
<|start|>developer<|message|># Tools

## functions

namespace functions {

// The price of a share.
type stock = (_: {
// As on the exchange.
symbol: string,
live: boolean,
at?: "open" | "close", // default: close
}) => any;

}<|end|>
`;
const call = `${declared}<|start|>assistant to=functions.stock call_id=c<|channel|>commentary<|constrain|>json<|message|>`;

const type = async (text: string) => {
  for (const key of text) await vscode.commands.executeCommand('type', { text: key });
};

/** Returns the body, with `|` at the caret. */
const body = (document: vscode.TextDocument) => {
  const text = document.getText();
  const at = document.offsetAt(vscode.window.activeTextEditor?.selection.active as vscode.Position);
  return `${text.slice(call.length, at)}|${text.slice(at, text.indexOf('<|call|>'))}`;
};

/** Accepts the selected item of the list as soon as there is one. On a busy machine, the list may have to be requested by hand. */
async function accept(document: vscode.TextDocument, expected: string): Promise<void> {
  let tries = 0;
  await eventually(async () => {
    if (++tries % 40 === 0 && body(document) !== expected)
      await vscode.commands.executeCommand('editor.action.triggerSuggest');
    if (body(document) !== expected) await vscode.commands.executeCommand('acceptSelectedSuggestion');
    return body(document);
  }, expected);
}

suite('inside calls', () => {
  test('the arguments of a call, key by key', async () => {
    const { document, caret } = await open(`${call}$0<|call|>`);
    const editor = vscode.window.activeTextEditor as vscode.TextEditor;
    editor.selection = new vscode.Selection(caret, caret);
    // Text that is typed before the server has started would cause no requests.
    await eventually(async () => {
      const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', document.uri, caret);
      return items.length > 0;
    }, true);
    await type('{');
    // VS Code closes a bracket only on a line that is already colored.
    const closed = document.getText().includes('{}') ? '}' : '';
    await type('"');
    await accept(document, `{"symbol": "|"${closed}`);
    await type('ACME');
    assert.equal(body(document), `{"symbol": "ACME|"${closed}`);
    // Tab leaves the tab stop, because no list is open.
    await vscode.commands.executeCommand('jumpToNextSnippetPlaceholder');
    assert.equal(body(document), `{"symbol": "ACME"|${closed}`);
    const help = await ask<vscode.SignatureHelp>('executeSignatureHelpProvider', document.uri, editor.selection.active);
    assert.equal(help.signatures[0]?.label, 'functions.stock(symbol: string, live: boolean, at?: "open" | "close")');
    await type(', "');
    await eventually(async () => {
      if (!body(document).includes('live')) await vscode.commands.executeCommand('acceptSelectedSuggestion');
      return document.getText().includes(`"live": true${closed}<|call|>`);
    }, true);
    const [hover] = await ask<vscode.Hover[]>(
      'executeHoverProvider',
      document.uri,
      document.positionAt(call.length + 4),
    );
    const said = hover?.contents.map((one) => (typeof one === 'string' ? one : one.value)).join('') ?? '';
    assert.match(said, /argument of `functions\.stock`[^]*As on the exchange/);
  });

  test('a whole call, when it is asked for', async () => {
    const { document, caret } = await open(`${call}$0<|call|>`);
    (vscode.window.activeTextEditor as vscode.TextEditor).selection = new vscode.Selection(caret, caret);
    await vscode.commands.executeCommand('editor.action.triggerSuggest');
    await eventually(async () => {
      if (body(document) === '|') await vscode.commands.executeCommand('acceptSelectedSuggestion');
      return body(document).replace('|', '');
    }, '{"symbol": "", "live": true}');
    await type('ACME');
    assert.match(body(document).replace('|', ''), /^\{"symbol": "ACME", "live": true\}$/);
  });
});
