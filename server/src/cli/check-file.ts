/** One file → what is wrong with it. */
import { createHash } from 'node:crypto';
import { Checker, type CheckerSettings, type Placed } from '../rules/checker.ts';
import { levelsFor, severities } from '../rules/levels.ts';
import { type DialectChoice, dialectOfFile } from '../syntax/dialect.ts';
import { headerValues } from '../syntax/header-values.ts';
import { Transcript } from '../syntax/transcript.ts';
import type { CheckedFile, FileDiagnostic } from './formats/format.ts';
import { readInput } from './input.ts';

/** A file with all that decides how it is checked; it can be sent to another thread. */
export interface CheckTask extends CheckerSettings, DialectChoice {
  readonly file: string;
  /** With what only some formats print. */
  readonly details: boolean;
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
    return { file: task.file, failures: [(error as Error)?.message ?? String(error)] };
  }
}

async function attempt(task: CheckTask, failures: string[]): Promise<CheckedFile> {
  const { file, details } = task;
  const { text, invalidAt } = await readInput(file);
  const dialect = task.dialect ?? dialectOfFile(file);
  const transcript = new Transcript(file, 'ocml', 0, text, dialect === undefined ? {} : { dialect });
  const checker = new Checker(transcript, task, (code, error) => failures.push(`rule ${code} failed: ${error}`));
  const fingerprint = fingerprints(text);
  const diagnostics = checker.problems(Number.POSITIVE_INFINITY).problems.map((placed): FileDiagnostic => {
    const { code, severity, message, data, start, end } = placed.problem;
    const base = checker.offsetOf(placed);
    return {
      code,
      severity,
      message,
      range: checker.rangeOf(placed),
      offset: [base + start, base + end],
      ...(data && { data }),
      ...(details && { related: relatedOf(placed, checker) }),
    };
  });
  const encoding = levelsFor(task, transcript.header && headerValues(transcript.header))['encoding-invalid'] ?? 'error';
  if (invalidAt !== undefined && encoding !== 'off') {
    diagnostics.push({
      code: 'encoding-invalid',
      severity: encoding,
      message: 'These bytes are not UTF-8, so readers see U+FFFD here. Save the file as UTF-8.',
      range: { start: transcript.positionAt(invalidAt), end: transcript.positionAt(invalidAt + 1) },
      offset: [invalidAt, invalidAt + 1],
    });
  }
  const rank = ({ severity }: FileDiagnostic) => severities.indexOf(severity);
  diagnostics.sort((a, b) => a.offset[0] - b.offset[0] || rank(a) - rank(b));
  return {
    file,
    dialect: transcript.dialect,
    mode: transcript.harmony ? 'harmony' : 'native',
    diagnostics: details ? diagnostics.map((one) => ({ ...one, fingerprint: fingerprint(one) })) : diagnostics,
  };
}

function relatedOf({ problem }: Placed, checker: Checker): FileDiagnostic['related'] & {} {
  return (problem.related ?? []).flatMap(({ block, start, end, message }) => {
    const range = checker.rangeIn(block, { start, end });
    return range ? [{ range, message }] : [];
  });
}

/** How much of a line counts, on both sides of what is flagged: lines can be as long as the file. */
const around = 100;

/**
 * Names problems by their code and the line they are in, numbered where these are the same: neither changes when lines
 * are inserted above.
 */
function fingerprints(text: string): (diagnostic: FileDiagnostic) => string {
  const seen = new Map<string, number>();
  return ({ code, offset: [start, end] }) => {
    const before = text.slice(Math.max(0, start - around), start).replace(/^.*[\r\n]/s, '');
    const flagged = text.slice(start, Math.min(end, start + 2 * around));
    const after = text.slice(end, end + around).replace(/[\r\n].*$/s, '');
    const hash = createHash('sha256').update([code, before, flagged, after].join('\0')).digest('hex').slice(0, 16);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return `${hash}:${count}`;
  };
}
