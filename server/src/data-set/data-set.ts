/** An open data set. Its index is built in the background, while its rows can already be read and jobs run on them. */
import type {
  DataSetFilter,
  DataSetKind,
  DataSetRow,
  DataSetState,
  SelectRowsParams,
} from '../../../protocol/data-sets.ts';
import type { CheckerSettings } from '../checker/session.ts';
import { FileError } from '../files/regular.ts';
import type { ShapeName } from '../grammar/index.ts';
import type { FindSpec } from './find/find-rows.ts';
import { Indexer } from './indexer.ts';
import { checkRows } from './jobs/check.ts';
import { exportRows } from './jobs/export.ts';
import { Job } from './jobs/job.ts';
import { selectRows } from './jobs/select.ts';
import type { JobHost } from './jobs/stretches.ts';
import { notes } from './notes.ts';
import { changeOf, type FileStamp, stampOf } from './on-disk.ts';
import { type OpenFile, openFile } from './open-file.ts';
import { RowProblemStore } from './problems.ts';
import type { RowSource } from './read-rows.ts';
import { Selection } from './selection.ts';
import type { RowLanguage, RowSummary } from './summary.ts';
import type { TaskPool } from './task-pool.ts';
import type { TaskThread } from './task-thread.ts';
import type { RowContent, RowGroup } from './tasks.ts';
import type { VocabularySpec } from './vocabulary.ts';

export interface DataSetHost {
  /** The thread that reads rows while the user waits for them. */
  readonly reader: TaskThread;
  /** The threads that process the file in background jobs. */
  readonly pool: TaskPool;
  /** Files to remove when the process ends. */
  readonly temporary: Set<string>;
  /** Called when `state` has changed. */
  changed(): void;
}

/** Settings for reading and checking the rows, determined by the configuration of the file's project and by the first rows. */
export interface DataSetReading {
  readonly language: RowLanguage;
  readonly shape: ShapeName;
  readonly settings: CheckerSettings;
  /** The task to send to the thread that checks files for `ocml check`. */
  readonly task: object;
  /** The vocabulary for counting the tokens of displayed rows; if undefined, tokens are not counted. */
  readonly vocabulary?: VocabularySpec;
}

export interface SelectRequest {
  readonly find?: FindSpec;
  readonly filter?: DataSetFilter;
  readonly sort?: SelectRowsParams['sort'];
  readonly vocabulary?: VocabularySpec;
}

/** The maximum number of rows returned at once, which is more than fit into any window. */
const MAX_ROWS = 500;
/** The interval at which the file is checked for changes, in milliseconds. */
const WATCH_EVERY = 2000;
/** The time that a stopped job has to finish before its threads are terminated, in milliseconds. */
const STOP_WITHIN = 2000;

export class DataSet {
  readonly kind: DataSetKind;
  private readonly indexer: Indexer;
  private readonly said = new Map<string, string>();
  private onDisk: DataSetState['onDisk'];
  private readonly watch: ReturnType<typeof setInterval>;
  /** The running jobs, the latest last. */
  private readonly jobs = new Set<Job>();
  private selecting: Job | undefined;
  private selection: Selection | undefined;
  private checking: Job | undefined;
  private problems: RowProblemStore | undefined;
  private isChecked = false;
  private isClosed = false;
  /** The reads and jobs in progress. The file is not closed until all of them have finished. */
  private readonly reading = new Set<Promise<unknown>>();

  /** Opens the file at a path. Throws, with a message for the user, if that fails. */
  static async open(path: string, readingOf: (head: string) => DataSetReading, host: DataSetHost): Promise<DataSet> {
    const file = await openFile(path, host.temporary);
    const data = new DataSet(path, file, stampOf(file.stats), readingOf(file.beginning.head), host);
    // A packed file turns out to be invalid only when its unpacking begins.
    if (file.packing !== undefined) await data.indexer.grown();
    const { index, fault } = data.indexer;
    if (fault === undefined || index.rows > 0) return data;
    await data.close();
    throw new FileError(fault);
  }

  private constructor(
    private readonly path: string,
    private readonly file: OpenFile,
    private readonly stamp: FileStamp,
    private readonly settings: DataSetReading,
    private readonly host: DataSetHost,
  ) {
    const { layout } = file.beginning;
    this.kind = file.packing === 'parquet' ? 'columns' : layout === 'lines' ? 'lines' : 'list';
    this.indexer = new Indexer(file, {
      changed: host.changed,
      note: (key, sentence) => this.note(key, sentence),
    });
    if (settings.shape === 'session') this.said.set('session', notes.session);
    this.watch = setInterval(() => this.look(), WATCH_EVERY);
    this.watch.unref();
  }

