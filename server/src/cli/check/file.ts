/** One file → what is wrong with it. */

import type { CheckerSettings } from '../../checker/checker.ts';
import type { OnFailure } from '../../checker/inspect.ts';
import {
  createChecker,
  type DocumentChecker,
  isJsonDialect,
  json,
  mayBeJson,
  openDocument,
  type PlacedProblem,
} from '../../documents/document.ts';
import { whyUnreadable } from '../../files/regular.ts';
import type { AnyDialectId, DialectId, JsonDialectId, SequencePair } from '../../grammar/index.ts';
import { levelsFor, severities } from '../../rules/support/levels.ts';
import { headerValues } from '../../syntax/document-header/values.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import { familyOf } from '../../syntax/families/index.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { textKind } from '../../syntax/text-kind.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { type Input, joined, type Piece, peek, readInput, readPieces } from '../files/input.ts';
import { NotTextFault } from '../files/not-text.ts';
import { isPipe, pipeNotWritable } from '../files/pipes.ts';
import { type Place, stateOf, whyNotFixed } from '../files/replace.ts';
import { notWritable, packingOf, unpackedName } from '../packed/names.ts';
import { keyOf } from './baseline.ts';
import { type Difference, differences } from './diff/differences.ts';
import { excerptOf } from './excerpt.ts';
import { fingerprints } from './fingerprints.ts';
import { type Fixing, fixedLines, fixedWhole, fixFile, type LineReading } from './fix.ts';
import { fixableIn, fixesIn, triesOf } from './fixes.ts';
import type { CheckedFile, FileDiagnostic } from './formats/format.ts';
import { checkLines, isTexts } from './lines.ts';
import type { ChosenTemplate } from './template.ts';
import type { DecodedIds } from './token-ids.ts';

/** A file with all that decides how it is checked; it can be sent to another thread. */
export interface CheckTask extends CheckerSettings {
  readonly dialect?: AnyDialectId;
  readonly sequencePair: SequencePair | undefined;
  /** The name that is shown, and that decides the form; `-` for standard input without a name. */
  readonly file: string;
  /** The path that is read; `-` for standard input. */
  readonly path: string;
  /** Standard input has one value a line, whatever its first line is, and the first of them is not waited with. */
  readonly byLine?: boolean;
  /** With what only some formats print. */
  readonly details: boolean;
  /** With the lines of problems. */
  readonly excerpts?: boolean;
  /** How many problems of a file are tried, to count those that `--fix` would fix; undefined: none. */
  readonly tries?: number | undefined;
  /** With what a baseline knows problems by. */
  readonly keyed: boolean;
  /** The chat template that rows are checked against. */
  readonly template?: ChosenTemplate;
  /** Where the fixed file is written, if the safe fixes are applied first. */
  readonly fix: Place | undefined;
  /** It is found how the safe fixes would change the file, and nothing else. */
  readonly diff?: boolean;
}

/** Diagnostics of a file, in document order; those of a large one come in parts. */
export interface Part {
  readonly checked: CheckedFile;
  readonly diagnostics: readonly FileDiagnostic[];
  /** How many lines of the file are checked. */
  readonly lines: number;
}

/** What is known when a file is done. */
export interface FileSummary {
  readonly file: string;
  /** It cannot be read, or not to its end. */
  readonly unreadable: boolean;
  /** It was to be fixed, and stays as it is. */
  readonly unfixed: boolean;
  /** Why that is so, and which rules failed. */
  readonly failures: readonly string[];
}

export type Finding = Part | Difference | FileSummary;

/** Whether nothing more is found in a file. */
export const isLast = (finding: Finding): finding is FileSummary => 'unreadable' in finding;

