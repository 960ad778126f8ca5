/** Each computation caches its result in the block. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockCache } from '../../server/src/syntax/block-cache.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

test('a block has the results of each reader, and its copy has none', () => {
  const block = [...new Transcript('a.harmony', 'ocml', 0, '<|start|>user<|message|>Hi<|end|>').blocks].find(
    ({ kind }) => kind === 'message',
  );
  assert.ok(block);
  const [lengths, words] = [new BlockCache<number>(), new BlockCache<string>()];
  lengths.set(block, 2);
  words.set(block, 'Hi');
  assert.deepEqual([lengths.get(block), words.get(block)], [2, 'Hi']);
  const copy = { ...block, bodyEnd: block.bodyStart };
  assert.deepEqual([lengths.get(copy), words.get(copy)], [undefined, undefined]);
  lengths.set(copy, 0);
  assert.deepEqual([lengths.get(copy), words.get(copy), lengths.get(block)], [0, undefined, 2]);
});
