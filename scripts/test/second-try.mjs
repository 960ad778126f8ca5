// Runs the files whose tests failed once more.
import { resolve } from 'node:path';
import { root } from '../paths.mjs';

/** The largest number of failed files that are tried again. If more have failed, the machine is not the reason. */
const MAX_FILES = 3;

/**
 * Runs the files with failures again, using `run`, which takes paths and resolves to counts. Resolves to the counts after that. The failures
 * of the first try that do not happen again are in `unsteady`.
 */
export async function withSecondTry(first, run) {
  const failed = [...new Set(first.failures.map(({ file }) => resolve(root, file)))];
  if (failed.length === 0 || failed.length > MAX_FILES) return first;
  const second = await run(failed);
  const isGone = ({ name, file }) => !second.failures.some((other) => other.name === name && other.file === file);
  return {
    ...first,
    // Both tries run the same tests of these files, so only the number that failed can differ.
    passed: first.passed + first.failed - second.failed,
    failed: second.failed,
    failures: second.failures,
    unsteady: first.failures.filter(isGone),
  };
}
