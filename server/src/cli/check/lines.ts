/** JSON Lines: which files are, and their diagnostics, by one thread or several. */
import type { OnFailure } from '../../checker/inspect.ts';
import { isJsonDialect, json } from '../../documents/document.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import type { Piece } from '../files/input.ts';
import { type Fixing, fixLines, type LineReading } from './fix.ts';
import { type Checked, LineChecker } from './line-checker.ts';
import type { CheckTask } from './task.ts';

/**
 * The diagnostics of a file with one value a line, in document order and in parts, the last of which may be empty; with
 * `--fix`, those of the resulting file.
 */
export async function* checkLines(
  task: CheckTask,
  read: LineReading,
  pieces: AsyncIterable<Piece>,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<Checked> {
  const lines = new LineChecker(task, read, failed);
  if (fixing) return yield* lines.inspect(fixLines(task, read, pieces, fixing));
  if (!lines.isAlone) return yield* lines.inspect(pieces);
  // Only a single thread sees what one line has to do with another.
  const { inThreads } = await import('./line-threads.ts');
  yield* inThreads(task, read, pieces, lines, failed);
}

/** Whether a file is a data set of transcripts in a chosen dialect: its name says JSON Lines, and its first line has a text. */
export function isTexts(name: string, dialect: AnyDialectId | undefined, head: string): boolean {
  if (dialect === undefined || isJsonDialect(dialect) || !/\.(?:jsonl|ndjson)$/i.test(name)) return false;
  const line = /\S.*/.exec(head)?.[0];
  return line?.startsWith('{') === true && json().hasText(line);
}
