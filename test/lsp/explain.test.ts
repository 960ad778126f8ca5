/** `ocml/explain`: its response to any input, and its cancellation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { ExplainParser, ExplainResult } from '../../protocol/explanations.ts';
import type { ErrorExplanation, Explanation } from '../../server/src/explain/explain.ts';
import { parserNames } from '../../server/src/explain/parsers/names.ts';
import { start } from './client.ts';

type Answer = ExplainResult & { readonly explanation?: Explanation | ErrorExplanation };

const bad = '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>';

test('an output, an error, plain text, and what is not one of these', async () => {
  const client = await start();
  const ask = (params: unknown) => client.connection.sendRequest<Answer | null>('ocml/explain', params);

  const answer = await ask({ text: bad, pages: 'ocml-rule:/' });
  assert.ok(answer?.explanation && 'output' in answer.explanation);
  assert.equal(answer.explanation.stop?.word?.text, 'to=functions.f');
  assert.ok(answer.report.some((line) => line.includes('ocml-rule:/E-PARSE-HEADER.md')));

  const log = [bad, bad.replaceAll('functions.f', 'functions.g')]
    .map((one) => `INFO 08-06 23:25:57 output: ${JSON.stringify(one)}\n`)
    .join('');
  const chosen = await ask({ text: log, choose: 1 });
  assert.ok(chosen?.explanation && 'output' in chosen.explanation);
  assert.deepEqual([chosen.explanation.output, chosen.explanation.input.outputs], [bad, 2]);

  const parsers = await client.connection.sendRequest<ExplainParser[]>('ocml/explainParsers');
  assert.deepEqual(
    parsers.map(({ name }) => name),
    [...parserNames],
  );
  for (const { name, title } of parsers) {
    const read = await ask({ text: bad, parser: name });
    assert.ok(read?.explanation && 'parser' in read.explanation);
    assert.deepEqual([read.explanation.parser.name, read.explanation.parser.title], [name, title]);
  }

  assert.match((await ask({ text: 'Unknown role: assistantassistant' }))?.report.join('\n') ?? '', /What to do: /);
  assert.match(
    (await ask({ text: 'Hello.' }))?.report.join('\n') ?? '',
    /^Nothing to explain: no model output was found/,
  );
  for (const wrong of [null, [], {}, { text: 1 }, { text: {}, choose: 'x' }]) assert.equal(await ask(wrong), null);
  assert.ok((await ask({ text: bad, parser: 'constructor', choose: -1, pages: 7 }))?.report);
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});

test('it is cancelled between two pieces', async () => {
  const client = await start();
  const source = new CancellationTokenSource();
  const line = 'INFO 08-06 23:26:05 [loggers.py:123] Engine 000: Avg prompt throughput: 2119.3 tokens/s\n';
  const asked = client.connection.sendRequest('ocml/explain', { text: line.repeat(300_000) }, source.token);
  setTimeout(() => source.cancel(), 50);
  await assert.rejects(asked, /cancelled/i);
  assert.equal(await client.stop(), 0);
});