  private note(key: string, sentence: string): void {
    this.said.set(key, sentence);
    this.host.changed();
  }

  /** Checks whether the file has changed since it was opened. */
  private look(): void {
    const now = changeOf(this.path, this.stamp);
    if (now === this.onDisk) return;
    this.onDisk = now;
    this.host.changed();
  }

  private get jobHost(): JobHost {
    return { index: this.indexer.index, pool: this.host.pool, grown: () => this.indexer.grown() };
  }

  private get source(): RowSource {
    const { fd, beginning, packing, stats } = this.file;
    // The final size of a file that is being unpacked is unknown.
    return { fd, layout: beginning.layout, size: packing === undefined ? stats.size : Number.POSITIVE_INFINITY };
  }

  private get language(): RowLanguage {
    return this.settings.language;
  }

  get state(): DataSetState {
    const { onDisk, selection, problems, isChecked, indexer } = this;
    const job = [...this.jobs].at(-1);
    return {
      rows: indexer.index.rows,
      isComplete: indexer.index.isComplete,
      read: Math.min(indexer.read, this.file.stats.size),
      size: this.file.stats.size,
      ...(selection && { selected: { count: selection.length, isComplete: selection.isComplete } }),
      ...(job && { job: { kind: job.kind, done: Math.min(1, job.done), found: job.found } }),
      ...(problems && { problems: { rows: problems.length, isComplete: isChecked, codes: problems.codes } }),
      ...(onDisk && { onDisk }),
      notes: [...this.said.values()],
    };
  }

  /** Keeps the file open until `work` has finished. */
  private async whileOpen<Result>(work: Promise<Result>): Promise<Result> {
    this.reading.add(work);
    try {
      return await work;
    } finally {
      this.reading.delete(work);
    }
  }

  /** Returns `count` rows of the selection from position `from` on; positions are counted from 0. */
  async rows(from: number, count: number): Promise<DataSetRow[]> {
    const numbers = this.numbersAt(Math.floor(from), Math.min(Math.floor(count), MAX_ROWS));
    const groups = this.groupsOf(numbers);
    const { source, language } = this;
    const { vocabulary } = this.settings;
    const rowSummaries = await this.whileOpen(
      this.host.reader.ask<RowSummary[]>({
        kind: 'summaries',
        source,
        ...language,
        groups,
        ...(vocabulary && { vocabulary }),
      }),
    );
    this.look();
    const summaryByNumber = new Map(rowSummaries.map((row) => [row.number, row]));
    return numbers.map((number) => {
      const problems = this.problems?.of(number);
      return { ...(summaryByNumber.get(number) ?? unreadable(number)), ...(problems && { problems }) };
    });
  }

  private numbersAt(from: number, count: number): number[] {
    if (this.selection) return this.selection.slice(from, from + count);
    const length = Math.max(0, Math.min(count, this.indexer.index.rows - from));
    return Array.from({ length }, (_, i) => from + i + 1);
  }

  /** Groups rows by the last indexed place at or before each row. */
  private groupsOf(numbers: readonly number[]): RowGroup[] {
    const { index } = this.indexer;
    const groups = new Map<number, number[]>();
    for (const number of numbers) {
      const placeIndex = index.indexOf(number);
      const group = groups.get(placeIndex);
      if (group) group.push(number);
      else groups.set(placeIndex, [number]);
    }
    return [...groups].map(([placeIndex, group]) => ({
      between: index.between(placeIndex),
      numbers: group.sort((a, b) => a - b),
    }));
  }

  /**
   * Returns the text of a row; undefined if there is no row with this number. `whole`: the maximum size of the row in
   * bytes; if undefined, only the beginning of the row is read.
   */
  async content(number: number, whole: number | undefined): Promise<RowContent | undefined> {
    const { index } = this.indexer;
    if (!Number.isSafeInteger(number) || number < 1 || number > index.rows) return undefined;
    return this.whileOpen(
      this.host.reader.ask<RowContent | undefined>({
        kind: 'text',
        source: this.source,
        number,
        between: index.between(index.indexOf(number)),
        ...(whole !== undefined && { whole }),
      }),
    );
  }

