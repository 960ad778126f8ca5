/** JSON Lines, line by line: what is kept does not grow with the file. */
import { json } from '../features/document.ts';
import type { JsonDialectId } from '../grammar/index.ts';
import type { OnFailure } from '../rules/inspect.ts';
import { levelsFor, severities } from '../rules/levels.ts';
import type { Problem } from '../rules/rule.ts';
import type { CheckTask } from './check-file.ts';
import { fingerprints } from './fingerprints.ts';
import type { FileDiagnostic } from './formats/format.ts';
import { readPieces } from './input.ts';

/** The diagnostics of a file with one value a line, in document order. */
export async function checkLines(
  task: CheckTask,
  dialect: JsonDialectId,
  failed: OnFailure,
): Promise<FileDiagnostic[]> {
  const { breaksIn, JsonDocument, JsonInspector, lineUnits } = json();
  const inspector = new JsonInspector(dialect, true, task, failed);
  const inSequence = inspector.sequence();
  const encoding = levelsFor(task, undefined)['encoding-invalid'] ?? 'error';
  const fingerprint = fingerprints();
  const diagnostics: FileDiagnostic[] = [];
  let offset = 0;
  let line = 0;
  let invalid = false;
  for await (const { text, invalidAt } of readPieces(task.file)) {
    let inPiece = 0;
    for (const unit of lineUnits(text)) {
      const problems: Problem[] = [...inspector.inspect(unit), ...(inSequence?.(unit) ?? [])];
      const bad = invalidAt === undefined || invalid ? -1 : invalidAt - inPiece;
      if (bad >= 0 && bad < unit.text.length && encoding !== 'off') {
        invalid = true;
        const message = 'These bytes are not UTF-8, so readers see U+FFFD here. Save the file as UTF-8.';
        problems.push({ code: 'encoding-invalid', severity: encoding, message, start: bad, end: bad + 1 });
      }
      if (problems.length > 0) {
        const alone = new JsonDocument(task.file, 'jsonl', 0, unit.text, dialect, true);
        const rank = ({ severity }: Problem) => severities.indexOf(severity);
        problems.sort((a, b) => a.start - b.start || rank(a) - rank(b));
        for (const problem of problems) {
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