/** Gives one part at least of a file that can be read; `Done` is the last. */
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
    // Before it is read.
    const original = task.fix && path !== '-' ? stateOf(path) : undefined;
    const isPacked = packingOf(path) !== undefined;
    const fixes = task.diff || task.fix !== undefined;
    if (fixes && isPacked) refuse(whyNotFixed(new Error(notWritable)));
    const fixing = fixes && !isPacked ? { place: task.fix, original, refuse } : undefined;
    if (!task.diff || fixing) yield* partsOf(task, failures, fixing);
  } catch (error) {
    if (error instanceof NotTextFault) yield unread(task, `Nothing in this file was checked, since ${error.message}.`);
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
  const { file, path, dialect } = task;
  const unpacked = unpackedName(file);
  const name = path === '-' && task.byLine && !namedLines.test(unpacked) ? 'stdin.jsonl' : unpacked;
  const failed = (code: string, error: unknown) => failures.push(`rule ${code} failed: ${error}`);
  if (!isJsonDialect(dialect) && !named.test(name) && file !== '-' && !isPipe(path)) {
    const input = await readInput(path);
    if (input.utf16) yield unread(task);
    else yield* partsOfWhole(task, input, failed, fixing);
    return;
  }
  const pieces = readPieces(path);
  try {
    yield* partsOfPieces(task, name, pieces, failed, fixing);
  } finally {
    // What was opened is closed, even if most of it is not read: it is UTF-16, or is not to be fixed.
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
  if (file !== '-' && namedLines.test(name) && head.length < MAX_BLANK_LENGTH && head.trim() === '') {
    yield withoutRows(task, head);
    return;
  }
  // A stream is recognised by its content, whatever its name says.
  if (isEventStream(head) || (await beginsWithIds(head, dialect)))
    return yield* partsOfWhole(task, await joined(all), failed, fixing);
  if (isTexts(name, dialect, head)) {
    const texts = dialect as DialectId;
    const checked = {
      file,
      dialect: texts,
      mode: familyOf(texts).mode,
      shape: 'text',
    } as const;
    const read = { dialect: 'json', shape: 'text', texts } as const;
    return yield* partsOfLines(task, checked, read, all, failed, fixing);
  }
  const shown = dialect === undefined && mayBeJson(name, head) ? json().shownJson(name, head) : undefined;
  const read = shown ? 'json' : dialect;
  // Standard input is read line by line only if it is known to be JSON Lines.
  const sure = shown?.shape !== 'unknown' || namedLines.test(name);
  if (isJsonDialect(read) && sure && isLines(name, read, head)) {
    const { shape = json().shapeOfLines(head, read) } = shown ?? {};
    const checked = { file, dialect: shown?.dialect ?? read, mode: 'native', shape } as const;
    yield* partsOfLines(task, checked, { dialect: read, shape }, all, failed, fixing);
  } else yield* partsOfWhole(task, await joined(all), failed, fixing);
}

/** Nothing but what would change is asked for. */
const isCompared = (fixing: Fixing | undefined): fixing is Fixing => fixing !== undefined && fixing.place === undefined;

async function* partsOfLines(
  task: CheckTask,
  checked: CheckedFile,
  read: LineReading,
  pieces: AsyncIterable<Piece>,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<Part | Difference> {
  if (isCompared(fixing)) return yield* differences(task.file, fixedLines(task, read, pieces), fixing);
  for await (const part of checkLines(task, read, pieces, failed, fixing)) yield { checked, ...part };
}

async function* partsOfWhole(
  task: CheckTask,
  input: Input,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<Part | Difference> {
  if (!isCompared(fixing)) return yield await checkWhole(task, input, failed, fixing);
  yield* differences(task.file, fixedAsPiece(task, input), fixing);
}

async function* fixedAsPiece(task: CheckTask, input: Input) {
  yield (await fixedWhole(input, opened(task, input.text), task)).piece;
}

const opened = ({ file, dialect, sequencePair }: CheckTask, text: string) =>
  openDocument(unpackedName(file), 'ocml', 0, text, dialect, sequencePair);

/** A longer text without anything in it is not noticed (UTF-16 units). */
const MAX_BLANK_LENGTH = 100_000;

/** The only finding for a data set without a row. */
function withoutRows(task: CheckTask, text: string): Part {
  const code = 'json-shape-unknown';
  const severity = levelsFor(task, undefined)[code] ?? 'warning';
  const message =
    'This data set has no rows, so nothing was checked. If it should have some, look at the program that wrote it.';
  const start = { line: 0, character: 0 };
  const checked = { file: task.file, dialect: task.dialect ?? 'json', mode: 'native', shape: 'unknown' } as const;
  const found: FileDiagnostic = {
    code,
    severity: severity === 'off' ? 'warning' : severity,
    message,
    range: { start, end: start },
    offset: [0, 0],
  };
  const key = task.keyed && { key: keyOf(text, found, 0, 0) };
  return { checked, lines: text.split('\n').length - 1, diagnostics: severity === 'off' ? [] : [{ ...found, ...key }] };
}

/** The only finding for a file whose text is not read. */
function unread(task: CheckTask, message = isUtf16): Part {
  const { file, dialect } = task;
  const severity = levelsFor(task, undefined)['encoding-invalid'] ?? 'error';
  const isJson = named.test(unpackedName(file)) || isJsonDialect(dialect);
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
              ...{ code: 'encoding-invalid', severity, message, range, offset: [0, 1] },
              ...(task.keyed && { key: keyOf(file, { code: 'encoding-invalid', message }, 0, file.length) }),
            },
          ],
  };
}

