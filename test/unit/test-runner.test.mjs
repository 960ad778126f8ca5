// `npm test` ends parts that hang, and reports what failed and what was skipped.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { failuresOf, partLine, summary } from '../../scripts/test/report.mjs';
import { withSecondTry } from '../../scripts/test/second-try.mjs';
import { runScript } from '../../scripts/test/watch.mjs';

/** Runs a script with this text as a part of the tests is run. */
async function runText(text, options) {
  const folder = mkdtempSync(join(tmpdir(), 'ocml-part-'));
  try {
    const script = join(folder, 'part.mjs');
    writeFileSync(script, text);
    return await runScript(script, [], { limit: 60_000, ...options });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a process is still running. A zombie, which has exited but has not been waited for, does not count. */
const isAlive = (pid) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

const row = (values) => ({
  part: 'cli',
  passed: 3,
  failed: 0,
  skipped: 0,
  failures: [],
  unsteady: [],
  skips: [],
  seconds: 41,
  ran: true,
  said: 'all that was written',
  ...values,
});

suite('a part', () => {
  test('is heard to its end', async () => {
    const { said, counts, hung } = await runText(
      "console.log('written'); process.send({ counts: { passed: 2 } }, () => process.exit());",
    );
    assert.deepEqual({ said, counts, hung }, { said: 'written\n', counts: { passed: 2 }, hung: undefined });
  });

  test('that hangs is ended with what it started, and says what was running', {
    skip: process.platform === 'win32' && 'there is no ps',
    timeout: 60_000,
  }, async () => {
    const { said, hung } = await runText(
      `import { spawn } from 'node:child_process';
       const child = spawn(process.execPath, ['-e', 'for (;;);'], { detached: true });
       process.on('message', () => process.send({ running: ['a test'] }));
       console.log(child.pid);
       setInterval(() => {}, 1000);`,
      { limit: 1500 },
    );
    assert.equal(hung, 'Nothing was heard of it for 1.5 s, so it was ended: a test.');
    // A busy machine may take a while to end a process.
    for (let tries = 0; tries < 200 && isAlive(Number(said)); tries++) await setTimeout(50);
    assert.equal(isAlive(Number(said)), false, 'what the part started is gone');
  });

  test('that is slow, but heard of, is left alone', async () => {
    const { hung } = await runText(
      'for (let i = 1; i < 5; i++) setTimeout(() => process.send({ alive: true }), i * 1500); setTimeout(() => process.exit(), 7500);',
      { limit: 5000 },
    );
    assert.equal(hung, undefined);
  });
});

suite('what is printed', () => {
  test('a line for each part', () => {
    assert.match(partLine(row({ skipped: 1 })), /^cli +3 passed, 1 skipped +41 s$/);
    assert.match(partLine(row({ failed: 1 })), /^cli +1 FAILED, 3 passed +41 s$/);
    assert.match(partLine(row({ passed: 0, ran: false })), /^cli +DID NOT RUN +41 s$/);
  });

  test('nothing of what a part wrote that passed, and all of one that did not run', () => {
    assert.deepEqual(failuresOf(row({})), []);
    assert.match(failuresOf(row({ passed: 0, ran: false })).join(), /all that was written/);
  });

  test('at the end: what was skipped and why, what was not tried, and why what failed', () => {
    const { text, failed } = summary(
      [
        row({ skipped: 1, skips: [{ name: 'in Vim', reason: 'Vim is not installed' }] }),
        row({
          part: 'lsp',
          failed: 1,
          failures: [{ name: 'a hover', file: 'h.ts', reason: '1 is not 2', details: '…' }],
        }),
        row({ part: 'packaged', passed: 0, unsteady: [{ name: 'a key', file: 'k.mjs' }] }),
        row({ part: 'page', passed: 0, ran: false, hung: 'Nothing was heard of it.' }),
      ],
      ['the long days'],
    );
    assert.equal(failed, 2);
    assert.equal(
      text,
      `
Skipped:
  cli: Vim is not installed (in Vim)

Not tried:
  the long days

Passed only when tried again:
  packaged: a key (k.mjs)

Failed:
  lsp: a hover (h.ts): 1 is not 2
  page: Nothing was heard of it.

6 passed, 2 failed, 1 skipped`,
    );
  });
});

suite('a second try', () => {
  const failure = (name, file) => ({ name, file, reason: 'a reason', details: 'a reason' });
  const byFile = new Map([['a.mjs', { passed: 2, skipped: 1 }]]);
  /** Returns what `withSecondTry` resolves to, and the names of the files that it runs. */
  async function tryAgain(failures, second) {
    const files = [];
    const first = { passed: 8, failed: failures.length, skipped: 1, skips: [], failures, byFile };
    const counts = await withSecondTry(first, (list) => {
      files.push(...list.map((file) => basename(file)));
      return { passed: 0, skipped: 0, failed: second.failures?.length, ...second };
    });
    return { files, counts };
  }

  test('runs only the files that failed, and names the tests that pass then', async () => {
    const [steady, gone] = [failure('steady', 'a.mjs'), failure('gone', 'b.mjs')];
    const { files, counts } = await tryAgain([steady, gone], { passed: 3, skipped: 1, failures: [steady] });
    assert.deepEqual(files, ['a.mjs', 'b.mjs']);
    const { passed, failed, skipped, failures, unsteady } = counts;
    assert.deepEqual({ passed, failed, skipped }, { passed: 9, failed: 1, skipped: 1 });
    assert.deepEqual({ failures, unsteady }, { failures: [steady], unsteady: [gone] });
  });

  test('does not excuse a test whose file fails as a whole', async () => {
    const { counts } = await tryAgain([failure('one', 'a.mjs')], { failures: [failure('a.mjs', 'a.mjs')] });
    assert.deepEqual([counts.unsteady, counts.failed, counts.passed], [[], 1, 6]);
  });

  test('is not made if everything passed, or if many files failed', async () => {
    assert.deepEqual((await tryAgain([], {})).files, []);
    const many = ['a', 'b', 'c', 'd'].map((name) => failure(name, `${name}.mjs`));
    const { files, counts } = await tryAgain(many, {});
    assert.deepEqual(files, []);
    assert.equal(counts.failed, 4);
  });
});
