/** Features that show the structure of a document respond within their limits for large and hostile documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { foldsOf } from '../../server/src/features/folding/folding-ranges.ts';
import { features } from '../../server/src/features/index.ts';
import { linksOf } from '../../server/src/features/links/document-links-in.ts';
import { selectionsOf } from '../../server/src/features/selection-ranges/selection-ranges-at.ts';
import { delta, full, inRange } from '../../server/src/features/semantic-tokens/semantic-tokens-in.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { sizeOf } from '../support/effort.ts';
import { readTokens } from '../support/semantic.ts';

const said = (body: string, header = 'developer') => `<|start|>${header}<|message|>${body}<|end|>\n`;
const call = (id: string) =>
  `<|start|>assistant to=functions.f call_id=${id}<|channel|>commentary<|message|>{}<|call|>\n`;

const documents: Record<string, string> = {
  'a body with thousands of fences': said('```python\nx\n```\n'.repeat(sizeOf(10_000))),
  'a fence of megabytes in an odd language': said(
    `\`\`\`$(flame)<b>\n${'odd line of code\n'.repeat(sizeOf(300_000))}\n\`\`\``,
  ),
  'a fence of megabytes that nothing closes': said(`\`\`\`odd\n${'# not a heading\n'.repeat(sizeOf(300_000))}`),
  headings: said('# a\n'.repeat(sizeOf(100_000))),
  'calls to one tool': Array.from({ length: sizeOf(100_000) }, (_, i) => call(`c${i}`)).join(''),
  'an id that is used again and again': call('c').repeat(sizeOf(100_000)),
  'calls without ids': '<|start|>assistant<|channel|>commentary to=functions.f json<|message|>{}<|call|>'.repeat(
    sizeOf(50_000),
  ),
  tags: `<|im_start|>assistant\n${'<tool_call>{"name": "f"}</tool_call>'.repeat(sizeOf(10_000))}<|im_end|>\n`,
  links: said('https://a.example/))) '.repeat(sizeOf(50_000)), 'user'),
  'brackets after an address': said(`https://a.example/${')'.repeat(sizeOf(1_000_000))}`, 'user'),
  'JSON of megabytes on a line': said(
    `[${'"a", '.repeat(sizeOf(1_000_000))}1]`,
    'assistant to=functions.f<|channel|>commentary',
  ),
};

for (const [name, text] of Object.entries(documents)) {
  test(name, () => {
    const transcript = new Transcript('test:', 'ocml', 0, text);
    const tokens = full(transcript);
    assert.ok(tokens.data.length % 5 === 0 && readTokens(tokens.data.slice(0, 500)).length <= 100);
    transcript.replace(30, 30, 'x');
    const changed = delta(transcript, tokens.resultId ?? '');
    assert.ok('edits' in changed || changed.data.length > 0);
    const middle = transcript.positionAt(transcript.length >> 1);
    const screen = inRange(transcript, { start: middle, end: { ...middle, character: middle.character + 5000 } });
    assert.ok(screen.data.length / 5 <= 20_000);
    const [selection] = selectionsOf(transcript, [middle]);
    assert.ok(selection?.range);
    assert.ok(foldsOf(transcript).length <= 201_000);
    assert.ok(linksOf(transcript).length <= 2000);
    const checker = new Checker(transcript, { strict: false, levels: {} });
    for (const method of ['hover', 'completion', 'signatureHelp', 'documentSymbol', 'inlayHint']) {
      const params = { position: middle, range: { start: middle, end: middle }, context: { triggerKind: 1 } };
      const answer = features
        .find((one) => one.method === `textDocument/${method}`)
        ?.run(transcript, params as never, () => checker);
      assert.ok(JSON.stringify(answer ?? null).length < 10_000_000, method);
    }
  });
}
