/** Checks all rows in the background, with the rules of `ocml check`. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Severity } from '../../rules/support/rule.ts';
import type { RowProblemStore } from '../problems.ts';
import type { RowSource } from '../read-rows.ts';
import type { Job } from './job.ts';
import { RowsOfLines } from './rows-of-lines.ts';
import type { JobHost } from './stretches.ts';

interface Progress {
  readonly job: Job;
  readonly problems: RowProblemStore;
  changed(): void;
  /** Called for a problem that concerns the file rather than a single row. */
  ofFile(code: string, message: string): void;
}

/** A reply from the thread in which `ocml check` checks files: see `cli/check/task.ts`. */
interface Finding {
  readonly diagnostics?: readonly {
    readonly code: string;
    readonly severity: Severity;
    readonly message: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
  /** For rows in a list: the row of each diagnostic, counted from 0, and the number of rows that have been checked. */
  readonly rows?: readonly number[];
  readonly done?: number;
  /** Whether the diagnostics concern the file rather than single rows. */
  readonly isOfFile?: boolean;
  /** The number of lines that have been checked. */
  readonly lines?: number;
  /** Whether the file could not be read. Present only in the last reply for a file. */
  readonly unreadable?: boolean;
  readonly failures?: readonly string[];
}

/**
 * Checks the rows with the code of `ocml check`, in a separate thread. Returns whether the check was completed. Throws an error with a
 * message for the user.
 */
export async function checkRows(
  host: JobHost,
  { source, task }: { readonly source: RowSource; readonly task: object },
  { job, problems, changed, ofFile }: Progress,
): Promise<boolean> {
  const worker = new Worker(join(__dirname, 'check-worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 12 },
  });
  const rows = new RowsOfLines(host, source);
  const answers: Finding[] = [];
  // The row of the last diagnostic. It never decreases: in a list with syntax errors, several rows may be on one line.
  let row = 1;
  let failure: Error | undefined;
  let wake = () => {};
  worker.on('message', (finding: Finding) => {
    answers.push(finding);
    wake();
  });
  const failed = (error: Error) => {
    failure ??= error;
    wake();
  };
  worker.on('error', failed);
  worker.on('exit', () => failed(new Error('The thread that checks the rows ended before its work was done')));
  job.onStop(() => wake());
  try {
    worker.postMessage(task);
    for (;;) {
      const finding = answers.shift();
      if (job.isStopped) return false;
      if (finding === undefined) {
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      if (finding.failures?.length) throw new Error(finding.failures.join('; '));
      if (finding.unreadable !== undefined) return !finding.unreadable;
      worker.postMessage(undefined);
      for (const [i, { code, severity, range, message }] of (finding.diagnostics ?? []).entries()) {
        if (severity === 'hint') continue;
        if (finding.isOfFile) {
          ofFile(code, message);
          continue;
        }
        const index = finding.rows?.[i];
        row = Math.max(row, index === undefined ? await rows.at(range.start.line) : index + 1);
        // Rows that were appended after the file was opened are not part of the data set.
        if (!host.index.isComplete || row <= host.index.rows) problems.add(row, code, severity);
      }
      if (finding.lines !== undefined) {
        const next = finding.done === undefined ? await rows.at(finding.lines) : finding.done + 1;
        problems.checkedTo = Math.max(problems.checkedTo, next);
      }
      job.done = Math.min(1, problems.checkedTo / Math.max(1, host.index.rows));
      job.found = problems.length;
      changed();
    }
  } finally {
    await worker.terminate();
  }
}
