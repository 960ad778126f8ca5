/**
 * Token counts of blocks. After an edit, the server counts only the expected blocks again, the expected counts are estimates, and the sums
 * equal those of a new count.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BlockSizes } from '../../server/src/lsp/tokens/block-sizes.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany } from '../support/effort.ts';

const seed = Number(process.env.OCML_SEED ?? 20_250_801);
const never = () => false;
const message = (role: string, body: string) => `<|start|>${role}<|message|>${body}<|end|>\n`;

/** Counts each character as a token, and records the texts that were counted. */
function counting() {
  const counted: string[] = [];
  const sizes = new BlockSizes(async (texts) => {
    for (const text of texts) counted.push(text);
    return texts.map((text) => text.length);
  });
  return { sizes, counted };
}

const opened = (text: string) => new Transcript('a.harmony', 'ocml', 0, text);
const edit = (document: Transcript, at: number, removed: number, text: string) => {
  const range = { start: document.positionAt(at), end: document.positionAt(at + removed) };
  document.update([{ range, text }], document.version + 1);
};

test('an edit has the edited message counted again, and no other', async () => {
  const document = opened(Array.from({ length: 2000 }, (_, i) => message('user', `number ${i}`)).join(''));
  const { sizes, counted } = counting();
  const before = await sizes.total(() => document.blocks, never);
  assert.equal((before?.tokens ?? 0) + (before?.outside ?? 0), document.length);
  counted.length = 0;
  edit(document, document.getText().indexOf('number 1234') + 3, 0, 'XYZ');
  const after = await sizes.total(() => document.blocks, never);
  assert.equal((after?.tokens ?? 0) + (after?.outside ?? 0), document.length);
  assert.deepEqual(counted, [message('user', 'numXYZber 1234').trim(), '\n']);
});

test('after any edits, sums are those of a fresh count', async () => {
  const part = fc.constantFrom('<|start|>', 'user', '<|message|>', 'some words', '<|end|>', '\n', '<|channel|>final');
  const edits = fc.array(fc.tuple(fc.nat(400), fc.nat(20), part), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 60 }), edits, async (parts, changes) => {
      const document = opened(parts.join(''));
      const { sizes } = counting();
      for (const [at, removed, text] of changes) {
        edit(document, Math.min(at, document.length), removed, text);
        const total = await sizes.total(() => document.blocks, never);
        const fresh = opened(document.getText());
        assert.deepEqual(total, await counting().sizes.total(() => fresh.blocks, never));
      }
    }),
    { numRuns: howMany(600), seed },
  );
});

test('a long message is estimated by samples, and a long document by some of its messages', async () => {
  const long = opened(message('user', 'ab '.repeat(3_500_000)));
  const one = counting();
  const estimate = await one.sizes.total(() => long.blocks, never);
  assert.equal(estimate?.exact, false);
  assert.ok(Math.abs((estimate?.tokens ?? 0) / long.length - 1) < 0.001);
  assert.ok(one.counted.join('').length < 200_000);
  const many = opened(message('user', 'some words of a user, and more of them'.repeat(10)).repeat(60_000));
  const some = counting();
  const sum = await some.sizes.total(() => many.blocks, never);
  assert.equal(sum?.exact, false);
  assert.ok(Math.abs(((sum?.tokens ?? 0) + (sum?.outside ?? 0)) / many.length - 1) < 0.001);
  assert.ok(some.counted.join('').length < 11_000_000);
  // After an edit, the messages that were only estimated are still not counted.
  some.counted.length = 0;
  edit(many, 30, 0, 'more');
  await some.sizes.total(() => many.blocks, never);
  assert.ok(some.counted.join('').length < 1_000_000);
});

test('what nobody waits for ends after a batch', async () => {
  const document = opened(message('user', 'words '.repeat(1000)).repeat(500));
  let asked = 0;
  const sizes = new BlockSizes(async (texts) => {
    asked++;
    return texts.map(() => 1);
  });
  assert.equal(
    await sizes.total(
      () => document.blocks,
      () => asked > 0,
    ),
    undefined,
  );
  assert.equal(asked, 1);
});

test('what two ask for is counted once; one that fails leaves the next to be asked', async () => {
  const document = opened(message('user', 'Hi').repeat(40));
  const { sizes, counted } = counting();
  const total = () => sizes.total(() => document.blocks, never);
  assert.deepEqual(await total(), (await Promise.all([total(), total()]))[0]);
  assert.equal(counted.length, 80);
  let fails = true;
  const failing = new BlockSizes(async (texts) => {
    if (fails) throw new Error('no');
    return texts.map(() => 1);
  });
  await assert.rejects(
    failing.total(() => document.blocks, never),
    /no/,
  );
  fails = false;
  assert.equal((await failing.total(() => document.blocks, never))?.tokens, 40);
});
