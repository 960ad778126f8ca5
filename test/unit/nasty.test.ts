/** Hostile documents are read to their end, whatever their size. A quadratic loop would exceed the time limit of the file. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sizeOf } from '../support/effort.ts';
import {
  chatmlRows,
  faultyRows,
  fixEverything,
  jsonRows,
  markdownRows,
  readAll,
  readJsonAll,
  render,
} from '../support/nasty.ts';

suite('OpenChatML 0.1', () => {
  for (const [name, make] of chatmlRows) test(name, () => assert.ok(readAll(make(sizeOf(12_000))) >= 0));
});

suite('all fixes', () => {
  for (const [name, make] of faultyRows) test(name, () => assert.ok(fixEverything(make(sizeOf(3_600))) >= 0));
});

suite('JSON', () => {
  for (const [name, make] of jsonRows) test(name, () => assert.ok(readJsonAll(make(sizeOf(12_000))) > 0));
});

suite('Markdown', () => {
  for (const [name, make] of markdownRows) test(name, () => assert.ok(render(make(sizeOf(3_000))) >= 0));
});
