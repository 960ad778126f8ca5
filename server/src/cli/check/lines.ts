/** Yields the diagnostics of JSON Lines, computed in one thread or several. */
import type { OnFailure } from '../../checker/inspect.ts';
import type { Piece } from '../files/input.ts';
import { type Fixing, fixLines, type LineReading } from './fix.ts';
import { type Checked, LineChecker } from './line-checker.ts';
import type { CheckTask } from './task.ts';

/**
 * Yields the diagnostics of a file with one value per line, in document order and in parts, the last of which may be empty. With `--fix`,
 * the diagnostics are those of the fixed file.
 */
export async function* checkLines(
  task: CheckTask,
  reading: LineReading,
  pieces: AsyncIterable<Piece>,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<Checked> {
  const lines = new LineChecker(task, reading, failed);
  const parts = partsOf(lines, task, reading, pieces, failed, fixing);
  if (task.mask === undefined) return yield* parts;
  const { withWholeFile } = await import('./masks.ts');
  yield* withWholeFile(task.mask, () => lines.firstRow ?? '', parts);
}

async function* partsOf(
  lines: LineChecker,
  task: CheckTask,
  reading: LineReading,
  pieces: AsyncIterable<Piece>,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<Checked> {
  if (fixing) return yield* lines.inspect(fixLines(task, reading, pieces, fixing));
  if (!lines.isAlone) return yield* lines.inspect(pieces);
  // Only a single thread can compare lines with each other.
  const { inThreads } = await import('./line-threads.ts');
  yield* inThreads(task, reading, pieces, lines, failed);
}
