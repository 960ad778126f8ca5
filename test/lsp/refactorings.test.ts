/** Refactorings over stdio, and the requests for which they are offered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument, type TextEdit } from 'vscode-languageserver-textdocument';
import { start } from './client.ts';

interface Action {
  readonly title: string;
  readonly kind: string;
  readonly edit: { readonly documentChanges: readonly { readonly edits: TextEdit[] }[] };
}

const uri = 'file:///x.ocml';
const text = '<|start|>user<|message|>one two<|end|>\n';

test('what an editor asks with each move of the caret, and what somebody asks for', async () => {
  const client = await start();
  client.open(uri, text);
  const character = text.indexOf('two');
  const caret = { line: 0, character };
  const ask = (context: object, end = caret) =>
    client.ask<Action[]>('codeAction', uri, { range: { start: caret, end }, context: { diagnostics: [], ...context } });
  const titles = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).map(({ title }) => title);
  assert.deepEqual(await titles({ triggerKind: 2 }), []);
  assert.deepEqual(await titles({ triggerKind: 1 }), ['Split the message and its body here']);
  assert.deepEqual(await titles({ only: ['refactor.extract'] }, { line: 0, character: character + 3 }), [
    'Extract this part of the body to a separate message',
  ]);
  const [split] = await ask({ triggerKind: 1 });
  const edits = split?.edit.documentChanges[0]?.edits ?? [];
  assert.equal(
    TextDocument.applyEdits(TextDocument.create(uri, 'ocml', 1, text), edits),
    '<|start|>user<|message|>one <|end|>\n<|start|>user<|message|>two<|end|>\n',
  );
  assert.equal(split?.kind, 'refactor.rewrite');
  await client.stop();
});

test('what changes the whole document is offered to who asks for source actions', async () => {
  const client = await start();
  const thought = '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>\n';
  const answer = '<|start|>assistant<|channel|>final<|message|>4<|end|>\n';
  client.open(
    uri,
    `version: 2.2\n${text}${thought}${answer}${text}<|start|>functions.f call_id=c1<|message|>1<|end|>\n`,
  );
  const at = { line: 1, character: 0 };
  const ask = async (context: object) => {
    const actions = await client.ask<Action[]>('codeAction', uri, {
      range: { start: at, end: at },
      context: { diagnostics: [], triggerKind: 1, ...context },
    });
    return actions.map(({ kind }) => kind).filter((kind) => kind.startsWith('source.'));
  };
  assert.deepEqual(await ask({}), []);
  assert.deepEqual(await ask({ only: ['source'] }), [
    'source.dropAnalysis.ocml',
    'source.dropAnalysisAsHarmony.ocml',
    'source.fixAll.ocml',
    'source.convertLegacy.ocml',
  ]);
  assert.deepEqual(await ask({ only: ['source.dropAnalysis'] }), ['source.dropAnalysis.ocml']);
  await client.stop();
});
