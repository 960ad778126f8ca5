/** After any edit, every feature returns the same as for a new parse, with valid ranges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { ask } from './features-check.ts';
import { edits, replacements, samples } from './random-edits.ts';

const runs = howMany(300);
const seed = seedOf(20_250_731);

interface Ranged {
  name?: string;
  range: Parameters<Transcript['getText']>[0] & {};
  selectionRange: Parameters<Transcript['getText']>[0] & {};
  children?: Ranged[];
}

test('features under edit', () => {
  fc.assert(
    fc.property(
      samples({ maxLength: 10 }),
      fc.array(edits, { minLength: 1, maxLength: 5 }),
      fc.nat({ max: 1000 }),
      ({ choice, text }, list, where) => {
        const how = choice === undefined ? {} : { dialect: choice };
        const transcript = new Transcript('test:', 'ocml', 0, text, how);
        let expected = text;
        for (const edit of list) {
          for (const { start, end, insert } of replacements(edit, expected)) {
            transcript.replace(start, end, insert);
            expected = expected.slice(0, start) + insert + expected.slice(end);
            const fresh = new Transcript('test:', 'ocml', 0, expected, how);
            compare(transcript, fresh, [start, start + insert.length, Math.round((where / 1000) * expected.length)]);
          }
        }
      },
    ),
    { numRuns: runs, seed },
  );
});

function compare(transcript: Transcript, fresh: Transcript, offsets: readonly number[]): void {
  for (const method of ['documentSymbol', 'foldingRange']) {
    assert.deepEqual(ask(method, transcript), ask(method, fresh));
  }
  checkSymbols(fresh, ask<Ranged[]>('documentSymbol', fresh), 0, fresh.length);
  for (const offset of offsets) {
    const position = fresh.positionAt(offset);
    const hover = ask<Ranged | null>('hover', fresh, { position });
    assert.deepEqual(ask('hover', transcript, { position }), hover);
    if (hover) checkRange(fresh, hover.range, offset - 1, offset);
    for (const triggerKind of [1, 2]) {
      const params = { position, context: { triggerKind } };
      const list = ask<{ items: { textEdit: Ranged }[] }>('completion', fresh, params);
      assert.deepEqual(ask('completion', transcript, params), list);
      for (const { textEdit } of list.items)
        checkRange(fresh, textEdit.range, fresh.offsetAt(position), fresh.offsetAt(position));
    }
  }
}

/** Asserts that each symbol has a name, that its range contains its selection and its children, and that it lies within its parent. */
function checkSymbols(transcript: Transcript, symbols: readonly Ranged[], from: number, to: number): void {
  for (const { name, range, selectionRange, children = [] } of symbols) {
    assert.ok(name);
    const [start, end] = [transcript.offsetAt(range.start), transcript.offsetAt(range.end)];
    assert.ok(start >= from && end <= to && start <= end, name);
    assert.deepEqual([transcript.positionAt(start), transcript.positionAt(end)], [range.start, range.end], name);
    checkRange(transcript, range, transcript.offsetAt(selectionRange.end), transcript.offsetAt(selectionRange.start));
    checkSymbols(transcript, children, start, end);
  }
}

/** Asserts that a range starts at or before `until` and ends at or after `from`, and that its positions exist. */
function checkRange(transcript: Transcript, range: Ranged['range'], from: number, until: number): void {
  const [start, end] = [transcript.offsetAt(range.start), transcript.offsetAt(range.end)];
  assert.ok(start <= until && end >= from, `${start}…${end} misses ${from}…${until}`);
  assert.deepEqual([transcript.positionAt(start), transcript.positionAt(end)], [range.start, range.end]);
}
