// Runs files with failed tests a second time.
import { resolve } from 'node:path';
import { root } from '../paths.mjs';

/** The maximum number of files that are tried again. If more have failed, the machine is probably not the reason. */
const MAX_FILES = 3;

/**
 * Runs the files with failures again, using `run`, which takes paths and resolves to counts. For these files, the results of the second try
 * replace those of the first. `unsteady` contains the failures that do not happen again.
 */
export async function withSecondTry(first, run) {
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > MAX_FILES || files.includes('')) return first;
  const second = await run(files.map((file) => resolve(root, file)));
  const isOf = (failure, { name, file }) => failure.file === file && (failure.name === name || failure.name === file);
  // If a file fails as a whole, for example because its process has crashed, none of its tests count as passed.
  const isGone = (failure) => !second.failures.some((other) => isOf(other, failure));
  const without = (kind) => files.reduce((sum, file) => sum - (first.byFile.get(file)?.[kind] ?? 0), first[kind]);
  return {
    ...first,
    passed: without('passed') + second.passed,
    skipped: without('skipped') + second.skipped,
    failed: second.failed,
    failures: second.failures,
    unsteady: first.failures.filter(isGone),
  };
}
