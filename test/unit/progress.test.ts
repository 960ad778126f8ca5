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
    `\r[${'='.repeat(15)}${' '.repeat(15)}] 3/6 files, 1 s`,
    `\r[${'='.repeat(25)}${' '.repeat(5)}] 5/6 files, 1 s`,
    `\r[${'='.repeat(30)}] 6/6 files, 2 s`,
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
    `\r[${'='.repeat(15)}${' '.repeat(15)}] 50 %, 1 s`,
    `\r[${'='.repeat(15)}${' '.repeat(15)}] 50 %, 2 s`,
    `\r[${'='.repeat(30)}] 100 %, 3 s`,
  ]);
});

test('of standard input, how much is read', () => {
  const written: string[] = [];
  let time = 0;
  const progress = createProgress({ isTTY: true, write: (text: string) => written.push(text) }, () => time);
  for (time of [500, 1500, 2600]) progress.read(4_000_000);
  progress.clear();
  assert.deepEqual(written, ['\r8 MB read, 1 s', '\r12 MB read, 2 s', '\r\x1b[K']);
});

test('while much is worked on in one go, another thread counts the seconds, until anything else is shown', () => {
  for (const isTTY of [true, false]) {
    const told: string[] = [];
    const tick = (says: string) => {
      told.push(says);
      return () => told.push('over');
    };
    const progress = createProgress({ isTTY, write: (text: string) => told.push(text) }, () => 0, tick);
    progress.work(1000);
    progress.work(30_000_000);
    progress.reach(0.5);
    progress.work(5_000_000);
    progress.clear();
    assert.deepEqual(told, isTTY ? ['working on 30 MB', 'over', 'working on 5 MB', 'over', '\r\x1b[K'] : []);
  }
});

test('a program that has started this one hears how far it is, ten times a second at most', () => {
  const told: unknown[] = [];
  let time = 0;
  const silent = { isTTY: false, write: () => assert.fail() };
  const progress = createProgress(
    silent,
    () => time,
    undefined,
    (message) => told.push(message),
  );
  progress.expect(2);
  for (const at of [100, 150, 250]) {
    time = at;
    progress.reach(at / 500);
  }
  time = 400;
  progress.step();
  progress.clear();
  assert.deepEqual(told, [{ reached: 0.1 }, { reached: 0.25 }, { reached: 0.5 }]);
});
