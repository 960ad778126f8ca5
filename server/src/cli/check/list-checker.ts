/** Finds the problems of the rows in a JSON list while the list is being read. Memory use does not grow with the number of rows. */
import { isUtf8 } from 'node:buffer';
import type { OnFailure } from '../../checker/inspect.ts';
import { json } from '../../documents/load-json.ts';
import { FileError } from '../../files/regular.ts';
import { listPieces, MAX_BESIDE_SIZE } from '../../rows/list-pieces.ts';
import { type RowPiece, SPAN_SIZE } from '../../rows/row-piece.ts';
import { levelsFor } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { listEnding } from '../../syntax/json/listed-values.ts';
import { breaksIn } from '../../syntax/lines.ts';
import { append } from '../../syntax/lists.ts';
import { firstOfEach } from '../../templates/registry/losses.ts';
import { pieceOf } from '../files/input.ts';
import { progress } from '../progress.ts';
import { orderedParallelMap } from '../threads.ts';
import type { LineReading } from './fix.ts';
import type { FileDiagnostic } from './formats/format.ts';
import { type Around, type Checked, invalidAtOffset, LineChecker, notUtf8, type RowPlace } from './line-checker.ts';
import { movedBy } from './line-threads.ts';
import { ListWalk } from './list-walk.ts';
import { type Repeated, RepeatedRows } from './repeated-rows.ts';
import type { CheckTask } from './task.ts';
import type { Under } from './template-rows.ts';

export interface ListTask {
  readonly task: CheckTask;
  readonly read: LineReading;
  /** The first row of the list as text. */
  readonly firstRow: string;
}

/** A piece of a list as input for a thread. */
export interface ListInput {
  readonly bytes: Uint8Array;
  readonly spans: Uint32Array;
  readonly first: boolean;
  readonly repeated: Repeated | undefined;
  readonly beside: { readonly before: Uint8Array; readonly after: Uint8Array };
}

/** The problems in a piece, with positions counted from the beginning of the piece. */
export interface ListFound {
  readonly diagnostics: readonly FileDiagnostic[];
  /** The row of each problem in the piece, counted from 0. */
  readonly rows: readonly number[];
  /** The end of the last row that could be read by itself, as an offset in bytes and as a position. */
  readonly end: number;
  readonly place: RowPlace;
  readonly failures: readonly (readonly [code: string, error: string])[];
  readonly totals: Checked['totals'];
}

export async function checkListPiece(
  checker: LineChecker,
  firstRow: string,
  { repeated, beside, ...input }: ListInput,
  failures: ListFound['failures'],
): Promise<ListFound> {
  const { isOneValue, jsonUnit, readUnit } = json();
  const bytes = Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.length);
  const isValid = isUtf8(bytes);
  const walk = new ListWalk({ ...input, bytes, isValid });
  const { inspector, told, repeats, encoding, names } = checker;
  const ofRows = await underTemplate(checker.task, firstRow, bytes, input.spans);
  let invalidAt = isValid || encoding === 'off' ? undefined : pieceOf(bytes, input.first).invalidAt;
  const isEachRead = ofRows !== undefined || !isValid;
  const isPlain = (text: string, row: number) => !isEachRead && !repeated?.has(row) && inspector.isPlain(text);
  const diagnostics: FileDiagnostic[] = [];
  const rows: number[] = [];
  for (const text of walk.unless(isPlain)) {
    const unit = jsonUnit(text, names);
    const problems: Problem[] = [...inspector.inspect(unit)];
    if (!isOneValue(readUnit(unit))) break;
    append(problems, ofRows?.problems[walk.row] ?? []);
    const same = repeated?.get(walk.row);
    if (same !== undefined) append(problems, repeats?.(unit, same) ?? []);
    const { line, column, offset } = walk;
    const bad = (invalidAt ?? -1) - offset;
    if (encoding !== 'off' && bad >= 0 && bad < text.length) {
      problems.push(invalidAtOffset(bad, encoding));
      invalidAt = undefined;
    }
    if (problems.length === 0) continue;
    append(
      diagnostics,
      await told(unit, problems, { line, column, offset }, aroundOf(checker, { bytes, beside }, walk.start, text)),
    );
    while (rows.length < diagnostics.length) rows.push(walk.row);
  }
  const place = walk.endPlace();
  return { diagnostics, rows, end: walk.end, place, failures, totals: ofRows?.totals };
}

