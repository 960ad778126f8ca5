/** JSON Lines, line by line: what is kept does not grow with the file. */
import type { Position } from 'vscode-languageserver-textdocument';
import type { OnFailure } from '../../checker/inspect.ts';
import type { LineInspector } from '../../checker/json/inspector.ts';
import { isJsonDialect, json } from '../../documents/document.ts';
import type { JsonDialectId } from '../../grammar/index.ts';
import { levelsFor, severities } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import type { JsonUnit } from '../../syntax/json/document.ts';
import type { Input } from '../files/input.ts';
import { keyOf } from './baseline.ts';
import type { CheckTask } from './file.ts';
import { fingerprints } from './fingerprints.ts';
import { type Fixing, fixLines, type Read } from './fix.ts';
import { fixesInUnits } from './fixes.ts';
import type { FileDiagnostic, FileFix } from './formats/format.ts';

/** How many diagnostics are kept before they are handed on. */
const batch = 1000;

/**
 * The diagnostics of a file with one value a line, in document order and in parts, the last of which may be empty; of one
 * that is to be fixed, those of the file as it is afterwards.
 */
export async function* checkLines(
  task: CheckTask,
  read: Read,
  pieces: AsyncIterable<Input>,
  failed: OnFailure,
  fixing: Fixing | undefined,
): AsyncGenerator<readonly FileDiagnostic[]> {
  const { dialect, shape, texts } = read;
  const inspector = new (json().JsonInspector)(dialect, true, task, failed, shape, texts);
  yield* inspectLines(task, inspector, fixing ? fixLines(task, read, pieces, fixing) : pieces, dialect);
}

/**
 * Whether a file is a data set with transcripts of a dialect that somebody chose: it is JSON Lines by its name, and its first
 * line has a text.
 */
export function isTexts({ file, dialect }: CheckTask, head: string): boolean {
  if (file === '-' || dialect === undefined || isJsonDialect(dialect) || !/\.(?:jsonl|ndjson)$/i.test(file))
    return false;
  const line = /\S.*/.exec(head)?.[0];
  return line?.startsWith('{') === true && json().hasText(line);
}

/** `dialect`: of the lines, for their fixes. */
async function* inspectLines(
  task: CheckTask,
  inspector: LineInspector,
  pieces: AsyncIterable<Input>,
  dialect: JsonDialectId,
): AsyncGenerator<readonly FileDiagnostic[]> {
  const { breaksIn, jsonUnit, linesOf } = json();
  const inSequence = inspector.sequence();
  const encoding = levelsFor(task, undefined)['encoding-invalid'] ?? 'error';
  const told = diagnosticsOf(task, inspector, dialect);
  let found: FileDiagnostic[] = [];
  let offset = 0;
  let line = 0;
  let invalid = false;
  for await (const { text, invalidAt, rows } of underTemplate(task, pieces)) {
    let inPiece = 0;
    const ofRows = await rows;
    let row = 0;
    // One after the other: of a line that is done, nothing is kept.
    for (const read of linesOf(text)) {
      const unit = jsonUnit(read);
      const problems: Problem[] = [...inspector.inspect(unit), ...(inSequence?.(unit) ?? [])];
      problems.push(...(ofRows?.[row++] ?? []));
      const bad = invalidAt === undefined || invalid ? -1 : invalidAt - inPiece;
      if (bad >= 0 && bad < read.length && encoding !== 'off') {
        invalid = true;
        const message = 'These bytes are not UTF-8, so readers see U+FFFD here. Save the file as UTF-8.';
        problems.push({ code: 'encoding-invalid', severity: encoding, message, start: bad, end: bad + 1 });
      }
      if (problems.length > 0) found.push(...(await told(unit, problems, line, offset)));
      line += breaksIn(unit);
      offset += read.length;
      inPiece += read.length;
      if (found.length >= batch) {
        yield found;
        found = [];
      }
    }
  }
  yield found;
}

/** The pieces, each with what a chat template makes of its rows, which is begun before the piece in front of it is done. */
async function* underTemplate(
  task: CheckTask,
  pieces: AsyncIterable<Input>,
): AsyncGenerator<Input & { readonly rows?: Promise<readonly (readonly Problem[])[]> }> {
  const { template } = task;
  if (template === undefined) return yield* pieces;
  const { RowsOfPieces } = await import('./rows.ts');
  const rows = new RowsOfPieces({ template, levels: levelsFor(task, undefined) });
  try {
    yield* oneAhead(pieces, (piece) => ({ ...piece, rows: rows.problems(piece.text) }));
  } finally {
    await rows.end();
  }
}

async function* oneAhead<From, To>(all: AsyncIterable<From>, begin: (one: From) => To): AsyncGenerator<To> {
  let begun: To | undefined;
  for await (const one of all) {
    const next = begin(one);
    if (begun) yield begun;
    begun = next;
  }
  if (begun) yield begun;
}

/** Makes diagnostics of the problems of a line, which begins at `line` and `offset` (UTF-16 units) of the file. */
function diagnosticsOf({ file, details, keyed }: CheckTask, inspector: LineInspector, dialect: JsonDialectId) {
  const { JsonDocument } = json();
  const fingerprint = fingerprints();
  let withFix = mostFixes;
  const rank = ({ severity }: Problem) => severities.indexOf(severity);
  return async (unit: JsonUnit, problems: Problem[], line: number, offset: number): Promise<FileDiagnostic[]> => {
    const alone = new JsonDocument(file, 'jsonl', 0, unit.text, dialect, true);
    problems.sort((a, b) => a.start - b.start || rank(a) - rank(b));
    const fixOf = details && withFix > 0 ? await fixesInUnits(alone, inspector) : undefined;
    return problems.map((problem): FileDiagnostic => {
      const fix = fixOf?.(problem, 0);
      if (fix) withFix--;
      const { code, severity, message, data, start, end } = problem;
      const range = alone.rangeIn(0, problem);
      return {
        code,
        severity,
        message,
        range: { start: moved(range.start, line), end: moved(range.end, line) },
        offset: [offset + start, offset + end],
        ...(data && { data }),
        ...(fix && { fix: movedFix(fix, line) }),
        ...(details && { related: [], fingerprint: fingerprint(unit.text, code, start, end) }),
        ...(keyed && { key: keyOf(unit.text, problem, start, end) }),
      };
    });
  };
}

/** Each is computed from its line alone, but they make an output longer that few would read to its end. */
const mostFixes = 10_000;

const moved = ({ line, character }: Position, by: number): Position => ({ line: line + by, character });

function movedFix({ title, edits }: FileFix, by: number): FileFix {
  return {
    title,
    edits: edits.map(({ range: { start, end }, text }) => ({
      range: { start: moved(start, by), end: moved(end, by) },
      text,
    })),
  };
}
