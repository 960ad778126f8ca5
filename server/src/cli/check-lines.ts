/** JSON Lines, line by line: what is kept does not grow with the file. */
import type { Position } from 'vscode-languageserver-textdocument';
import { isJsonDialect, json } from '../features/document.ts';
import type { DialectId, JsonDialectId } from '../grammar/index.ts';
import type { OnFailure } from '../rules/inspect.ts';
import type { JsonInspector } from '../rules/json/inspector.ts';
import { levelsFor, severities } from '../rules/levels.ts';
import type { Problem } from '../rules/rule.ts';
import type { JsonUnit } from '../syntax/json-document.ts';
import type { CheckTask } from './check-file.ts';
import { fingerprints } from './fingerprints.ts';
import { fixesInUnits } from './fixes.ts';
import type { FileDiagnostic, FileFix } from './formats/format.ts';
import { type Input, readPieces } from './input.ts';
import { notUtf8, rewrite } from './rewrite.ts';

/** The diagnostics of a file with one value a line, in document order; with `--fix`, of the file as it is then. */
export async function checkLines(
  task: CheckTask,
  dialect: JsonDialectId,
  failed: OnFailure,
): Promise<FileDiagnostic[]> {
  const checking = new (json().JsonInspector)(dialect, true, task, failed);
  if (!task.fix) return inspectLines(task, checking);
  const { fixUnit } = await import('../rules/json/fixes/fix-all.ts');
  const inspector = new (json().JsonInspector)(dialect, true, task, () => {});
  const fresh = await rewrite(task.file);
  let changed = task.file === '-';
  try {
    const diagnostics = await inspectLines(task, checking, async (units, { mark, invalidAt }) => {
      if (invalidAt !== undefined) throw new Error(notUtf8);
      const { jsonUnit } = json();
      const fixed = units.map((unit) => {
        // Of the old line nothing is kept but its text.
        const text = fixUnit(jsonUnit(unit.text), inspector)?.text;
        changed ||= text !== undefined;
        return text === undefined ? unit : jsonUnit(text);
      });
      await fresh.write((mark ? '\uFEFF' : '') + fixed.map(({ text }) => text).join(''));
      return fixed;
    });
    if (changed) await fresh.commit();
    else await fresh.abandon();
    return diagnostics;
  } catch (error) {
    await fresh.abandon();
    throw error;
  }
}

/**
 * The dialect of a data set with a transcript in each line, undefined if the file is none. It is JSON Lines by its name, and
 * its first line has a text in the dialect that somebody chose, or in one that it shows.
 */
export async function dialectOfTexts({ file, dialect }: CheckTask): Promise<DialectId | undefined> {
  if (file === '-' || isJsonDialect(dialect) || !/\.(?:jsonl|ndjson)$/i.test(file)) return undefined;
  for await (const { text } of readPieces(file)) {
    const line = /\S.*/.exec(text)?.[0];
    if (line !== undefined) return line.startsWith('{') ? json().dialectOfLine(line, dialect) : undefined;
  }
  return undefined;
}

/** The diagnostics of a data set of transcripts. What is written in it, only those who made it can mend. */
export async function checkTexts(task: CheckTask, failed: OnFailure): Promise<FileDiagnostic[]> {
  return inspectLines(
    task,
    new (json().TextInspector)(isJsonDialect(task.dialect) ? undefined : task.dialect, task, failed),
  );
}

type LineInspector = Pick<JsonInspector, 'inspect' | 'sequence'>;

/** What becomes of the lines of a piece before they are checked. */
type Change = (units: readonly JsonUnit[], piece: Input) => Promise<readonly JsonUnit[]>;

async function inspectLines(task: CheckTask, inspector: LineInspector, change?: Change): Promise<FileDiagnostic[]> {
  const { breaksIn, JsonDocument, lineUnits } = json();
  const inSequence = inspector.sequence();
  const encoding = levelsFor(task, undefined)['encoding-invalid'] ?? 'error';
  const fingerprint = fingerprints();
  const diagnostics: FileDiagnostic[] = [];
  let offset = 0;
  let line = 0;
  let invalid = false;
  let withFix = mostFixes;
  for await (const piece of readPieces(task.file)) {
    const { text, invalidAt } = piece;
    const read = lineUnits(text);
    let inPiece = 0;
    for (const unit of change ? await change(read, piece) : read) {
      const problems: Problem[] = [...inspector.inspect(unit), ...(inSequence?.(unit) ?? [])];
      const bad = invalidAt === undefined || invalid ? -1 : invalidAt - inPiece;
      if (bad >= 0 && bad < unit.text.length && encoding !== 'off') {
        invalid = true;
        const message = 'These bytes are not UTF-8, so readers see U+FFFD here. Save the file as UTF-8.';
        problems.push({ code: 'encoding-invalid', severity: encoding, message, start: bad, end: bad + 1 });
      }
      if (problems.length > 0) {
        const alone = new JsonDocument(task.file, 'jsonl', 0, unit.text, 'messages', true);
        const rank = ({ severity }: Problem) => severities.indexOf(severity);
        problems.sort((a, b) => a.start - b.start || rank(a) - rank(b));
        const fixOf = task.details && withFix > 0 ? await fixesInUnits(alone) : undefined;
        for (const problem of problems) {
          const fix = fixOf?.(problem, 0);
          if (fix) withFix--;
          const { code, severity, message, data, start, end } = problem;
          const range = alone.rangeIn(0, problem);
          diagnostics.push({
            code,
            severity,
            message,
            range: {
              start: { line: range.start.line + line, character: range.start.character },
              end: { line: range.end.line + line, character: range.end.character },
            },
            offset: [offset + start, offset + end],
            ...(data && { data }),
            ...(fix && { fix: moved(fix, line) }),
            ...(task.details && { related: [], fingerprint: fingerprint(unit.text, code, start, end) }),
          });
        }
      }
      line += breaksIn(unit);
      offset += unit.text.length;
      inPiece += unit.text.length;
    }
  }
  return diagnostics;
}

/** Fixes of lines are cheap, but every one is kept until it is printed. */
const mostFixes = 10_000;

function moved({ title, edits }: FileFix, by: number): FileFix {
  const down = ({ line, character }: Position) => ({ line: line + by, character });
  return {
    title,
    edits: edits.map(({ range: { start, end }, text }) => ({ range: { start: down(start), end: down(end) }, text })),
  };
}