  /** Starts a search for the rows to show. Throws, with a message for the user, if the search is invalid. */
  async select({ find, filter: all = {}, sort, vocabulary }: SelectRequest): Promise<void> {
    if (find) await this.host.reader.ask({ kind: 'validate', find });
    const { codes, ...filter } = all;
    if (codes && this.problems === undefined)
      throw new Error('Rows can be filtered by problem only after the file has been checked.');
    this.selecting?.stop();
    this.said.delete('cut');
    this.said.delete('full');
    if (find === undefined && Object.keys(all).length === 0 && sort === undefined) {
      this.selection = undefined;
      this.host.changed();
      return;
    }
    const { pool } = this.host;
    const job = new Job(find ? 'find' : Object.keys(all).length > 0 ? 'filter' : 'sort');
    const selection = new Selection(sort && { descending: sort.descending === true });
    // Terminates the threads if a stopped job does not end, since a tokenizer from an untrusted source might never finish.
    job.onStop(() => setTimeout(() => this.jobs.has(job) && void pool.stop(), STOP_WITHIN).unref());
    this.selecting = job;
    this.selection = selection;
    const spec = {
      filter,
      ...this.language,
      ...(find && { find }),
      ...(sort && { sort }),
      ...(vocabulary && { vocabulary }),
    };
    const heard = {
      changed: () => this.host.changed(),
      cut: (row: number) => void this.said.set('cut', notes.cut(row)),
    };
    const among = codes && this.problems?.rowsWith(codes);
    this.run(job, async () => {
      await selectRows(this.jobHost, { source: this.source, spec, among }, { job, selection, heard });
      if (selection.isFull) this.note('full', notes.full);
    });
  }

  /** Starts a check of all rows. */
  check(): void {
    if (this.checking || this.isChecked) return;
    const job = new Job('check');
    const problems = new RowProblemStore();
    this.checking = job;
    this.problems = problems;
    const progress = {
      job,
      problems,
      changed: () => this.host.changed(),
      ofFile: (code: string, message: string) => this.note(`file ${code}`, notes.ofFile(code, message)),
    };
    const { source, settings } = this;
    this.run(job, async () => {
      try {
        // The thread opens the file by its path, which may lead to another file by now.
        this.look();
        if (this.onDisk === 'changed' || this.onDisk === 'gone') throw new Error(notes.moved);
        await this.host.pool.rest();
        const isAll = await checkRows(this.jobHost, { source, task: settings.task }, progress);
        this.isChecked = isAll;
        if (isAll) problems.checkedTo = this.indexer.index.rows + 1;
      } finally {
        this.checking = undefined;
      }
    });
  }

  /** Stops the job that was started last. */
  stop(): void {
    [...this.jobs].at(-1)?.stop();
  }

  /** Writes the selected rows to a file, and returns their number. Throws, with a message for the user, if that fails. */
  async export(to: string): Promise<number> {
    const { selection, source, path } = this;
    if (this.selecting && this.jobs.has(this.selecting))
      throw new Error(
        'The search for rows is still running. Export the rows when the search has finished, or stop the search first.',
      );
    const job = new Job('export');
    const among = selection && Uint32Array.from(selection.ascending);
    const progress = { job, changed: () => this.host.changed(), temporary: this.host.temporary };
    this.jobs.add(job);
    try {
      return await this.whileOpen(exportRows(this.jobHost, { source, path, to, among }, progress));
    } finally {
      this.jobs.delete(job);
      this.host.changed();
    }
  }

  /** Runs a job. If the job fails, the error becomes a note for the user, and other jobs continue. */
  private run(job: Job, work: () => Promise<void>): void {
    this.jobs.add(job);
    this.said.delete(job.kind);
    this.host.changed();
    const done = () => {
      this.jobs.delete(job);
      this.host.changed();
    };
    this.whileOpen(work()).then(done, (error: Error) => {
      if (!job.isStopped) this.said.set(job.kind, notes.jobFailed(job.kind, error.message));
      done();
    });
  }

  /** Returns the next checked row with a problem, or the previous one if `backwards` is set; undefined if there is none. */
  nextProblem(number: number, backwards: boolean): number | undefined {
    return this.problems?.next(number, backwards);
  }

  /** Returns the position of a row in the selection, counted from 0; undefined if the row is not selected. */
  placeOf(number: number): number | undefined {
    if (this.selection) return this.selection.placeOf(number);
    return number >= 1 && number <= this.indexer.index.rows ? number - 1 : undefined;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.watch);
    for (const job of this.jobs) job.stop();
    await Promise.allSettled(this.reading);
    await this.indexer.stop();
    await this.file.close();
  }
}

const unreadable = (number: number): DataSetRow => ({
  number,
  length: 0,
  roles: [],
  moreRoles: 0,
  words: '',
  isPart: false,
  fault: 'This row has moved, because the file has changed since it was opened. Reload the file.',
});
