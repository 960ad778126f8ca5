/** After any edit, a transcript equals a new parse of its text, and has kept every block that it could keep. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Block } from '../../server/src/syntax/block.ts';
import { tellsDialect } from '../../server/src/syntax/dialect.ts';
import { messageHeader } from '../../server/src/syntax/message-header.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { type Edit, edits, replacements, type Sample, samples } from './random-edits.ts';

const runs = howMany(300);
const seed = seedOf(20_250_731);

test('short transcripts under edit', () => {
  fc.assert(
    fc.property(samples({ maxLength: 8 }), fc.array(edits, { minLength: 1, maxLength: 6 }), (sample, list) =>
      follow(sample, list, everyOffset),
    ),
    { numRuns: runs, seed },
  );
});

test('transcripts of several leaves under edit', () => {
  const size = { minLength: 500, maxLength: 1500 };
  fc.assert(
    fc.property(samples(size), fc.array(edits, { minLength: 1, maxLength: 12 }), (sample, list) =>
      follow(sample, list, someOffsets),
    ),
    { numRuns: Math.ceil(runs / 30), seed, endOnFailure: true },
  );
});

/** A body that is so long that the offsets of some lines are cached (`syntax/lines.ts`), with every kind of line break. */
const long = Array.from({ length: 6000 }, (_, i) => `${i}${['\n', '\n', '\r\n', '\n\n', ' |\n', ' and so on'][i % 6]}`);
const longBodies = fc.constantFrom<Sample>(
  { choice: undefined, text: `version: 2.2\n<|start|>user<|message|>${long.join('')}<|end|>\n<|start|>assistant` },
  { choice: 'openchatml-0.1', text: `<|im_start|>user\n${long.join('')}\n<|im_end|>\n` },
  { choice: 'openchatml-0.1', text: `<|fim_prefix|>\n${long.join('')}<|fim_suffix|>${long.join('')}<|fim_middle|>` },
  { choice: undefined, text: long.join('') },
  { choice: undefined, text: `<|start|>user<|message|>${long.join('').replaceAll('\n', '\r')}` },
);

test('a long message under edit', () => {
  const typed = fc
    .tuple(edits, fc.constantFrom('', 'x', '\n', 'a\nb\n'))
    .map(([edit, insert]) => ({ ...edit, insert }));
  fc.assert(
    fc.property(longBodies, fc.array(fc.oneof(typed, typed, edits), { minLength: 1, maxLength: 8 }), (sample, list) =>
      follow(sample, list, someOffsets),
    ),
    { numRuns: Math.ceil(runs / 30), seed, endOnFailure: true },
  );
});

/** Makes the same edits in a transcript and in the stock `TextDocument`, and compares them after each replacement. */
function follow({ choice, text }: Sample, list: readonly Edit[], offsets: (length: number) => Iterable<number>): void {
  const how = choice === undefined ? {} : { dialect: choice };
  const transcript = new Transcript('test:', 'ocml', 0, text, how);
  let expected = text;
  compare(transcript, new Transcript('test:', 'ocml', 0, text, how), text, offsets);
  for (const edit of list) {
    for (const { start, end, insert } of replacements(edit, expected)) {
      transcript.takeChanges();
      const before = { blocks: [...transcript.blocks], family: transcript.family };
      if (edit.offsets) {
        transcript.replace(start, end, insert);
        expected = expected.slice(0, start) + insert + expected.slice(end);
      } else {
        const stock = TextDocument.create('test:', 'ocml', 0, expected);
        const change = { range: { start: stock.positionAt(start), end: stock.positionAt(end) }, text: insert };
        expected = TextDocument.update(stock, [change], 1).getText();
        transcript.update([change], transcript.version + 1);
      }
      const fresh = new Transcript('test:', 'ocml', transcript.version, expected, how);
      compare(transcript, fresh, expected, offsets);
      checkChanges(transcript, before.blocks);
      // If a document header may decide the dialect, 0.1 has to be detected again, so the reuse of blocks is only checked otherwise.
      const tells = choice !== undefined || tellsDialect(transcript.blocks, before.family);
      if (tells && before.family === transcript.family) {
        checkReuse(transcript, before.blocks, { start, end, inserted: expected.length });
      }
    }
  }
}

function modeOf({ dialect, family }: Transcript) {
  return { dialect, family: family.id };
}

function compare(actual: Transcript, fresh: Transcript, text: string, offsets: (length: number) => Iterable<number>) {
  assert.equal(actual.getText(), text);
  assert.deepEqual(modeOf(actual), modeOf(fresh));
  assert.deepEqual([...actual.blocks].map(stateOf), [...fresh.blocks].map(stateOf));
  assert.equal(
    actual.header,
    [...actual.blocks].find((block) => block.kind === 'document-header'),
  );
  checkPlaces(actual, text);
  comparePositions(actual, TextDocument.create('test:', 'ocml', 0, text), text, offsets);
  for (const block of actual.blocks) {
    if (block.kind !== 'message') continue;
    const unasked = { ...block, parsed: undefined };
    const [header, expected] = [block, unasked].map((one) =>
      JSON.stringify({ ...messageHeader(one), meaning: undefined }),
    );
    assert.equal(header, expected);
  }
}

