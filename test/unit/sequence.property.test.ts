/** The tree of blocks gives the same results as a plain list after blocks are added and removed, and stays balanced. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Block } from '../../server/src/syntax/block.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { BlockSequence, type Node } from '../../server/src/syntax/sequence.ts';
import { howMany, seedOf } from '../support/effort.ts';

const runs = Math.ceil(howMany(300) / 10);
const seed = seedOf(20_250_801);

/** The number of blocks: a few, or enough for several levels of the tree. */
const sizes = fc.oneof(fc.nat(3), fc.nat(100), fc.nat(6000));
const splices = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), count: sizes, come: sizes });

test('blocks come and go', () => {
  fc.assert(
    fc.property(sizes, fc.array(splices, { maxLength: 8 }), (size, list) => {
      let expected = blocks(size);
      const sequence = new BlockSequence(expected);
      compare(sequence, expected);
      for (const { at, count, come } of list) {
        const from = Math.floor(at * expected.length);
        const gone = expected.slice(from, from + count);
        const added = blocks(come);
        sequence.splice(from, gone.length, added);
        expected = [...expected.slice(0, from), ...added, ...expected.slice(from + gone.length)];
        compare(sequence, expected);
        assert.ok(gone.every((block) => block.leaf === undefined && sequence.placeOf(block) === undefined));
      }
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
});

test('a revision stands for one state: of a trial that was taken back, none is left for the edit after it', () => {
  const [a, b, c] = blocks(3) as [Block, Block, Block];
  const sequence = new BlockSequence([a]);
  const { revision } = sequence;
  sequence.splice(0, 1, [b]);
  const onTrial = sequence.revision;
  sequence.splice(0, 1, [a], revision);
  assert.equal(sequence.revision, revision);
  sequence.splice(0, 1, [c]);
  assert.equal(new Set([revision, onTrial, sequence.revision, new BlockSequence([a]).revision]).size, 4);
});

function blocks(count: number): Block[] {
  const text = Array.from({ length: count }, (_, i) => `<|start|>user<|message|>${i}<|end|>${'\n'.repeat(i % 3)}`);
  return families['openchatml-2.2'].scan({ text: text.join(''), first: false, last: true }).blocks;
}

function compare(sequence: BlockSequence, expected: readonly Block[]): void {
  assert.equal(sequence.length, expected.length);
  assert.ok([...sequence].every((block, i) => block === expected[i]));
  const step = Math.max(1, Math.floor(expected.length / 50));
  let start = 0;
  let startLine = 0;
  for (const [index, block] of expected.entries()) {
    if (index % step === 0 || index === expected.length - 1) {
      const place = { block, index, start, startLine };
      assert.equal(sequence.at(index), block);
      const found = [sequence.placeOf(block), sequence.placeAt(start), sequence.placeAt(start + block.text.length - 1)];
      if (block.lines > 0)
        found.push(sequence.placeOfBreak(startLine + 1), sequence.placeOfBreak(startLine + block.lines));
      for (const one of found) assert.ok(one?.block === block && one.index === index);
      for (const one of found) assert.deepEqual({ ...one, block: 0 }, { ...place, block: 0 });
      const slice = sequence.slice(index, index + 2 * step);
      assert.ok(slice.every((one, i) => one === expected[index + i]));
      assert.equal(slice.length, Math.min(2 * step, expected.length - index));
    }
    start += block.text.length;
    startLine += block.lines;
  }
  assert.equal(sequence.textLength, start);
  assert.equal(sequence.lineBreaks, startLine);
  const depth = depthOf(sequence.root);
  assert.ok(depth <= 2 + Math.log2(1 + expected.length) / 3, `${depth} levels for ${expected.length} blocks`);
}

/** Returns the depth of a tree, and asserts that all leaves are equally deep and no node is too large. */
function depthOf(node: Node): number {
  assert.ok((node.nodes ?? node.blocks).length <= 64);
  if (!node.nodes) return 1;
  const depths = new Set(node.nodes.map((below) => depthOf(below)));
  assert.equal(depths.size, 1);
  return 1 + ([...depths][0] as number);
}