/** Returns the row with the text around it in the list, if excerpts, baseline keys or fingerprints need that text. */
function aroundOf(
  { task: { excerpts, keyed, details } }: LineChecker,
  { bytes, beside }: { readonly bytes: Buffer } & Pick<ListInput, 'beside'>,
  start: number,
  text: string,
): Around | undefined {
  if (!excerpts && !keyed && !details) return undefined;
  const end = start + Buffer.byteLength(text);
  const [from, to] = [start - MAX_BESIDE_SIZE, end + MAX_BESIDE_SIZE];
  const before =
    (from < 0 ? Buffer.from(beside.before).toString() : '') + bytes.toString('utf8', Math.max(0, from), start);
  const after = bytes.toString('utf8', end, to) + (to > bytes.length ? Buffer.from(beside.after).toString() : '');
  // A byte-order mark is not part of the text.
  const textBefore = before.replace(/^\uFEFF/, '');
  return { text: textBefore + text + after, start: textBefore.length };
}

async function underTemplate(
  { template, mask, rowNames, ...task }: CheckTask,
  first: string,
  bytes: Buffer,
  spans: Uint32Array,
) {
  if (template === undefined) return undefined;
  const { problemsOfEach } = await import('./template-rows.ts');
  const under: Under = {
    template,
    rowNames,
    levels: levelsFor(task as CheckTask, undefined),
    mask: mask && { task: mask, first },
  };
  const rows: string[] = [];
  for (let at = 0; at < spans.length; at += SPAN_SIZE) rows.push(bytes.toString('utf8', spans[at], spans[at + 1]));
  return await problemsOfEach(under, rows);
}

/** A list to be read, with its first row and the settings for reading it. */
export interface ListToCheck {
  readonly first: string;
  readonly read: LineReading;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Yields the diagnostics of a list of rows, in document order and in parts, the last of which may be empty. */
export async function* checkList(task: CheckTask, list: ListToCheck, failed: OnFailure): AsyncGenerator<Checked> {
  const parts = partsOfList(task, list, failed);
  if (task.mask === undefined) return yield* parts;
  const { withWholeFile } = await import('./masks.ts');
  yield* withWholeFile(task.mask, () => list.first, parts);
}

async function* partsOfList(
  task: CheckTask,
  { first: firstRow, read, chunks }: ListToCheck,
  failed: OnFailure,
): AsyncGenerator<Checked> {
  const checker = new LineChecker(task, read, failed, true);
  const pieces = listPieces(chunks);
  /**
   * The pieces that are being checked. They are kept in case an earlier piece contains something other than rows, because the pieces after
   * it are then read as part of the rest.
   */
  const waiting: RowPiece[] = [];
  const workerData: ListTask = { task: task.tries === undefined ? task : { ...task, tries: 0 }, read, firstRow };
  const results = orderedParallelMap<ListInput, ListFound>(inputsOf(pieces, waiting, checker), {
    script: 'list-worker.js',
    workerData,
    // For formats with details, a single thread checks everything, since problems with the same fingerprint are numbered consecutively.
    minSize: task.details ? Number.POSITIVE_INFINITY : 12_000_000,
    here: (input) => checkListPiece(checker, firstRow, input, []),
    sizeOf: ({ bytes }) => bytes.length,
  });
  const isReported = firstOfEach();
  let place: RowPlace = { line: 0, column: 0, offset: 0 };
  let invalid = false;
  let rest: Buffer[] | undefined;
  let before = '';
  let rowsBefore = 0;
  for await (const { diagnostics, rows, end, place: within, failures, totals } of results) {
    const { bytes, spans, beside = noneBeside } = waiting.shift() as RowPiece;
    for (const [code, error] of failures) failed(code, error);
    const fileDiagnostics: FileDiagnostic[] = [];
    const rowsTold: number[] = [];
    for (const [i, one] of diagnostics.entries()) {
      if ((one.code === notUtf8 && invalid) || !isReported(one)) continue;
      if (one.code === notUtf8) invalid = true;
      fileDiagnostics.push(movedBy(one, place));
      rowsTold.push(rowsBefore + (rows[i] as number));
    }
    rowsBefore += spans.length / SPAN_SIZE;
    place = placeAfter(place, within);
    const remainingBytes = bytes.subarray(end);
    before = bytes.toString('utf8', Math.max(0, end - MAX_BESIDE_SIZE), end);
    if (end < MAX_BESIDE_SIZE) before = (beside.before.toString() + before).replace(/^\uFEFF/, '');
    // If a piece contains text after its last readable row, no further piece is read as rows.
    if (remainingBytes.length > 0) rest = [remainingBytes];
    yield { diagnostics: fileDiagnostics, rows: rowsTold, done: rowsBefore, lines: place.line + 1, totals };
    if (rest) break;
  }
  for (const { bytes } of waiting) rest?.push(bytes);
  for await (const { bytes } of pieces) rest?.push(bytes);
  yield* partsOfRest(checker, read, firstRow, { rest: rest ?? [], before, place, invalid });
}

const placeAfter = (place: RowPlace, { line, column, offset }: RowPlace): RowPlace => ({
  line: place.line + line,
  column: line === 0 ? place.column + column : column,
  offset: place.offset + offset,
});

const noneBeside = { before: Buffer.alloc(0), after: Buffer.alloc(0) };

/**
 * Yields the pieces as input for threads. Ending this generator early does not close `pieces`, since the rest of the list is read
 * afterwards.
 */
async function* inputsOf(
  pieces: AsyncGenerator<RowPiece>,
  waiting: RowPiece[],
  { repeats }: LineChecker,
): AsyncGenerator<ListInput> {
  const rows = repeats && new RepeatedRows();
  let first = true;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    const piece = next.value;
    const { bytes, spans, beside = noneBeside } = piece;
    progress.work(bytes.length);
    waiting.push(piece);
    yield { bytes, spans, first, beside, repeated: rows?.ofList(piece) };
    first = false;
  }
}

