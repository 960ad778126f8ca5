import * as assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, previews, problems } from '../editor.ts';

const user = '{"token": "<|start|>"}, "user", {"token": "<|message|>"}';
const end = '{"token": "<|end_message|>"}';

/** By file name: the language that VS Code takes the file for, a text, and all that is underlined in it. */
const files: Readonly<Record<string, readonly [language: string, text: string, ...problems: string[]]>> = {
  'wire.chatml.json': ['json', `[${user}, "Hello", ${user}, "Hi"]`, 'wire-footer-missing «{"token": "<|start|>"}»'],
  'list.messages.json': ['json', '[{"role": "usr", "content": "Hello"}]', 'template-role-unknown «"usr"»'],
  'data.messages.jsonl': [
    'jsonl',
    '{"messages": [{"role": "user", "content": "Hello"}]}\n{"messages": [{"role": "usr", "content": "Hi"}]}\n',
    'template-role-unknown «"usr"»',
  ],
  'one.ocml.json': ['json', '{"role": "assistant", "tool_calls": []}', 'json-state-invented «"tool_calls"»'],
  'many.ocml.jsonl': ['jsonl', '{"role": "assistant", "tool_calls": []}\n', 'json-state-invented «"tool_calls"»'],
  'log.events.jsonl': ['jsonl', '{"event": "response.cancle"}\n', 'stream-event «"response.cancle"»'],
  // What is no JSON is underlined once: in a JSON file by VS Code, with a number for a code; in JSON Lines by the server.
  'comma.chatml.json': ['json', `[${user}, "Hi", ${end},]`, '519 «,»'],
  'comma.messages.jsonl': ['jsonl', '[{"role": "user", "content": "Hello"},]\n', 'wire-trailing-comma «,»'],
  'plain.json': ['json', '{"role": "usr"}'],
  // What is in them tells what these are.
  'train.jsonl': ['jsonl', '{"messages": [{"role": "usr", "content": "Hi"}]}\n', 'template-role-unknown «"usr"»'],
  'chat.json': ['json', '{"messages": [{"role": "usr", "content": "Hi"}]}', 'template-role-unknown «"usr"»'],
};

suite('JSON documents', () => {
  let folder: string;
  suiteSetup(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'openchatml-json-'));
  });
  suiteTeardown(() => rmSync(folder, { recursive: true }));
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  async function show(name: string, text: string): Promise<vscode.TextDocument> {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    return document;
  }

  for (const [name, [language, text, ...expected]] of Object.entries(files)) {
    test(`${name}: ${expected.join(', ') || 'nothing'}`, async () => {
      const document = await show(name, text);
      assert.equal(document.languageId, language);
      // A moment for whoever else might have something to say.
      await eventually(() => problems(document), expected);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      assert.deepEqual(problems(document), expected);
    });
  }

  test('what a file is read as can be changed', async () => {
    const document = await show('choice.jsonl', '{"messages": [{"role": "usr", "content": "Hi"}]}\n');
    await eventually(() => problems(document), ['template-role-unknown «"usr"»']);
    await vscode.commands.executeCommand('ocml.readAs', 'none');
    await eventually(() => problems(document), []);
    await vscode.commands.executeCommand('ocml.readAs', 'stream-event');
    await eventually(() => problems(document).length, 1);
    await vscode.commands.executeCommand('ocml.readAs', 'messages');
    await eventually(() => problems(document), ['template-role-unknown «"usr"»']);
  });

  test('hover and outline', async () => {
    const text = `[${user}, "Hello", ${end}]`;
    const { uri, positionAt } = await show('hover.chatml.json', text);
    await eventually(async () => {
      const at = positionAt(text.indexOf('"user"') + 1);
      const hovers = await ask<vscode.Hover[]>('executeHoverProvider', uri, at);
      const said = hovers.flatMap(({ contents }) => contents.map((part) => (part as vscode.MarkdownString).value));
      return said.some((value) => /user/.test(value));
    }, true);
    const symbols = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', uri);
    assert.ok(
      symbols.some(({ name, children }) => name === 'Turn 1' && children.some((child) => child.name === 'user')),
      JSON.stringify(symbols.map(({ name }) => name)),
    );
  });

  for (const [name, text, fixed] of [
    ['fix.messages.json', '[{"role": "usr", "content": "Hello"}]', '[{"role": "user", "content": "Hello"}]'],
    [
      'fix.messages.jsonl',
      '[]\n[{"role": "user", "content": "Hello"},]\n',
      '[]\n[{"role": "user", "content": "Hello"}]\n',
    ],
    [
      'fix.chatml.json',
      `[{"token": "<|start|>"}, "user", {"token": "<|message|>”}, "Hello", ${end}]`,
      `[${user}, "Hello", ${end}]`,
    ],
  ] as const) {
    test(`${name}: a quick fix mends it`, async () => {
      const document = await show(name, text);
      const own = () => vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'ocml');
      await eventually(() => own().length, 1);
      const actions = await ask<vscode.CodeAction[]>(
        'executeCodeActionProvider',
        document.uri,
        own()[0]?.range,
        'quickfix',
      );
      const edit = actions.find((action) => action.isPreferred)?.edit;
      assert.ok(edit, JSON.stringify(actions.map(({ title }) => title)));
      assert.ok(await vscode.workspace.applyEdit(edit));
      assert.equal(document.getText(), fixed);
      await eventually(() => problems(document), []);
    });
  }

  test('the preview opens, and its buttons stand where there is something to see', async () => {
    await show('seen.messages.json', '[{"role": "user", "content": "Hello"}]');
    await vscode.commands.executeCommand('ocml.showPreview');
    await eventually(previews, ['Preview seen.messages.json in 1']);
    const { menus, keybindings } =
      vscode.extensions.getExtension('openchatml.openchatml')?.packageJSON.contributes ?? {};
    const placed = [...Object.values<{ command: string; when: string }[]>(menus).flat(), ...keybindings];
    // A data set of any name can be converted: its content tells what it is.
    const clauses = placed.flatMap(({ command, when }) => (command === 'ocml.convert' ? [] : when));
    assert.ok(clauses.length > 3);
    for (const clause of clauses) {
      const [, pattern = ''] = /resourceFilename =~ \/(.*?)\/(?: |\)|$)/.exec(clause) ?? [];
      const names = [...Object.keys(files), 'none.chatml.jsonl'];
      assert.deepEqual(
        names.filter((name) => new RegExp(pattern).test(name)),
        names.filter((name) => !/events|plain|none|train|chat\.json/.test(name)),
        clause,
      );
    }
  });
});
