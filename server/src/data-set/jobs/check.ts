/** Checks all rows in the background, by the rules of `ocml check`. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RowProblemStore } from '../problems.ts';
import type { RowSource } from '../read-rows.ts';
import type { RowChecks, RowProblem } from './check-stretch.ts';
import type { Job } from './job.ts';
import { RowsOfLines } from './rows-of-lines.ts';
import { eachStretch, type JobHost, partDone } from './stretches.ts';

interface Progress {
  readonly job: Job;
  readonly problems: RowProblemStore;
  changed(): void;
}

/** The rows of a list, each by itself. */
export async function checkRows(
  host: JobHost,
  { source, checks }: { readonly source: RowSource; readonly checks: RowChecks },
  { job, problems, changed }: Progress,
): Promise<boolean> {
  return eachStretch<RowProblem[]>(host, {
    isStopped: () => job.isStopped,
    task: (stretch) => ({ kind: 'check', source, stretch, checks }),
    take(found = [], stretch) {
      for (const { row, code, severity } of found) if (severity !== 'hint') problems.add(row, code, severity);
      problems.checkedTo = stretch.row + stretch.count;
      job.done = partDone(host, stretch);
      job.found = problems.length;
      changed();
      return true;
    },
  });
}

/** An answer of the thread in which `ocml check` has files: see `cli/check/task.ts`. */
interface Finding {
  readonly diagnostics?: readonly {
    readonly code: string;
    readonly severity: RowProblem['severity'];
    readonly range: { readonly start: { readonly line: number } };
  }[];
  /** How many lines are checked. */
  readonly lines?: number;
  /** The file is done. */
  readonly unreadable?: boolean;
  readonly failures?: readonly string[];
}

/** A file with a row a line, in the thread that `ocml check` has for files. Throws, with a message for users, where it fails. */
export async function checkLines(
  host: JobHost,
  { source, task }: { readonly source: RowSource; readonly task: object },
  { job, problems, changed }: Progress,
): Promise<boolean> {
  const worker = new Worker(join(__dirname, 'check-worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 12 },
  });
  const rows = new RowsOfLines(host, source);
  const answers: Finding[] = [];
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
  worker.on('exit', () => failed(new Error('The thread that checks ended before it was done')));
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
      for (const { code, severity, range } of finding.diagnostics ?? []) {
        const row = await rows.at(range.start.line);
        if (severity !== 'hint') problems.add(row, code, severity);
      }
      if (finding.lines !== undefined) problems.checkedTo = Math.max(problems.checkedTo, await rows.at(finding.lines));
      job.done = Math.min(1, problems.checkedTo / Math.max(1, host.index.rows));
      job.found = problems.length;
      changed();
    }
  } finally {
    await worker.terminate();
  }
}