interface Rest {
  readonly rest: readonly Buffer[];
  /** The text before the rest on the same line, or the end of that text if it is long. */
  readonly before: string;
  readonly place: RowPlace;
  readonly invalid: boolean;
}

/** Checks the text after the last row: the end of the list, or everything that could not be read as rows. */
async function* partsOfRest(
  checker: LineChecker,
  reading: LineReading,
  firstRow: string,
  { rest, before: beside, place, invalid }: Rest,
): AsyncGenerator<Checked> {
  const { JsonInspector, listRest } = json();
  const size = rest.reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_REST_SIZE) throw new FileError(tooMuch);
  const { text, invalidAt } = pieceOf(Buffer.concat(rest), false);
  const lines = place.line + breaksIn(text) + (/[\r\n]$/.test(text) ? 0 : 1);
  const diagnostics: FileDiagnostic[] = [];
  if (!listEnding.test(text)) {
    const { dialect, shape, names } = reading;
    const inspector = new JsonInspector({ dialect, shape, lines: false, names }, checker.task, () => {});
    const { unit, before } = listRest(firstRow, text, names);
    const problems: Problem[] = inspector
      .inspectRest({ unit, before })
      .map((problem) => ({ ...problem, start: problem.start + before, end: problem.end + before }));
    const { encoding } = checker;
    if (invalidAt !== undefined && !invalid && encoding !== 'off')
      problems.push(invalidAtOffset(invalidAt + before, encoding));
    const { line, column, offset } = place;
    const at = { line, column: column - before, offset: offset - before };
    if (problems.length > 0)
      append(
        diagnostics,
        await checker.told(unit, problems, at, { text: beside + text, start: beside.length - before }),
      );
  }
  yield { diagnostics, lines };
}

/** The maximum size of the rest in bytes, since it is read in one piece. The same limit applies to a whole file. */
const MAX_REST_SIZE = 1 << 29;
const tooMuch =
  'its list is invalid JSON, and the text after the first problem (more than 512 MB) is too large to be checked. Fix this problem, and check the file again';
