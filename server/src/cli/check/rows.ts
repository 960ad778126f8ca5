/** What a chat template makes of a data set, piece by piece: for a large one, in another thread than the one that checks it. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';
import type { Levels } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { linesOf } from '../../syntax/json/document.ts';
import { type ChosenTemplate, levelled, problemsOfRow, rowChecker } from './template.ts';

export interface Under {
  readonly template: ChosenTemplate;
  readonly levels: Levels;
}

/** By line, in their order. */
type Rows = readonly (readonly Problem[])[];

/** How many characters are examined before a thread is started; smaller inputs are done before one would have started. */
const worthwhile = 3_000_000;

export async function problemsOfRows({ template, levels }: Under, text: string): Promise<Rows> {
  const checker = await rowChecker(template);
  return Array.from(linesOf(text), (line) => levelled(problemsOfRow(checker, line), levels));
}

export class RowsOfPieces {
  private worker: Worker | undefined;
  private seen = 0;
  private readonly waiting: { resolve(rows: Rows): void; reject(error: Error): void }[] = [];

  constructor(private readonly under: Under) {}

  problems(text: string): Promise<Rows> {
    this.seen += text.length;
    // Threads that check several files take all cores already.
    const rows =
      this.seen < worthwhile || !isMainThread || availableParallelism() < 2
        ? problemsOfRows(this.under, text)
        : this.beside(text);
    // If an earlier piece fails, this is not awaited.
    rows.catch(() => {});
    return rows;
  }

  private beside(text: string): Promise<Rows> {
    this.worker ??= this.started();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker?.postMessage(text);
    });
  }

  private started(): Worker {
    const worker = new Worker(join(__dirname, 'rows-worker.js'), { workerData: this.under });
    worker.on('message', (rows: Rows) => this.waiting.shift()?.resolve(rows));
    worker.on('error', (error) => {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    });
    return worker;
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
  }
}
