/** Renders a data set with a chat template, piece by piece. A large one is rendered in a separate thread. */
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { AnsweringThread } from '../../rows/answering-thread.ts';
import type { Levels } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { linesOf } from '../../syntax/json/json-lines.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { Totals } from '../mask/totals.ts';
import type { MaskTask } from './task.ts';
import { type ChosenTemplate, levelled, problemsOfRow, rowChecker } from './template.ts';

export interface Under {
  readonly template: ChosenTemplate;
  readonly levels: Levels;
  /** The names that rows use for their fields and roles. */
  readonly rowNames: RowNames | undefined;
  /** The training settings for the rows, and the first row of the file. */
  readonly mask?: { readonly task: MaskTask; readonly first: string } | undefined;
}

export interface Rows {
  /** The problems of each line, in order. */
  readonly problems: readonly (readonly Problem[])[];
  readonly totals?: Totals;
}

/** The number of characters after which a thread is started. A smaller input is finished before a thread would have started. */
const MIN_THREAD_LENGTH = 3_000_000;

export const problemsOfRows = (under: Under, text: string): Promise<Rows> => problemsOfEach(under, [...linesOf(text)]);

/** Finds the problems that a template has with each row. `lines`: the rows, as lines or as elements of a list. */
export async function problemsOfEach(
  { template, levels, mask, rowNames }: Under,
  lines: readonly string[],
): Promise<Rows> {
  const checker = await rowChecker(template);
  const problems = lines.map((line) => levelled(problemsOfRow(checker, line, rowNames), levels));
  if (mask === undefined) return { problems };
  const { masksOfLines } = await import('./masks.ts');
  const masks = await masksOfLines(mask.task, mask.first, lines);
  return {
    problems: problems.map((ofLine, i) => [...ofLine, ...(masks.problems[i] ?? [])]),
    totals: masks.totals,
  };
}

export class RowsOfPieces {
  private thread: AnsweringThread<string, Rows> | undefined;
  private seen = 0;

  constructor(private readonly under: Under) {}

  problems(text: string): Promise<Rows> {
    this.seen += text.length;
    // No thread is started from a worker thread, since threads that check several files already use all cores.
    const rows =
      this.seen < MIN_THREAD_LENGTH || !isMainThread || availableParallelism() < 2
        ? problemsOfRows(this.under, text)
        : this.beside(text);
    // This prevents an unhandled rejection if an earlier piece fails and this promise is not awaited.
    rows.catch(() => {});
    return rows;
  }

  private beside(text: string): Promise<Rows> {
    this.thread ??= new AnsweringThread({ script: 'rows-worker.js', workerData: this.under });
    return this.thread.work(text);
  }

  async end(): Promise<void> {
    await this.thread?.stop();
  }
}
