/** One file → what is wrong with it. */
import {
  createChecker,
  type DocumentChecker,
  isJsonDialect,
  openDocument,
  type PlacedProblem,
} from '../features/document.ts';
import type { AnyDialectId, SequencePair } from '../grammar/index.ts';
import type { CheckerSettings } from '../rules/checker.ts';
import { levelsFor, severities } from '../rules/levels.ts';
import { headerValues } from '../syntax/header-values.ts';
import { Transcript } from '../syntax/transcript.ts';
import { checkLines, checkTexts, dialectOfTexts } from './check-lines.ts';
import { fingerprints } from './fingerprints.ts';
import { fixFile } from './fix.ts';
import { fixesIn } from './fixes.ts';
import type { CheckedFile, FileDiagnostic } from './formats/format.ts';
import { readInput, whyUnreadable } from './input.ts';
import { write } from './output.ts';

/** A file with all that decides how it is checked; it can be sent to another thread. */
export interface CheckTask extends CheckerSettings {
  readonly dialect?: AnyDialectId;
  readonly sequencePair: SequencePair | undefined;
  readonly file: string;
  /** With what only some formats print. */
  readonly details: boolean;
  /** Whether to apply the safe fixes first. */
  readonly fix: boolean;
}

export interface Outcome {
  readonly file: string;
  /** Undefined if the file cannot be read. */
  readonly checked?: CheckedFile;
  /** Why it cannot be read, and which rules failed. */
  readonly failures: readonly string[];
}

export async function checkFile(task: CheckTask): Promise<Outcome> {
  const failures: string[] = [];
  try {
    return { file: task.file, checked: await attempt(task, failures), failures };
  } catch (error) {
    return { file: task.file, failures: [whyUnreadable(error)] };
  }
}

async function attempt(task: CheckTask, failures: string[]): Promise<CheckedFile> {
  const { file, details, dialect, sequencePair } = task;
  const failed = (code: string, error: unknown) => failures.push(`rule ${code} failed: ${error}`);
  if (isJsonDialect(dialect) && (dialect === 'stream-event' || /\.(?:jsonl|ndjson)$/i.test(file))) {
    return { file, dialect, mode: 'native', diagnostics: await checkLines(task, dialect, failed) };
  }
  const texts = await dialectOfTexts(task);
  if (texts !== undefined) {
    const mode = texts === 'harmony' ? 'harmony' : 'native';
    return { file, dialect: texts, mode, diagnostics: await checkTexts(task, failed) };
  }
  const input = await readInput(file);
  const { invalidAt } = input;
  const open = (text: string) => openDocument(file, 'ocml', 0, text, dialect, sequencePair);
  let { text } = input;
  let document = open(text);
  if (task.fix) {
    text = await fixFile(file, input, document, task);
    document = open(text);
  }
  if (task.fix && file === '-') await write((input.mark ? '\uFEFF' : '') + text);
  const transcript = document instanceof Transcript ? document : undefined;
  const checker = createChecker(document, task, failed);
  const fingerprint = fingerprints();
  const fixOf = details ? await fixesIn(document, checker) : undefined;
  const diagnostics = checker.problems(Number.POSITIVE_INFINITY).problems.map((placed): FileDiagnostic => {
    const { code, severity, message, data, start, end } = placed.problem;
    const base = checker.offsetOf(placed);
    const fix = fixOf?.(placed);
    return {
      code,
      severity,
      message,
      range: checker.rangeOf(placed),
      offset: [base + start, base + end],
      ...(data && { data }),
      ...(details && { related: relatedOf(placed, checker) }),
      ...(fix && { fix }),
    };
  });
  const encoding =
    levelsFor(task, transcript?.header && headerValues(transcript.header))['encoding-invalid'] ?? 'error';
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
    file,
    dialect: document.dialect,
    mode: transcript?.harmony ? 'harmony' : 'native',
    diagnostics: details
      ? diagnostics.map((one) => ({ ...one, fingerprint: fingerprint(text, one.code, ...one.offset) }))
      : diagnostics,
  };
}

function relatedOf({ problem }: PlacedProblem, checker: DocumentChecker): FileDiagnostic['related'] & {} {
  return (problem.related ?? []).flatMap((related) => {
    const range = checker.rangeIn(related.block, related);
    return range ? [{ range, message: related.message }] : [];
  });
}
