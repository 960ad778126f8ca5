// Runs test files with Node's test runner, counts what they did, and says what failed and what was skipped.
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from '../paths.mjs';

const counts = { pass: 'passed', fail: 'failed', cancelled: 'failed', skipped: 'skipped', todo: 'skipped' };

/** How long a file may take, in milliseconds: many times what the slowest needs on a slow machine. */
const timeout = 15 * 60_000;

/** How much of what a file wrote is kept, in UTF-16 units, for the case that its process fails. */
const MAX_OUTPUT_LENGTH = 20_000;

/** A stack without the lines of Node itself. */
const withoutNode = (stack) => stack.replace(/\n +at (?:.*\()?node:.*|\n +at async Promise\.all.*/g, '');

/**
 * Runs the files, each in its own process, side by side or one after the other, and shows them as they go. `onProgress` is called when a
 * test is over; `running` has the names of the tests that are not.
 */
export async function runNodeTests(files, sideBySide, { onProgress, running }) {
  // All processors: by itself, Node leaves one idle, which is half of two.
  const concurrency = sideBySide ? availableParallelism() : 1;
  // For the processes of the tests, so that their stacks name lines of TypeScript.
  process.env.NODE_OPTIONS = '--enable-source-maps';
  const result = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };
  const written = new Map();
  // A test that fails may leave a server alive, which must not keep its file from ending.
  const events = run({ files, concurrency, timeout });
  events.on('test:diagnostic', ({ message, nesting }) => {
    const [, kind, count] = /^(\w+) (\d+)$/.exec(message) ?? [];
    if (nesting === 0 && kind in counts) result[counts[kind]] += Number(count);
  });
  for (const kind of ['test:stdout', 'test:stderr']) {
    events.on(kind, ({ file, message }) =>
      written.set(file, ((written.get(file) ?? '') + message).slice(-MAX_OUTPUT_LENGTH)),
    );
  }
  const nameOf = (name) => (files.includes(name) ? relative(root, name) : name);
  const keyOf = ({ name, file }) => (files.includes(name) ? nameOf(name) : `${name} (${relative(root, file ?? '')})`);
  events.on('test:dequeue', (test) => running.add(keyOf(test)));
  events.on('test:complete', (test) => {
    running.delete(keyOf(test));
    onProgress();
  });
  const noteSkip = ({ name, skip, todo }) => {
    const reason = skip ?? todo;
    if (reason !== undefined) result.skips.push({ name, reason: reason === true ? 'gives no reason' : String(reason) });
  };
  events.on('test:pass', noteSkip);
  events.on('test:fail', (test) => {
    noteSkip(test);
    const { error } = test.details;
    // A suite fails with its tests, which say why.
    if (error?.failureType === 'subtestsFailed') return;
    const { message, stack } = error?.cause ?? error ?? {};
    // A file that fails as a whole, as when its process ends, says more in its output.
    const output = files.includes(test.name) ? (written.get(test.name) ?? '').trim() : '';
    const reason = String(message ?? error?.cause ?? error);
    result.failures.push({
      name: nameOf(test.name),
      file: relative(root, test.file ?? ''),
      reason: [reason, output].filter(Boolean).join(': '),
      details: [withoutNode(stack ?? reason), output].filter(Boolean).join('\n'),
    });
  });
  const seconds = new Map();
  events.on('test:pass', ({ nesting, file, details }) => {
    if (nesting === 0) seconds.set(file, (seconds.get(file) ?? 0) + details.duration_ms / 1000);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  for (const [file, took] of [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10))
    process.stdout.write(`${took.toFixed(0).padStart(5)} s  ${relative(root, file ?? '')}\n`);
  return result;
}
