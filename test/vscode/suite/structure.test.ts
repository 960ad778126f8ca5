import * as assert from 'node:assert/strict';
import { suite, test } from 'mocha';
import * as vscode from 'vscode';
import { ask, eventually, open } from '../editor.ts';

const call = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{"a": {"b": 1}}<|call|>';

suite('structure', () => {
  test('semantic tokens: the legend and the tokens arrive', async () => {
    const { document } = await open(`version: 2.2\n${call}`);
    await eventually(async () => {
      const tokens = await ask<vscode.SemanticTokens | undefined>('provideDocumentSemanticTokens', document.uri);
      return (tokens?.data.length ?? 0) > 0;
    }, true);
    const legend = await ask<vscode.SemanticTokensLegend>('provideDocumentSemanticTokensLegend', document.uri);
    assert.ok(legend.tokenModifiers.includes('hidden') && legend.tokenTypes.includes('function'));
  });

  test('expanding the selection, key by key', async () => {
    const { document, caret } = await open(call.replace('"b": 1', '"b": 1$0'));
    const editor = vscode.window.activeTextEditor as vscode.TextEditor;
    editor.selection = new vscode.Selection(caret, caret);
    const selected: string[] = [];
    await eventually(async () => {
      const found = await ask<vscode.SelectionRange[]>('executeSelectionRangeProvider', document.uri, [caret]);
      return found.length > 0 && document.getText(found[0]?.range) === '1';
    }, true);
    for (let i = 0; i < 5; i++) {
      await vscode.commands.executeCommand('editor.action.smartSelect.expand');
      selected.push(document.getText(editor.selection));
    }
    for (const part of ['1', '"b": 1', '{"b": 1}', '"a": {"b": 1}'])
      assert.ok(selected.includes(part), selected.join(' | '));
  });

  test('links, hints and symbols of the workspace', async () => {
    const { document } = await open(
      '<|start|>user<|message|>See https://a.example<|end|>\n<|start|>assistant<|message|>Ok<|end|>\n',
    );
    await eventually(async () => {
      const links = await ask<vscode.DocumentLink[]>('executeLinkProvider', document.uri);
      return links.map(({ target }) => target?.toString());
    }, ['https://a.example/']);
    const range = new vscode.Range(0, 0, 9, 0);
    const hints = await ask<vscode.InlayHint[]>('executeInlayHintProvider', document.uri, range);
    assert.deepEqual(
      hints.map(({ label, position }) => `${label} ${position.line}:${position.character}`),
      ['final 1:18'],
    );
    const found = await ask<vscode.SymbolInformation[]>('executeWorkspaceSymbolProvider', 'a.example');
    assert.ok(found.some(({ name }) => name.includes('See https://a.example')));
  });

  for (const [text, from, to] of [
    ['<|start|>user<|message|>a <|literal|>b (<|endliteral|> c<|end|>', '<|literal|>', '<|endliteral|>'],
    [
      '<|start|>assistant<|channel|>analysis<|message|><|start_reason|>b<|end_reason|><|end|>',
      '<|start_reason|>',
      '<|end_reason|>',
    ],
    ['<|im_start|>assistant\n<think>b</think>\nc<|im_end|>', '<think>', '</think>'],
    ['<|im_start|>assistant\n<tool_call>\n{"name": "f"}\n</tool_call><|im_end|>', '<tool_call>', '</tool_call>'],
  ] as const) {
    test(`from ${from} to its end`, async () => {
      const { document } = await open(text);
      const editor = vscode.window.activeTextEditor as vscode.TextEditor;
      const start = document.positionAt(text.indexOf(from));
      const end = text.indexOf(to);
      await eventually(async () => {
        editor.selection = new vscode.Selection(start, start);
        await vscode.commands.executeCommand('editor.action.jumpToBracket');
        const at = document.offsetAt(editor.selection.active);
        return at >= end && at <= end + to.length;
      }, true);
    });
  }

  test('private reasoning is folded when a transcript is opened, unless that is not wanted, or a place in it is opened', async () => {
    const text =
      '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>analysis<|message|>a\nb\nc<|end|>\n<|start|>assistant<|channel|>final<|message|>d\ne<|return|>';
    const shown = () =>
      vscode.window.activeTextEditor?.visibleRanges.map(({ start, end }) => `${start.line}-${end.line}`);
    /** Asserts that nothing is folded after two seconds. By then, the reasoning would have been folded. */
    const staysOpen = async (why: string) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      assert.deepEqual(shown(), ['0-5'], why);
    };
    await open(text);
    await eventually(shown, ['0-1', '4-5']);
    // Reasoning that contains a problem is not folded.
    await open(text.replace('a\nb\nc', 'a\nb <|END|>\nc'));
    await staysOpen('a problem');
    const document = await vscode.workspace.openTextDocument({ language: 'ocml', content: text });
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(2, 0, 2, 1) });
    await staysOpen('a place');
    const setting = vscode.workspace.getConfiguration('ocml');
    await setting.update('folding.analysis', false, vscode.ConfigurationTarget.Global);
    try {
      await open(text);
      await staysOpen('not wanted');
    } finally {
      await setting.update('folding.analysis', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
