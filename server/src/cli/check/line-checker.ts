/** Finds the problems in lines of JSON, one line at a time, so that memory use does not grow with the number of lines. */

import type { Position } from 'vscode-languageserver-textdocument';
import type { OnFailure } from '../../checker/inspect.ts';
import type { UnitProblem } from '../../checker/json/checker.ts';
import type { LineInspector } from '../../checker/json/inspector.ts';
import { json } from '../../documents/load-json.ts';
import { levelsFor, severities } from '../../rules/support/levels.ts';
import type { Level, Problem, Severity } from '../../rules/support/rule.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import { append } from '../../syntax/lists.ts';
import { firstOfEach } from '../../templates/registry/losses.ts';
import type { Piece } from '../files/input.ts';
import type { Totals } from '../mask/totals.ts';
import { keyOf } from './baseline.ts';
import { excerptOf } from './excerpt.ts';
import { fingerprints } from './fingerprints.ts';
import type { LineReading } from './fix.ts';
import { fixableInUnits, fixesInUnits, triesOf } from './fixes.ts';
import type { FileDiagnostic, FileFix } from './formats/format.ts';
import { LineWalk } from './line-walk.ts';
import { type Repeated, RepeatedRows } from './repeated-rows.ts';
import type { CheckTask } from './task.ts';
import type { Rows } from './template-rows.ts';

/** The number of diagnostics after which they are yielded, even before the end of the piece. */
const batch = 1000;

/** Diagnostics of a file, and the number of lines checked so far. */
export interface Checked {
  readonly diagnostics: readonly FileDiagnostic[];
  readonly lines: number;
  /** For a list of rows, `rows` has the row of each diagnostic, counted from 0, and `done` is the number of completed rows. */
  readonly rows?: readonly number[];
  readonly done?: number;
  /** Whether the diagnostics concern the data set as a whole instead of individual rows. */
  readonly isOfFile?: boolean;
  /** The totals of the text that a trainer trains on, for the lines since the previous part. */
  readonly totals?: Totals | undefined;
}

/** Checks the lines of a file, in pieces that consist of whole lines. */
export class LineChecker {
  readonly inspector: LineInspector;
  private readonly inSequence: ReturnType<LineInspector['sequence']>;
  readonly told: ReturnType<typeof diagnosticsOf>;
  readonly encoding: Level;
  /** Reports a row that repeats an earlier one; undefined if duplicates are not reported. */
  readonly repeats: LineInspector['repeated'];
  /** The first row of the file, from which trainers draw conclusions about all rows. It is set when the first piece is read. */
  firstRow: string | undefined;
  readonly names: LineReading['names'];

  constructor(
    readonly task: CheckTask,
    { dialect, shape, rows, texts, names }: LineReading,
    failed: OnFailure,
    /** Whether the rows are elements of a list instead of lines. */
    listed = false,
  ) {
    this.inspector = new (json().JsonInspector)(
      { dialect, shape, rows, lines: true, listed, names },
      task,
      failed,
      texts,
    );
    this.names = names;
    this.inSequence = this.inspector.sequence(true);
    this.repeats = this.inspector.repeated;
    this.encoding = levelsFor(task, undefined)['encoding-invalid'] ?? 'error';
    this.told = diagnosticsOf(task, this.inspector, { dialect, names }, listed);
  }

  /** Whether the findings in a line depend only on that line. */
  get isAlone(): boolean {
    return this.inSequence === undefined && !this.task.details;
  }

  /** Returns a function that finds the lines of the next piece that repeat earlier lines; undefined if duplicates are not reported. */
  repeated(): ((piece: Piece) => Repeated) | undefined {
    if (this.repeats === undefined) return undefined;
    const rows = new RepeatedRows();
    return ({ bytes, mark }) => rows.in(bytes, mark);
  }

  /** Yields the findings in each piece, with lines and offsets that count from the beginning of the first piece. */
  async *inspect(
    pieces: AsyncIterable<Piece>,
    repeated = this.repeated(),
  ): AsyncGenerator<Checked & { readonly length: number }> {
    const { jsonUnit } = json();
    const { inspector, inSequence, encoding, told, names } = this;
    let diagnostics: FileDiagnostic[] = [];
    let [offset, line] = [0, 0];
    let invalid = false;
    const isReported = firstOfEach();
    for await (const { piece, rows } of this.underTemplate(pieces)) {
      const { invalidAt } = piece;
      const ofRows = await rows;
      const isEachRead = inSequence !== undefined || ofRows !== undefined || invalidAt !== undefined;
      let row = 0;
      const again = repeated?.(piece);
      const walk = new LineWalk(piece);
      // Lines are inspected one by one, and no line is kept in memory after its inspection.
      for (const read of isEachRead
        ? walk.all()
        : walk.unless((text) => !again?.has(walk.line) && inspector.isPlain(text))) {
        const unit = jsonUnit(read, names);
        const problems: Problem[] = [...inspector.inspect(unit), ...(inSequence?.(unit, line + walk.line) ?? [])];
        append(problems, (ofRows?.problems[row++] ?? []).filter(isReported));
        const same = again?.get(walk.line);
        if (same !== undefined) append(problems, this.repeats?.(unit, same) ?? []);
        const bad = invalidAt === undefined || invalid ? -1 : invalidAt - walk.offset;
        if (bad >= 0 && bad < read.length && encoding !== 'off') {
          invalid = true;
          problems.push(invalidAtOffset(bad, encoding));
        }
        if (problems.length > 0)
          append(
            diagnostics,
            await told(unit, problems, { line: line + walk.line, column: 0, offset: offset + walk.offset }),
          );
        if (diagnostics.length < batch) continue;
        yield { diagnostics, lines: line + walk.line, length: offset + walk.offset };
        diagnostics = [];
      }
      line += walk.line;
      offset += walk.offset;
      yield { diagnostics, lines: line, length: offset, ...(ofRows?.totals && { totals: ofRows.totals }) };
      diagnostics = [];
    }
  }

