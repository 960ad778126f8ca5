/**
 * Checks a large data set in several threads. Each thread checks one piece at a time, which consists of whole lines. Findings are yielded
 * in order.
 */

import type { OnFailure } from '../../checker/inspect.ts';
import { firstOfEach } from '../../templates/registry/losses.ts';
import { type Piece, pieceOf } from '../files/input.ts';
import { orderedParallelMap } from '../threads.ts';
import type { LineReading } from './fix.ts';
import type { FileDiagnostic } from './formats/format.ts';
import { type Checked, type LineChecker, moved, notUtf8, type RowPlace } from './line-checker.ts';
import type { Repeated } from './repeated-rows.ts';
import type { CheckTask } from './task.ts';

export interface LinesTask {
  readonly task: CheckTask;
  readonly read: LineReading;
}

/** The bytes of whole lines, which may be transferred to a thread. `first`: whether these lines begin the file. */
export interface Lines {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly first: boolean;
  /** The lines that repeat earlier lines of the file, if duplicates are reported. */
  readonly repeated?: Repeated | undefined;
  readonly firstRow?: string;
}

/** Findings whose lines and offsets are counted from the beginning of the piece. */
interface LinesFound extends Checked {
  readonly length: number;
  /** The codes of the rules that failed, with the errors. */
  readonly failures: readonly (readonly [code: string, error: string])[];
}

/** Finds the problems in one piece. */
export async function checkPiece(
  lines: LineChecker,
  { bytes: { buffer, byteOffset, byteLength }, first, repeated, firstRow }: Lines,
  failures: LinesFound['failures'],
): Promise<LinesFound> {
  const piece = pieceOf(Buffer.from(buffer, byteOffset, byteLength), first);
  const diagnostics: FileDiagnostic[] = [];
  let [count, length] = [0, 0];
  let totals: Checked['totals'];
  lines.firstRow ??= firstRow;
  for await (const part of lines.inspect(only(piece), () => repeated ?? none)) {
    for (const one of part.diagnostics) diagnostics.push(one);
    [count, length] = [part.lines, part.length];
    totals = part.totals ?? totals;
  }
  return { diagnostics, lines: count, length, failures, totals };
}

const none: Repeated = new Map();

async function* only<T>(one: T): AsyncGenerator<T> {
  yield one;
}

/** Checks pieces in several threads, or in this thread if the input is small. `lines`: the checker of this thread. */
export async function* inThreads(
  task: CheckTask,
  reading: LineReading,
  pieces: AsyncIterable<Piece>,
  lines: LineChecker,
  failed: OnFailure,
): AsyncGenerator<Checked> {
  // Worker threads do not try fixes, since fixes are tried only for the first problems of a file. The current thread checks the first
  // pieces.
  const workerData: LinesTask = { task: task.tries === undefined ? task : { ...task, tries: 0 }, read: reading };
  const results = orderedParallelMap<Lines, LinesFound>(owned(pieces, lines, task.mask !== undefined), {
    script: 'lines-worker.js',
    workerData,
    minSize: 12_000_000,
    here: (piece) => checkPiece(lines, piece, []),
    sizeOf: ({ bytes }) => bytes.length,
    handedOver: ({ bytes }) => [bytes.buffer],
  });
  const isReported = firstOfEach();
  let [line, offset, invalid] = [0, 0, false];
  for await (const { diagnostics, lines: count, length, failures, totals } of results) {
    for (const [code, error] of failures) failed(code, error);
    const fileDiagnostics: FileDiagnostic[] = [];
    for (const one of diagnostics) {
      if (one.code === notUtf8 && invalid) continue;
      if (one.code === notUtf8) invalid = true;
      if (!isReported(one)) continue;
      fileDiagnostics.push(movedBy(one, { line, column: 0, offset }));
    }
    line += count;
    offset += length;
    yield { diagnostics: fileDiagnostics, lines: line, totals };
  }
}

/** Converts the positions of a diagnostic in a piece to positions in the file. `place`: the position at which the piece begins. */
export const movedBy = (one: FileDiagnostic, place: RowPlace): FileDiagnostic =>
  place.offset === 0
    ? one
    : {
        ...one,
        range: { start: moved(one.range.start, place), end: moved(one.range.end, place) },
        offset: [one.offset[0] + place.offset, one.offset[1] + place.offset],
      };

/** Yields each piece with bytes of its own, which can be transferred to a thread. */
async function* owned(pieces: AsyncIterable<Piece>, lines: LineChecker, isMasked: boolean): AsyncGenerator<Lines> {
  const repeated = lines.repeated();
  for await (const piece of pieces) {
    const { bytes, first } = piece;
    const again = repeated?.(piece);
    const { buffer, byteLength } = bytes;
    const isAll = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
    yield {
      bytes: isAll ? new Uint8Array(buffer) : new Uint8Array(bytes),
      first,
      ...(again && { repeated: again }),
      ...(isMasked && { firstRow: lines.noteFirst(piece) }),
    };
  }
}
