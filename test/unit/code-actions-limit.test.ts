/** If a selection has very many problems, only the first ones get fixes, and a message says so if the user requested fixes explicitly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeAction } from 'vscode-languageserver-types';
import type { Checker } from '../../server/src/checker/checker.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { MAX_MENDED } from '../../server/src/features/code-actions/actions.ts';
import { codeActions } from '../../server/src/features/code-actions.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';

const settings = { strict: false, levels: {} };
const faults = MAX_MENDED + 50;
const documents = {
  text: '<|start|>usr<|message|>Hi<|end|>\n'.repeat(faults),
  JSON: `{"messages": [${`{"role": "usr", "content": "Hi"},`.repeat(faults)}{"role": "user", "content": "Hi"}]}`,
};

for (const [name, text] of Object.entries(documents))
  test(name, async () => {
    const document = openDocument('file:///test', 'ocml', 1, text, undefined);
    const checker = createChecker(document, settings);
    const messages: string[] = [];
    const client = { snippets: true, labelOffsets: true, tell: (message: string) => void messages.push(message) };
    const ask = async (end: number, triggerKind: 1 | 2): Promise<CodeAction[]> => {
      const range = { start: document.positionAt(0), end: document.positionAt(end) };
      const params = { textDocument: { uri: document.uri }, range, context: { diagnostics: [], triggerKind } };
      const answer =
        document instanceof JsonDocument
          ? jsonFeatures['textDocument/codeAction']?.(document, params, () => settings, undefined, client)
          : codeActions.run(document, params, () => checker as Checker, undefined, client);
      return ((await answer) ?? []) as CodeAction[];
    };
    const all = await ask(text.length, 1);
    assert.ok(all.length >= MAX_MENDED && all.length <= 5 * MAX_MENDED, `${all.length} actions`);
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? '', /more than 100 problems/);
    // There is no message if the request was automatic or if all fixes are offered.
    assert.equal((await ask(text.length, 2)).length, all.length);
    assert.ok((await ask(60, 1)).length > 0);
    assert.equal(messages.length, 1);
  });
