/** What a chat template makes of a data set, piece by piece: for a large one, in another thread than the one that checks it. */
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { Levels } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { linesOf } from '../../syntax/json/document.ts';
import { AnsweringThread } from '../threads.ts';
import { type ChosenTemplate, levelled, problemsOfRow, rowChecker } from './template.ts';

export interface Under {
  readonly template: ChosenTemplate;
  readonly levels: Levels;
}

/** By line, in their order. */
type Rows = readonly (readonly Problem[])[];

/** How many characters are examined before a thread is started; smaller inputs are done before one would have started. */
const MIN_THREAD_LENGTH = 3_000_000;

export async function problemsOfRows({ template, levels }: Under, text: string): Promise<Rows> {
  const checker = await rowChecker(template);
  return Array.from(linesOf(text), (line) => levelled(problemsOfRow(checker, line), levels));
}

export class RowsOfPieces {
  private thread: AnsweringThread<string, Rows> | undefined;
  private seen = 0;

  constructor(private readonly under: Under) {}

  problems(text: string): Promise<Rows> {
    this.seen += text.length;
    // Threads that check several files take all cores already.
    const rows =
      this.seen < MIN_THREAD_LENGTH || !isMainThread || availableParallelism() < 2
        ? problemsOfRows(this.under, text)
        : this.beside(text);
    // If an earlier piece fails, this is not awaited.
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
