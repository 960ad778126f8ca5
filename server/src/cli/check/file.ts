/** Checks one file. */
import type { OnFailure } from '../../checker/inspect.ts';
import { json } from '../../documents/load-json.ts';
import { isJsonDialect, type Sniffed, sniff } from '../../documents/sniff.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { type AnyDialectId, isJsonFile, isJsonLinesFile } from '../../grammar/index.ts';
import { notWritable, packingOf, unpackedName } from '../../packed/names.ts';
import { levelsFor } from '../../rules/support/levels.ts';
import { familyOf } from '../../syntax/families/index.ts';
import { type Input, joined, openStream, type Piece, peek, piecesOf, readInput } from '../files/input.ts';
import { NotTextFault } from '../files/not-text.ts';
import { isPipe, pipeNotWritable } from '../files/pipes.ts';
import { stateOf, whyNotFixed } from '../files/replace.ts';
import { type ListBeginning, listBeginning } from '../rows/list-beginning.ts';
import { keyOf } from './baseline.ts';
import { type Difference, differences } from './diff/differences.ts';
import { type Fixing, fixedLines, fixedWhole, type LineReading } from './fix.ts';
import type { CheckedFile, FileDiagnostic } from './formats/format.ts';
import { checkLines } from './lines.ts';
import type { CheckTask, Finding, Part } from './task.ts';
import { beginsWithIds, checkWhole, idsIn, opened } from './whole.ts';

/** Yields at least one part for a file that can be read, and a `FileSummary` at the end. */
export async function* checkFile(task: CheckTask): AsyncGenerator<Finding> {
  const { file, path } = task;
  const failures: string[] = [];
  let [unreadable, unfixed] = [false, false];
  const refuse = (reason: string) => {
    failures.push(reason);
    unfixed = true;
  };
  try {
    if (task.fix && isPipe(path)) throw new Error(whyNotFixed(new Error(pipeNotWritable)));
    // The state is recorded before the file is read, so that a change in the meantime is noticed.
    const original = task.fix && path !== '-' ? stateOf(path) : undefined;
    const isPacked = packingOf(path) !== undefined;
    const fixes = task.diff || task.fix !== undefined;
    if (fixes && isPacked) refuse(whyNotFixed(new Error(notWritable)));
    const fixing = fixes && !isPacked ? { place: task.fix, original, refuse } : undefined;
    if (!task.diff || fixing) yield* partsOf(task, failures, fixing);
  } catch (error) {
    if (error instanceof NotTextFault) yield unread(task, `This file was not checked: ${error.message}.`);
    else {
      failures.push(whyUnreadable(error));
      unreadable = true;
    }
  }
  yield { file, unreadable, unfixed, failures };
}

async function* partsOf(
  task: CheckTask,
  failures: string[],
  fixing: Fixing | undefined,
): AsyncGenerator<Part | Difference> {
  const { file, path, dialect, rowNames } = task;
  const unpacked = unpackedName(file);
  const name = path === '-' && task.byLine && !isJsonLinesFile(unpacked) ? 'stdin.jsonl' : unpacked;
  const failed = (code: string, error: unknown) => failures.push(`rule ${code} failed: ${error}`);
  if (!isJsonDialect(dialect) && !isJsonFile(name) && file !== '-' && !isPipe(path)) {
    const input = await readInput(path);
    if (input.utf16) yield unread(task);
    else yield* partsOfWhole(task, input, failed, fixing);
    return;
  }
  const isByLine = path === '-' && task.byLine === true;
  const { list, all } = isByLine
    ? { list: undefined, all: await openStream(path) }
    : await listBeginning(await openStream(path), name, dialect, rowNames);
  if (list && fixing === undefined) return yield* partsOfList(task, list, all, failed);
  const pieces = piecesOf(all);
  try {
    yield* partsOfPieces(task, name, pieces, failed, fixing);
  } finally {
    // This closes the file even if it was not read to its end, for example because it is UTF-16 or must not be fixed.
    await pieces.return(undefined);
  }
}

