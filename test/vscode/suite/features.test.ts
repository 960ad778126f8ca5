import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, open, problems, replace } from '../editor.ts';

suite('hover', () => {
  for (const [marked, expected] of [
    ['<|start|>sys$0tem<|message|>Be brief.<|end|>', /hidden/i],
    ['<|start|>assistant<|chan$0nel|>final<|message|>Hi<|return|>', /channel/i],
    ['<|start|>assistant<|channel|>ana$0lysis<|message|>Hm.<|end|>', /hidden|not shown|private/i],
  ] as const) {
    test(marked, async () => {
      const { document, caret } = await open(marked);
      const hovers = await ask<vscode.Hover[]>('executeHoverProvider', document.uri, caret);
      const text = hovers.flatMap(({ contents }) =>
        contents.map((part) => (typeof part === 'string' ? part : part.value)),
      );
      assert.match(text.join('\n'), expected);
    });
  }
});

suite('completion', () => {
  for (const [marked, offered, withheld] of [
    ['<|start|>user<|$0', ['<|channel|>', '<|message|>'], ['<|end|>']],
    ['<|start|>user<|message|>Hello<|$0', ['<|end|>'], ['<|message|>']],
    ['<|start|>assistant<|channel|>$0', ['analysis', 'commentary', 'final'], ['user']],
    ['version: 2.2\n<|start|>$0', ['system', 'developer', 'user', 'assistant', 'tool'], ['<|end|>']],
  ] as const) {
    test(marked, async () => {
      const { document, caret } = await open(marked);
      const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', document.uri, caret);
      const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      for (const label of offered) assert.ok(labels.includes(label), `${label} is not among ${labels.join(' ')}`);
      for (const label of withheld) assert.ok(!labels.includes(label), `${label} is offered`);
    });
  }
});

suite('snippets', () => {
  /** Returns the labels of the offered completion items that insert whole messages or snippets. */
  async function offered(marked: string): Promise<string[]> {
    const { document, caret } = await open(marked);
    const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', document.uri, caret);
    return items
      .filter(({ kind }) => kind === vscode.CompletionItemKind.Snippet)
      .map(({ label }) => (typeof label === 'object' ? label.label : label));
  }

  test('messages that fit are offered between messages, and nothing else', async () => {
    const names = await offered('version: 2.2\n\n<|start|>user<|message|>Hello<|end|>\n$0');
    assert.deepEqual(names.sort(), [
      ...['analysis', 'call', 'commentary', 'developer', 'developer tools', 'final', 'preamble', 'return', 'system'],
      'user',
    ]);
    assert.deepEqual(await offered('<|im_start|>user\nHello<|im_end|>\n$0'), [
      ...['assistant', 'call', 'system', 'system tools', 'user'],
    ]);
  });

  test('none in a body', async () => {
    assert.deepEqual(await offered('version: 2.2\n<|start|>user<|message|>Please call$0<|end|>'), []);
    assert.deepEqual(await offered('<|im_start|>user\nPlease call$0<|im_end|>\n'), []);
  });

  for (const name of ['Tool turn', 'Parallel tool calls', 'Preamble', 'Assistant, final, end of sampling']) {
    test(`${name}: without a mistake`, async () => {
      const { document } = await open('version: 2.2\n\n<|start|>usr<|message|>Hello<|end|>\n');
      await eventually(() => problems(document), ['E-PARSE-HEADER «usr»']);
      const editor = await vscode.window.showTextDocument(document);
      const end = document.positionAt(document.getText().length);
      editor.selection = new vscode.Selection(end, end);
      await vscode.commands.executeCommand('editor.action.insertSnippet', { langId: 'ocml', name });
      await replace(document, 'usr', 'user');
      await eventually(() => problems(document), []);
    });
  }
});

suite('outline', () => {
  const text =
    'version: 2.2\n<|start|>user<|message|>One\ntwo<|end|>\n<|start|>assistant<|message|>Three\nfour<|return|>\n';

  test('symbols', async () => {
    const { document } = await open(text);
    const symbols = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', document.uri);
    const names = (list: vscode.DocumentSymbol[]): string[] =>
      list.flatMap((item) => [item.name, ...names(item.children)]);
    assert.match(names(symbols).join('\n'), /user[^]*assistant/);
  });

  test('folding', async () => {
    const { document } = await open(text);
    const ranges = await ask<vscode.FoldingRange[]>('executeFoldingRangeProvider', document.uri);
    const starts = ranges.map(({ start }) => start);
    assert.ok(starts.includes(1) && starts.includes(3), `folds at ${starts}`);
  });
});

suite('language configuration', () => {
  test('what belongs together is one word', async () => {
    const { document } = await open('<|start|>assistant to=functions.get_weather call_id=wx1<|channel|>commentary');
    const wordAt = (character: number) =>
      document.getText(document.getWordRangeAtPosition(new vscode.Position(0, character)));
    const text = document.getText();
    assert.match(wordAt(text.indexOf('get_weather')), /functions\.get_weather$/);
    assert.equal(wordAt(text.indexOf('wx1')), 'call_id=wx1');
    assert.equal(wordAt(text.indexOf('commentary')), 'commentary');
  });
});
