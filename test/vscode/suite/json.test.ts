import * as assert from 'node:assert/strict';
import { suite, suiteSetup, suiteTeardown, teardown, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, previews, problems } from '../editor.ts';
import { Folder } from '../folder.ts';

const user = '{"token": "<|start|>"}, "user", {"token": "<|message|>"}';
const end = '{"token": "<|end_message|>"}';

/** For each file name: the language that VS Code detects, a text, and all problems in it, with the underlined text. */
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
  // Text that is not JSON is underlined once: in a JSON file by VS Code, whose codes are numbers, and in JSON Lines by the server.
  'comma.chatml.json': ['json', `[${user}, "Hi", ${end},]`, '519 «,»'],
  'comma.messages.jsonl': ['jsonl', '[{"role": "user", "content": "Hello"},]\n', 'wire-trailing-comma «,»'],
  'plain.json': ['json', '{"role": "usr"}'],
  // The kind of these files is recognized by their content, not by their names.
  'train.jsonl': ['jsonl', '{"messages": [{"role": "usr", "content": "Hi"}]}\n', 'template-role-unknown «"usr"»'],
  'chat.json': ['json', '{"messages": [{"role": "usr", "content": "Hi"}]}', 'template-role-unknown «"usr"»'],
};

suite('JSON documents', () => {
  let folder: Folder;
  suiteSetup(() => {
    folder = new Folder();
  });
  suiteTeardown(() => folder.remove());
  teardown(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const show = (name: string, text: string) => folder.show(name, text);

  for (const [name, [language, text, ...expected]] of Object.entries(files)) {
    test(`${name}: ${expected.join(', ') || 'nothing'}`, async () => {
      const document = await show(name, text);
      assert.equal(document.languageId, language);
      // The pause gives other extensions time to report problems.
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
      symbols.some(
        ({ name, children }) => name === 'Turn 1' && children.some((child) => child.name.startsWith('user')),
      ),
      JSON.stringify(symbols.map(({ name }) => name)),
    );
  });

  test('nothing is said twice beside VS Code’s own: hovers, symbols', async () => {
    const call = {
      role: 'assistant',
      channel: 'commentary',
      content: '',
      tool_call: { recipient: 'functions.f', content_type: 'json', arguments: { from: 'Lyon' } },
    };
    for (const [name, value] of [
      [
        'twice.messages.json',
        [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
        ],
      ],
      ['twice.ocml.json', [{ role: 'user', content: 'Hi' }, call]],
    ] as const) {
      const text = JSON.stringify(value, null, 2);
      const document = await show(name, text);
      const symbols = () => ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', document.uri);
      const named = (all: readonly vscode.DocumentSymbol[]): string[] =>
        all.flatMap((one) => [
          `${one.name} ${one.selectionRange.start.line} ${one.selectionRange.start.character}`,
          ...named(one.children),
        ]);
      await eventually(async () => named(await symbols()).filter((one) => /^user\b.* 2 \d+$/.test(one)).length, 1);
      const all = named(await symbols());
      assert.deepEqual(
        all.filter((one, i) => all.indexOf(one) !== i),
        [],
        name,
      );
      for (const { index } of text.matchAll(/"\w/g)) {
        const hovers = await ask<vscode.Hover[]>('executeHoverProvider', document.uri, document.positionAt(index + 2));
        const parts = hovers.flatMap(({ contents }) => contents.map((part) => (part as vscode.MarkdownString).value));
        const sentences = parts.map(
          (part) =>
            new Set(
              part
                .split(/(?<=\.)\s+/)
                .map((one) => one.trim())
                .filter((one) => one.length > 20),
            ),
        );
        const said = sentences.flatMap((one) => [...one]);
        assert.deepEqual(
          said.filter((one, i) => said.indexOf(one) !== i),
          [],
          `${name} ${text.slice(index, index + 20)}`,
        );
      }
    }
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
    // Commands that are not limited to certain file names. For example, a data set with any name can be converted, because it is recognized
    // by its content.
    const elsewhere = [
      ...['convert', 'newTranscript', 'readAsTranscript', 'follow', 'stopFollowing'],
      ...['showSource', 'togglePreviewLock', 'exportPreview', 'findInPreview'],
      ...['compareWith', 'compareWithCommitted', 'applyTruncation', 'showProblems', 'openDataSet', 'showReport'],
      // These commands are offered for a log with an error of a server, which is recognized by its content, and beside an explanation.
      ...['explainOutput', 'applyRepair', 'compareRepair'],
    ];
    const clauses = placed.flatMap(({ command, when }) =>
      elsewhere.includes(command.replace('ocml.', '')) || when.startsWith('activeCustomEditorId') ? [] : when,
    );
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