  /** Returns the first row of the file, and remembers it when it is found. */
  noteFirst({ text }: Pick<Piece, 'text'>): string {
    this.firstRow ??= /\S.*/.exec(text)?.[0];
    return this.firstRow ?? '';
  }

  /**
   * Yields each piece with the problems that the chat template finds in its rows. A piece is rendered while the preceding one is still
   * being checked.
   */
  private async *underTemplate(
    pieces: AsyncIterable<Piece>,
  ): AsyncGenerator<{ readonly piece: Piece; readonly rows?: Promise<Rows> }> {
    const { template, mask, rowNames } = this.task;
    if (template === undefined) {
      for await (const piece of pieces) yield { piece };
      return;
    }
    const { RowsOfPieces } = await import('./template-rows.ts');
    const levels = levelsFor(this.task, undefined);
    let rows: InstanceType<typeof RowsOfPieces> | undefined;
    try {
      yield* oneAhead(pieces, (piece) => {
        rows ??= new RowsOfPieces({
          template,
          levels,
          rowNames,
          mask: mask && { task: mask, first: this.noteFirst(piece) },
        });
        return { piece, rows: rows.problems(piece.text) };
      });
    } finally {
      await rows?.end();
    }
  }
}

/** Arguments of `JsonDocument` for facts that cannot be determined from a single row. */
const unknownRows = ['unknown', undefined, false] as const;

/** The code of a problem that is reported at most once per file. */
export const notUtf8 = 'encoding-invalid';

/** Returns the problem of bytes that are not UTF-8. `severity`: the severity of the code, which is not turned off. */
export const invalidAtOffset = (start: number, severity: Severity): Problem => ({
  code: notUtf8,
  severity,
  start,
  end: start + 1,
  message: 'These bytes are not UTF-8, so parsers see U+FFFD here. Save the file as UTF-8.',
});

/** The position of a row: its line, counted from 0, and the number of UTF-16 units before the row in the line and in the file. */
export interface RowPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** The text that contains a row, for excerpts around a problem. */
export interface Around {
  readonly text: string;
  /** The offset in `text` at which the row begins. */
  readonly start: number;
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

/** Returns a function that converts the problems of a row to diagnostics, given the position of the row in the file. */
function diagnosticsOf(
  { file, details, tries, keyed, excerpts }: CheckTask,
  inspector: LineInspector,
  { dialect, names }: Pick<LineReading, 'dialect' | 'names'>,
  listed: boolean,
) {
  const { JsonDocument } = json();
  const fingerprint = fingerprints();
  let withFix = MAX_FIXES;
  const remainingTries = tries === undefined ? undefined : triesOf(tries);
  const rank = ({ severity }: Problem) => severities.indexOf(severity);
  return async (
    unit: JsonUnit,
    problems: Problem[],
    place: RowPlace,
    around: Around = { text: unit.text, start: 0 },
  ): Promise<FileDiagnostic[]> => {
    const { offset } = place;
    const { text, start: base } = around;
    const alone = new JsonDocument(file, 'jsonl', 0, unit.text, dialect, !listed, ...unknownRows, names);
    problems.sort((a, b) => a.start - b.start || rank(a) - rank(b));
    const fixOf = details && withFix > 0 ? await fixesInUnits(alone, inspector) : undefined;
    const fixableOf =
      remainingTries &&
      (remainingTries.problems > 0 ? await fixableInUnits(alone, inspector, remainingTries) : () => 'unknown' as const);
    return problems.map((problem): FileDiagnostic => {
      const placed: UnitProblem = { problem, index: 0 };
      const fix = fixOf?.(placed);
      const fixable = fixableOf?.(placed);
      if (fix) withFix--;
      const { code, severity, message, data, start, end } = problem;
      const range = alone.rangeIn(0, problem);
      return {
        code,
        severity,
        message,
        range: { start: moved(range.start, place), end: moved(range.end, place) },
        offset: [offset + start, offset + end],
        ...(data && { data }),
        ...(fix && { fix: movedFix(fix, place) }),
        ...(fixable && { fixable }),
        ...(details && { related: [], fingerprint: fingerprint(text, code, base + start, base + end) }),
        ...(excerpts && { excerpt: excerptOf(text, base + start, base + end) }),
        ...(keyed && { key: keyOf(text, problem, base + start, base + end) }),
      };
    });
  };
}

/** The maximum number of fixes in the output. Fixes are fast to compute, but make the output long. */
const MAX_FIXES = 10_000;

/** Converts a position in a text to a position in the file. `place`: the position in the file at which the text begins. */
export const moved = (
  { line, character }: Position,
  place: { readonly line: number; readonly column: number },
): Position => ({
  line: line + place.line,
  character: line === 0 ? character + place.column : character,
});

function movedFix({ title, edits }: FileFix, place: RowPlace): FileFix {
  return {
    title,
    edits: edits.map(({ range: { start, end }, text }) => ({
      range: { start: moved(start, place), end: moved(end, place) },
      text,
    })),
  };
}