/** Returns everything that a block stores about its text. */
function stateOf({ family, kind, text, lines, headerEnd, bodyStart, bodyEnd, end, terminator, traits }: Block) {
  return { family: family.id, kind, text, lines, headerEnd, bodyStart, bodyEnd, end, terminator, traits };
}

/** Asserts that every UTF-16 unit belongs to exactly one block, and that each block is found by index, offset and identity. */
function checkPlaces({ blocks }: Transcript, text: string): void {
  let start = 0;
  let startLine = 0;
  let index = 0;
  for (const block of blocks) {
    const place = { block, index, start, startLine };
    assert.equal(text.slice(start, start + block.text.length), block.text);
    assert.ok(block.text.length > 0);
    const { headerEnd, bodyStart, bodyEnd, end } = block;
    assert.ok(0 <= headerEnd && headerEnd <= bodyStart && bodyStart <= bodyEnd && bodyEnd <= end);
    assert.ok(end <= block.text.length);
    assert.equal(blocks.at(index), block);
    for (const found of [blocks.placeOf(block), blocks.placeAt(start), blocks.placeAt(start + block.text.length - 1)]) {
      assert.ok(
        found?.block === block && found.index === index && found.start === start,
        'a block is not at its place',
      );
      assert.deepEqual({ ...found, block }, place);
    }
    start += block.text.length;
    startLine += block.lines;
    index++;
  }
  assert.equal(start, text.length);
  assert.equal(index, blocks.length);
  assert.equal(blocks.textLength, text.length);
}

/** Asserts that the positions of the transcript equal those of the stock `TextDocument`. */
function comparePositions(
  actual: Transcript,
  stock: TextDocument,
  text: string,
  offsets: (length: number) => Iterable<number>,
): void {
  assert.equal(actual.lineCount, stock.lineCount);
  for (const offset of offsets(text.length)) {
    const position = stock.positionAt(offset);
    const { line, character } = position;
    const given = actual.positionAt(offset);
    if (given.line !== line || given.character !== character) assert.deepEqual(given, position, `offset ${offset}`);
    for (const odd of [character, -1, character + 1, character + 1000]) {
      const expected = stock.offsetAt({ line, character: odd });
      if (actual.offsetAt({ line, character: odd }) !== expected) assert.fail(`${line}:${odd} is not ${expected}`);
    }
    if (character > 0) continue;
    assert.deepEqual(actual.getLineRange(line), stock.getLineRange(line));
    assert.equal(actual.getEOLCharacters(line), stock.getEOLCharacters(line));
    const range = { start: position, end: stock.positionAt(offset + 40) };
    assert.equal(actual.getText(range), stock.getText(range));
  }
  for (const line of [-1, stock.lineCount, stock.lineCount + 7]) {
    assert.equal(actual.offsetAt({ line, character: 3 }), stock.offsetAt({ line, character: 3 }));
  }
}

/** Asserts that `takeChanges` returns the difference between the blocks before and after. */
function checkChanges(transcript: Transcript, before: readonly Block[]): void {
  const blocks = new Set(before);
  for (const { removed, added } of transcript.takeChanges() ?? []) {
    for (const block of removed) assert.ok(blocks.delete(block), 'a block was removed twice, or was not there');
    for (const block of added) blocks.add(block);
  }
  assert.ok(blocks.size === transcript.blocks.length && [...transcript.blocks].every((block) => blocks.has(block)));
  for (const block of before) assert.equal(block.leaf !== undefined, blocks.has(block));
}

/** Asserts that blocks outside the edited range are the same objects as before, if a new parse divides the text in the same way. */
function checkReuse(
  transcript: Transcript,
  before: readonly Block[],
  { start, end, inserted }: { start: number; end: number; inserted: number },
): void {
  const shift = inserted - before.reduce((sum, block) => sum + block.text.length, 0);
  const old = new Map<number, Block>();
  let at = 0;
  for (const block of before) {
    if (at + block.text.length <= start) old.set(at, block);
    else if (at >= end) old.set(at + shift, block);
    at += block.text.length;
  }
  const known = new Set(before);
  let reusable = 0;
  let reused = 0;
  at = 0;
  for (const block of transcript.blocks) {
    const candidate = old.get(at);
    if (candidate !== undefined && JSON.stringify(stateOf(candidate)) === JSON.stringify(stateOf(block))) reusable++;
    if (known.has(block)) reused++;
    at += block.text.length;
  }
  // Only the counts are compared, because of several equal blocks in a row, any may be the one that was kept.
  assert.ok(reused >= reusable, `reused ${reused} of ${reusable}`);
}

function* everyOffset(length: number): Iterable<number> {
  for (let offset = -1; offset <= length + 1; offset++) yield offset;
}

function* someOffsets(length: number): Iterable<number> {
  for (let offset = 0; offset <= length; offset += 997) yield offset;
  yield length;
}
