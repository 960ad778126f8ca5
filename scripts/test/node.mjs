// Runs test files with Node's test runner, in this process's view, and counts what they did.
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const counts = { pass: 'passed', fail: 'failed', cancelled: 'failed', skipped: 'skipped', todo: 'skipped' };

/** Runs the files, each in its own process, and shows them as they go. */
export async function runNodeTests(files) {
  const result = { passed: 0, failed: 0, skipped: 0 };
  const events = run({ files, concurrency: true });
  events.on('test:diagnostic', ({ message, nesting }) => {
    const [, kind, count] = /^(\w+) (\d+)$/.exec(message) ?? [];
    if (nesting === 0 && kind in counts) result[counts[kind]] += Number(count);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return result;
}
