// Runs test files with Node's test runner, counts the results, and reports failed and skipped tests.
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from '../paths.mjs';

const counts = { pass: 'passed', fail: 'failed', cancelled: 'failed', skipped: 'skipped', todo: 'skipped' };

/** The time limit for a file, in milliseconds: many times the duration of the slowest file on a slow machine. */
const timeout = 15 * 60_000;

/** The most output of a file that is kept in case its process fails, in UTF-16 units. */
const MAX_OUTPUT_LENGTH = 20_000;

/** A stack trace without the lines of Node itself. */
const withoutNode = (stack) => stack.replace(/\n +at (?:.*\()?node:.*|\n +at async Promise\.all.*/g, '');

/**
 * Runs the files, each in its own process, in parallel or one after the other, and shows their progress. `onProgress`: called when
 * a test ends; `running`: the names of running tests.
 */
export async function runNodeTests(files, sideBySide, { onProgress, running }) {
  // Use all processors. By default, Node leaves one idle: on a machine with two, that is half of them.
  const concurrency = sideBySide ? availableParallelism() : 1;
  // For the test processes, so that their stack traces refer to lines of TypeScript.
  process.env.NODE_OPTIONS = '--enable-source-maps';
  const result = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };
  const written = new Map();
  // A failed test may leave a server running, which must not prevent its file from ending.
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
    // A suite fails because of its tests, which report the reasons.
    if (error?.failureType === 'subtestsFailed') return;
    const { message, stack } = error?.cause ?? error ?? {};
    // If a file fails as a whole, for example because its process ends, its output is more informative.
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
