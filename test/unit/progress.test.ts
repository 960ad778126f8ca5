import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress } from '../../server/src/cli/progress.ts';

function run(isTTY: boolean, times: readonly number[]): string[] {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress({ isTTY, write: (text: string) => written.push(text) }, () => time);
  progress.expect(times.length);
  for (const at of times) {
    time = at;
    progress.step();
  }
  progress.clear();
  return written;
}

test('a bar after a second, ten times a second at most, taken away at the end', () => {
  assert.deepEqual(run(true, [500, 999, 1000, 1050, 1100, 2000]), [
    `\r[${'='.repeat(15)}${' '.repeat(15)}] 3/6 files`,
    `\r[${'='.repeat(25)}${' '.repeat(5)}] 5/6 files`,
    `\r[${'='.repeat(30)}] 6/6 files`,
    '\r\x1b[K',
  ]);
});

test('none for work that is soon done, and none where nobody watches', () => {
  assert.deepEqual(run(true, [10, 20, 900]), []);
  assert.deepEqual(run(false, [500, 5000, 9000]), []);
});

test('of one file, how much of it is read', () => {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress({ isTTY: true, write: (text: string) => written.push(text) }, () => time);
  for (const at of [0.1, 0.5, 0.505, 1]) {
    time += 900;
    progress.reach(at);
  }
  assert.deepEqual(written, [
    `\r[${'='.repeat(15)}${' '.repeat(15)}] 50 %`,
    `\r[${'='.repeat(15)}${' '.repeat(15)}] 50 %`,
    `\r[${'='.repeat(30)}] 100 %`,
  ]);
});
