/** Documents that are not transcripts, over stdio: they have one diagnostic, and neither Fix All nor formatting changes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeAction, TextEdit } from 'vscode-languageserver-types';
import { start } from './client.ts';

const chunk = (delta: string) =>
  `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: { content: delta } }] })}\n\n`;
/** Texts in which something would be fixed or formatted if they were transcripts. */
const texts: Readonly<Record<string, string>> = {
  'yaml with a key twice': 'name: a\nname: b\n',
  'yaml with an end of a header': 'name: a\nname: b\n---\n\n\n\ntext\n',
  events: chunk('<|start|>assistant <|channel|> final<|message|>x<|return|>\n\n\n<|start|>user   name=a<|message|>y'),
  'a response with headers': `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${chunk('<|start|>user  name=a<|message|>')}`,
};
/** Texts that do not begin like a transcript. They are not changed automatically, but all of their problems are reported. */
const quoting: Readonly<Record<string, string>> = {
  'a log that quotes tokens':
    '2026-01-02 INFO prompt: <|start|>user   name=a<|message|>Hi<|end|>\n\n\n<|start|>assistant <|channel|> final<|message|>x<|end|>\n',
};

test('what is not a transcript has one diagnostic, and nothing changes it', async () => {
  const client = await start();
  const options = { tabSize: 2, insertSpaces: true };
  for (const [i, [what, text]] of Object.entries({ ...texts, ...quoting }).entries()) {
    const uri = `file:///${i}.txt`;
    client.open(uri, text);
    const { diagnostics } = await client.diagnostics(uri, 1);
    if (what in texts)
      assert.deepEqual(
        diagnostics.map(({ code, range }) => [code, range.start]),
        [['not-a-transcript', { line: 0, character: 0 }]],
        what,
      );
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const { line, character } = range.start;
    assert.deepEqual(await client.ask<TextEdit[]>('formatting', uri, { options }), [], what);
    assert.deepEqual(await client.ask<TextEdit[]>('rangeFormatting', uri, { options, range }), [], what);
    const context = { diagnostics: [], only: ['source.fixAll'] };
    assert.deepEqual((await client.ask<CodeAction[] | null>('codeAction', uri, { range, context })) ?? [], [], what);
    const quick = { diagnostics, only: ['quickfix'] };
    const actions =
      (await client.ask<CodeAction[] | null>('codeAction', uri, {
        range: { start: { line, character }, end: range.end },
        context: quick,
      })) ?? [];
    assert.deepEqual(
      actions.filter(({ isPreferred, edit }) => what in texts && isPreferred && edit),
      [],
      what,
    );
  }
  // In a transcript, the same text is fixed and formatted, so the requests above are able to change something.
  const uri = 'file:///y.txt';
  client.open(
    uri,
    '<|start|>user   name=a<|message|>Hi<|end|>\n\n\n<|start|>assistant <|channel|> final<|message|>x<|end|>\n',
  );
  assert.notDeepEqual(await client.ask('formatting', uri, { options }), []);
  assert.deepEqual(client.log, []);
  await client.stop();
});
