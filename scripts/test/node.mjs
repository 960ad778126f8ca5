// Runs test files with Node's test runner and counts what they did.
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from '../paths.mjs';

const counts = { pass: 'passed', fail: 'failed', cancelled: 'failed', skipped: 'skipped', todo: 'skipped' };

/** How long a file may take, in milliseconds: many times what the slowest needs on a slow machine. */
const timeout = 15 * 60_000;

/** How much of the reason why a test failed is repeated at the end of all. */
const MAX_REASON_LENGTH = 1000;

/** Runs the files, each in its own process, side by side or one after the other, and shows them as they go. */
export async function runNodeTests(files, sideBySide) {
  // All processors: by itself, Node leaves one idle, which is half of two.
  const concurrency = sideBySide ? availableParallelism() : 1;
  // For the processes of the tests, so that their stacks name lines of TypeScript.
  process.env.NODE_OPTIONS = '--enable-source-maps';
  const result = { passed: 0, failed: 0, skipped: 0, failures: [] };
  // A test that fails may leave a server alive, which must not keep its file from ending.
  const events = run({ files, concurrency, timeout });
  events.on('test:diagnostic', ({ message, nesting }) => {
    const [, kind, count] = /^(\w+) (\d+)$/.exec(message) ?? [];
    if (nesting === 0 && kind in counts) result[counts[kind]] += Number(count);
  });
  events.on('test:fail', ({ name, file, details: { error } }) => {
    // A suite fails with its tests, which say why.
    if (error?.failureType === 'subtestsFailed') return;
    const { message } = error?.cause ?? error ?? {};
    result.failures.push(`${name} (${relative(root, file ?? '')}): ${String(message).slice(0, MAX_REASON_LENGTH)}`);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return result;
}