async function* partsOfPieces(
  task: CheckTask,
  name: string,
  pieces: AsyncGenerator<Piece>,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<Part | Difference> {
  const { file, path, dialect } = task;
  const { head, utf16, all } = await peek(pieces, path === '-' && task.byLine ? 0 : undefined);
  if (utf16) return yield unread(task);
  if (file !== '-' && isEmptyData(name, head, dialect)) {
    yield withoutRows(task, head);
    return;
  }
  const sniffed = sniff(name, head, dialect, task.rowNames);
  const isInPieces =
    sniffed.language === 'json' &&
    sniffed.lines &&
    // Standard input is read line by line only if it is certainly JSON Lines.
    (dialect !== undefined || sniffed.shape !== 'unknown' || isJsonLinesFile(name)) &&
    !(await beginsWithIds(head, dialect));
  if (isInPieces) {
    const { recognised, shape, texts } = sniffed;
    const mode = texts === undefined ? 'native' : familyOf(texts).mode;
    yield* partsOfLines(task, { file, dialect: recognised, mode, shape }, sniffed, all, failed, fixing);
    return;
  }
  const input = await joined(all);
  const isAnswerForWhole = head.length === input.text.length && name === unpackedName(file);
  yield* partsOfWhole(task, input, failed, fixing, isAnswerForWhole ? sniffed : undefined);
}

async function* partsOfList(
  task: CheckTask,
  { first, head, sniffed }: NonNullable<ListBeginning['list']>,
  chunks: AsyncGenerator<Buffer>,
  failed: OnFailure,
): AsyncGenerator<Part> {
  const { rowFactsOfList } = json();
  const { dialect, shape, recognised, names } = sniffed;
  const { checkList } = await import('./list-checker.ts');
  const reading: LineReading = { dialect, shape, rows: rowFactsOfList(head, names), names };
  const checked = { file: task.file, dialect: recognised, mode: 'native', shape } as const;
  try {
    for await (const part of checkList(task, { first, read: reading, chunks }, failed)) yield { checked, ...part };
  } finally {
    await chunks.return(undefined);
  }
}

/** Whether the changes that fixes would make are printed instead of made. */
const isCompared = (fixing: Fixing | undefined): fixing is Fixing => fixing !== undefined && fixing.place === undefined;

async function* partsOfLines(
  task: CheckTask,
  checked: CheckedFile,
  reading: LineReading,
  pieces: AsyncIterable<Piece>,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<Part | Difference> {
  if (isCompared(fixing)) return yield* differences(task.file, fixedLines(task, reading, pieces), fixing);
  for await (const part of checkLines(task, reading, pieces, failed, fixing)) yield { checked, ...part };
}

async function* partsOfWhole(
  task: CheckTask,
  input: Input,
  failed: OnFailure,
  fixing: Fixing | undefined,
  sniffed?: Sniffed,
): AsyncGenerator<Part | Difference> {
  if (!isCompared(fixing)) return yield await checkWhole(task, input, failed, fixing, sniffed);
  if (await idsIn(task, input)) {
    // If the file contains token ids, this call reports why the file stays unchanged.
    await checkWhole(task, input, failed, fixing);
    return;
  }
  yield* differences(task.file, fixedAsPiece(task, input), fixing);
}

async function* fixedAsPiece(task: CheckTask, input: Input) {
  yield (await fixedWhole(input, opened(task, input.text), task)).piece;
}

/** The maximum length of a text (UTF-16 units) that is recognized as empty if it consists only of white space. */
const MAX_BLANK_LENGTH = 100_000;

/** Whether a file is a data set without rows: a file with a JSON name that is empty or contains only an empty list. */
function isEmptyData(name: string, head: string, dialect: AnyDialectId | undefined): boolean {
  if (!isJsonFile(name) || head.length >= MAX_BLANK_LENGTH) return false;
  return head.trim() === '' || (dialect === undefined && !isJsonLinesFile(name) && /^\s*\[\s*\]\s*$/.test(head));
}

/** Returns the only finding for a data set without rows. */
function withoutRows(task: CheckTask, text: string): Part {
  const code = 'json-shape-unknown';
  const severity = levelsFor(task, undefined)[code] ?? 'warning';
  const message =
    'This data set has no rows, so nothing was checked. If it should have rows, check the program that wrote it.';
  const start = { line: 0, character: 0 };
  const checked = { file: task.file, dialect: task.dialect ?? 'json', mode: 'native', shape: 'unknown' } as const;
  const diagnostic: FileDiagnostic = {
    code,
    severity: severity === 'off' ? 'warning' : severity,
    message,
    range: { start, end: start },
    offset: [0, 0],
  };
  const key = task.keyed && { key: keyOf(text, diagnostic, 0, 0) };
  return {
    checked,
    lines: text.split('\n').length - 1,
    diagnostics: severity === 'off' ? [] : [{ ...diagnostic, ...key }],
  };
}

/** Returns the only finding for a file whose text is not checked. */
function unread(task: CheckTask, message = isUtf16): Part {
  const { file, dialect } = task;
  const severity = levelsFor(task, undefined)['encoding-invalid'] ?? 'error';
  const isJson = isJsonFile(unpackedName(file)) || isJsonDialect(dialect);
  const checked = { file, dialect: dialect ?? (isJson ? 'json' : 'openchatml-2.2'), mode: 'native' } as const;
  const start = { line: 0, character: 0 };
  const range = { start, end: { line: 0, character: 1 } };
  return {
    checked: { ...checked, ...(isJson && { shape: 'unknown' as const }) },
    lines: 0,
    diagnostics:
      severity === 'off'
        ? []
        : [
            {
              code: 'encoding-invalid',
              severity,
              message,
              range,
              offset: [0, 1],
              ...(task.keyed && { key: keyOf(file, { code: 'encoding-invalid', message }, 0, file.length) }),
            },
          ],
  };
}

const isUtf16 =
  'This file is UTF-16, but transcripts must be UTF-8, so it was not checked. Save it as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`.';
