/** Documents that use one name extremely often. Each request of the call graph keeps to its limit, and says so if it reaches the limit. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { GRAPH_LIMITS } from '../../server/src/features/graph/limits.ts';
import { features } from '../../server/src/features/index.ts';
import { Refusal } from '../../server/src/features/support/feature.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { whole } from '../support/effort.ts';

interface Item {
  readonly name: string;
}

/** Sends requests at the first occurrence of a word in a text, and collects the messages for the user. */
function asked(text: string, at: string) {
  const transcript = new Transcript('test:', 'ocml', 0, text);
  const checker = new Checker(transcript, { strict: false, levels: {} });
  const told: string[] = [];
  const position = transcript.positionAt(text.indexOf(at) + at.length);
  return {
    told,
    ask<T>(method: string, params: object = {}): T {
      const run = features.find((one) => one.method === method)?.run;
      const client = { snippets: false, labelOffsets: false, tell: (message: string) => told.push(message) };
      return run?.(transcript, { position, ...params }, () => checker, undefined, client) as T;
    },
  };
}

/** More calls than a rename can edit. */
const calls = whole ? 100_000 : 51_000;
const call = (id: string) =>
  `<|start|>assistant to=functions.f call_id=${id}<|channel|>commentary<|message|>{}<|call|>\n`;
const documents = {
  'calls to one tool': [Array.from({ length: calls }, (_, i) => call(`c${i}`)).join(''), 'to=functions.f'],
  'one id': [
    call('c').repeat(calls / 2) + '<|start|>tool call_id=c<|message|>1<|end|>\n'.repeat(calls / 2),
    'call_id=c',
  ],
  'calls in one message of ChatML': [
    `<|im_start|>assistant\n${'<|function_call|>\n{"name": "f", "arguments": {}}\n'.repeat(calls)}<|im_end|>\n`,
    '"name": "f',
  ],
} as const;

for (const [what, [text, at]] of Object.entries(documents)) {
  suite(`${calls} times: ${what}`, () => {
    const { ask, told } = asked(text, at);
    test('references, and that there are more', () => {
      assert.equal(ask<unknown[]>('textDocument/references').length, GRAPH_LIMITS.references);
      assert.match(told.pop() ?? '', /more than 10000 references/);
    });
    test('highlights around the place', () => {
      assert.equal(ask<unknown[]>('textDocument/documentHighlight').length, GRAPH_LIMITS.highlights);
    });
    test('a rename that would be half done is refused', () => {
      assert.throws(() => ask('textDocument/rename', { newName: 'other' }), Refusal);
    });
    test('lenses, the last of which says that they end', () => {
      const lenses = ask<{ data: { title?: string } }[]>('textDocument/codeLens');
      assert.equal(lenses.length, GRAPH_LIMITS.lenses);
      assert.match(lenses.at(-1)?.data.title ?? '', /more than 2000 code lenses: the rest are not shown/);
    });
    test('the hierarchy', () => {
      const [item] = ask<Item[]>('textDocument/prepareCallHierarchy');
      const found = ask<unknown[]>('callHierarchy/incomingCalls', { item });
      assert.ok(found.length <= GRAPH_LIMITS.calls);
      if (found.length === GRAPH_LIMITS.calls) assert.match(told.pop() ?? '', /more than 1000/);
      assert.deepEqual(told, []);
    });
    test('linked editing', () => {
      const { ranges } = ask<{ ranges: unknown[] } | null>('textDocument/linkedEditingRange') ?? { ranges: [] };
      assert.ok(ranges.length <= GRAPH_LIMITS.linked + 1);
    });
  });
}

test('what a hover says of an id with many replies', () => {
  const many = `${call('c')}${'<|start|>tool call_id=c<|message|>1<|end|>\n'.repeat(1000)}`;
  const { value } = asked(many, 'call_id=').ask<{ contents: { value: string } }>('textDocument/hover').contents;
  assert.match(value, /and 995 more/);
  assert.ok(value.split('\n').length < 20);
});
