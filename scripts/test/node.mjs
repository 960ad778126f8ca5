// Runs test files with Node's test runner. Counts the results, and collects failed and skipped tests.
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from '../paths.mjs';

const counts = { pass: 'passed', fail: 'failed', cancelled: 'failed', skipped: 'skipped', todo: 'skipped' };

/** The time limit for a file, in milliseconds. It is many times as long as the slowest file takes on a slow machine. */
const timeout = 15 * 60_000;

/** The maximum length of a file's output that is kept, in UTF-16 units. It is shown if the file's process fails. */
const MAX_OUTPUT_LENGTH = 20_000;

/** Removes the lines about Node's own code from a stack trace. */
const withoutNode = (stack) => stack.replace(/\n +at (?:.*\()?node:.*|\n +at async Promise\.all.*/g, '');

/**
 * Runs each file in a separate process, in parallel (`sideBySide`) or one after another. `onProgress`: called after each test. `running`: a
 * set to which the names of the running tests are added. `byFile` in the result: the numbers of passed and skipped tests in each file.
 */
export async function runNodeTests(files, sideBySide, { onProgress, running }) {
  // Use all processors. By default, Node leaves one unused, which is half of them on a machine with two.
  const concurrency = sideBySide ? availableParallelism() : 1;
  // Test processes inherit this option, so that their stack traces refer to lines of TypeScript.
  process.env.NODE_OPTIONS = '--enable-source-maps';
  const result = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [], byFile: new Map() };
  const outputByFile = new Map();
  // The time limit ends a file even if a failed test has left a server running.
  const events = run({ files, concurrency, timeout });
  events.on('test:diagnostic', ({ message, nesting }) => {
    const [, kind, count] = /^(\w+) (\d+)$/.exec(message) ?? [];
    if (nesting === 0 && kind in counts) result[counts[kind]] += Number(count);
  });
  for (const kind of ['test:stdout', 'test:stderr']) {
    events.on(kind, ({ file, message }) =>
      outputByFile.set(file, ((outputByFile.get(file) ?? '') + message).slice(-MAX_OUTPUT_LENGTH)),
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
  events.on('test:pass', ({ file, details, skip, todo }) => {
    if (details.type === 'suite') return;
    const path = relative(root, file ?? '');
    const { passed, skipped } = result.byFile.get(path) ?? { passed: 0, skipped: 0 };
    const isSkipped = skip !== undefined || todo !== undefined;
    result.byFile.set(path, { passed: passed + Number(!isSkipped), skipped: skipped + Number(isSkipped) });
  });
  events.on('test:fail', (test) => {
    noteSkip(test);
    const { error } = test.details;
    // A suite fails only because tests in it have failed, and these report their own reasons.
    if (error?.failureType === 'subtestsFailed') return;
    const { message, stack, cause } = error?.cause ?? error ?? {};
    // If a whole file fails, for example because its process has crashed, its output tells more than the error.
    const output = files.includes(test.name) ? (outputByFile.get(test.name) ?? '').trim() : '';
    const reason = String(message ?? error?.cause ?? error);
    result.failures.push({
      name: nameOf(test.name),
      file: relative(root, test.file ?? ''),
      reason: [reason, output].filter(Boolean).join(': '),
      // The cause of a property's failure is the assertion that failed for its counterexample.
      details: [withoutNode(stack ?? reason), cause?.message && `Cause: ${cause.message}`, output]
        .filter(Boolean)
        .join('\n'),
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
