/** Broken JSON on one long line takes time that grows as it does, to check and to list in the outline. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/features/document.ts';
import { documentSymbols } from '../../server/src/features/json/symbols.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

/** What the text begins with, and what is in it again and again. */
const rows: readonly (readonly [before: string, again: string])[] = [
  ["['", '"a"b,'],
  ['', '["a"b,'],
  ['', '[“'],
  ['[', '“'],
  ['[', '‘'],
  ['[', '“ ’'],
  ['[', '"a”,\\"b'],
  ['[', '"'],
  ['"', '\\'],
  ['', '{'],
  ['', '['],
  ['', '{"a":'],
  ['', '{{]'],
  ['[', 'x '],
  ['[', '{"token":"<|start|>"},"user",'],
  ['[', '{"role":"user","content":"<|x|>"},'],
];

function timeOf(text: string): number {
  const began = performance.now();
  for (const dialect of ['messages', 'chatml-wire'] as const) {
    const document = openDocument('test:', 'json', 0, text, dialect);
    createChecker(document, { strict: false, levels: {} }).problems(200);
    assert.ok(!(document instanceof Transcript));
    documentSymbols(document);
  }
  return performance.now() - began;
}

const check = (name: string, make: (length: number) => string) =>
  test(name, () => {
    timeOf(make(2_000));
    const small = Math.min(timeOf(make(4_000)), timeOf(make(4_000)));
    const large = timeOf(make(48_000));
    assert.ok(large < 50 * Math.max(small, 1) + 100, `${small.toFixed(1)} ms, ${large.toFixed(1)} ms`);
  });

for (const [before, again] of rows) {
  check(`${before}${again}…`, (length) => before + again.repeat(Math.ceil(length / again.length)));
}

check('objects and no array to close', (length) => '{'.repeat(length / 2) + ']'.repeat(length / 2));