const isUtf16 =
  'This file is UTF-16, and what reads transcripts takes UTF-8, so nothing in it was checked. Save it as UTF-8, for instance with `iconv -f UTF-16 -t UTF-8`.';

const named = /\.(?:json|jsonl|ndjson)$/i;
const namedLines = /\.(?:jsonl|ndjson)$/i;

/** As in the editor, and what is JSON Lines by its name. */
const isLines = (name: string, dialect: JsonDialectId, head: string): boolean =>
  json().namesLines(name, head) || json().hasLines(name, dialect, head);

/** What a list of token ids may begin with. */
const beginsIds = /^\s*\[?\s*\d{4,6}[\s,]/;

/** Whether the first line of a file is a list of token ids. */
async function beginsWithIds(head: string, dialect: AnyDialectId | undefined): Promise<boolean> {
  if (!beginsIds.test(head)) return false;
  const { decodedIds } = await import('./token-ids.ts');
  return decodedIds(/\S.*/.exec(head)?.[0] ?? '', dialect) !== undefined;
}

/** A file in one piece: a text, or the ids of its tokens. */
async function checkWhole(task: CheckTask, input: Input, failed: OnFailure, fixing: Fixing | undefined): Promise<Part> {
  if (beginsIds.test(input.text)) {
    const { decodedIds } = await import('./token-ids.ts');
    const decoded = decodedIds(input.text, task.dialect);
    if (decoded) return await checkIds(task, input, decoded, failed, fixing);
  }
  return await checkText(task, input, failed, fixing);
}

/** The problems of lists of token ids, each at its ids. Nothing is fixed there: an edit of the text has no ids. */
async function checkIds(
  task: CheckTask,
  input: Input,
  decoded: readonly DecodedIds[],
  failed: OnFailure,
  fixing: Fixing | undefined,
): Promise<Part> {
  const refuse = () =>
    fixing?.refuse('token ids cannot be fixed; convert them to a text first, with `ocml convert --to harmony`');
  const source = openDocument('', 'ocml', 0, input.text, 'harmony');
  const diagnostics: FileDiagnostic[] = [];
  for (const { text, placeOf } of decoded) {
    const part = await checkText({ ...task, dialect: 'harmony' }, { ...input, text }, failed, undefined);
    for (const { fix: _edits, related: _related, fixable: _fixable, ...found } of part.diagnostics) {
      const { start, end } = placeOf({ start: found.offset[0], end: found.offset[1] });
      const range = { start: source.positionAt(start), end: source.positionAt(end) };
      diagnostics.push({ ...found, range, offset: [start, end] });
    }
  }
  if (diagnostics.length > 0) refuse();
  const checked = { file: task.file, dialect: 'harmony', mode: familyOf('harmony').mode } as const;
  return { lines: input.text.split('\n').length, checked, diagnostics };
}

async function checkText(task: CheckTask, input: Input, failed: OnFailure, fixing: Fixing | undefined): Promise<Part> {
  const { file, details, tries, keyed } = task;
  const { invalidAt } = input;
  let { text } = input;
  let document = opened(task, text);
  if (fixing) {
    text = await fixFile(input, document, task, fixing);
    document = opened(task, text);
  }
  const transcript = document instanceof Transcript ? document : undefined;
  const checker = createChecker(document, task, failed);
  const fingerprint = fingerprints();
  const { problems } = checker.problems(Number.POSITIVE_INFINITY);
  const fixOf = details ? await fixesIn(document, checker) : undefined;
  const fixableOf =
    tries !== undefined && problems.length > 0 && invalidAt === undefined
      ? await fixableIn(document, checker, triesOf(tries))
      : undefined;
  const diagnostics = problems.map((placed): FileDiagnostic => {
    const { code, severity, message, data, start, end } = placed.problem;
    const base = checker.offsetOf(placed);
    const fix = fixOf?.(placed);
    const fixable = fixableOf?.(placed);
    return {
      code,
      severity,
      message,
      range: checker.rangeOf(placed),
      offset: [base + start, base + end],
      ...(data && { data }),
      ...(details && { related: relatedOf(placed, checker) }),
      ...(fix && { fix }),
      ...(fixable && { fixable }),
    };
  });
  const levels = levelsFor(task, transcript?.header && headerValues(transcript.header));
  if (task.template) {
    const { levelled, problemsOfWhole, rowChecker } = await import('./template.ts');
    const problems = problemsOfWhole(await rowChecker(task.template), document, text);
    for (const { code, severity, message, start, end } of levelled(problems, levels)) {
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      diagnostics.push({ code, severity, message, range, offset: [start, end] });
    }
  }
  if (transcript && textKind(transcript) === 'stream') {
    const { problemsOfAnswers } = await import('./assembled-answers.ts');
    for (const problem of problemsOfAnswers(text, task, levels, failed)) {
      const [start, end] = problem.offset;
      diagnostics.push({ ...problem, range: { start: document.positionAt(start), end: document.positionAt(end) } });
    }
  }
  const encoding = levels['encoding-invalid'] ?? 'error';
  if (invalidAt !== undefined && encoding !== 'off') {
    diagnostics.push({
      code: 'encoding-invalid',
      severity: encoding,
      message: 'These bytes are not UTF-8, so readers see U+FFFD here. Save the file as UTF-8.',
      range: { start: document.positionAt(invalidAt), end: document.positionAt(invalidAt + 1) },
      offset: [invalidAt, invalidAt + 1],
    });
  }
  const rank = ({ severity }: FileDiagnostic) => severities.indexOf(severity);
  diagnostics.sort((a, b) => a.offset[0] - b.offset[0] || rank(a) - rank(b));
  return {
    lines: document.lineCount - (/[\r\n]$|^$/.test(text) ? 1 : 0),
    checked: transcript
      ? { file, dialect: transcript.dialect, mode: transcript.family.mode }
      : { file, mode: 'native', ...json().languageInfoOf(document as JsonDocument) },
    diagnostics:
      details || keyed || task.excerpts
        ? diagnostics.map((one) => ({
            ...one,
            ...(task.excerpts && { excerpt: excerptOf(text, ...one.offset) }),
            ...(details && { fingerprint: fingerprint(text, one.code, ...one.offset) }),
            ...(keyed && { key: keyOf(text, one, ...one.offset) }),
          }))
        : diagnostics,
  };
}

function relatedOf({ problem }: PlacedProblem, checker: DocumentChecker): FileDiagnostic['related'] & {} {
  return (problem.related ?? []).flatMap((related) => {
    const range = checker.rangeIn(related.block, related);
    return range ? [{ range, message: related.message }] : [];
  });
}
