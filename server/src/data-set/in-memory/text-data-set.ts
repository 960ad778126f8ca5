/**
 * A data set whose whole text is in memory, for clients that can only pass whole files, such as browsers. It has the
 * interface of `DataSet`, but works on a few rows at a time, so that other requests are served in between.
 */
import type { DataSetKind, DataSetRow, DataSetState } from '../../../../protocol/data-sets.ts';
import { json } from '../../documents/load-json.ts';
import type { DataSetReading, SelectRequest } from '../data-set.ts';
import { fits, isWithin } from '../filter.ts';
import { Job } from '../jobs/job.ts';
import { notes } from '../notes.ts';
import { RowProblemStore } from '../problems.ts';
import { rowFault } from '../row-fault.ts';
import { Selection } from '../selection.ts';
import { factsOf, summaryOfText } from '../summary.ts';
import type { RowContent } from '../tasks.ts';
import { textMatcher } from './text-matcher.ts';
import { TextRows } from './text-rows.ts';

export interface TextDataSetHost {
  /** Called when `state` has changed. */
  changed(): void;
  /** Whether the file contains bytes that are not UTF-8. In the text, U+FFFD replaces them. */
  readonly isDamaged: boolean;
}

/** The number of rows used to detect the kind of data set. */
const HEAD_ROWS = 5;
/** The maximum number of rows returned at once, and the maximum length of the displayed part of a row (UTF-16 units). */
const [MAX_ROWS, MAX_PART_LENGTH] = [500, 1 << 20];
/** The time that a job runs before other requests are served, in milliseconds. */
const WORK_FOR = 30;

export class TextDataSet {
  readonly kind: DataSetKind;
  private readonly rowsOfText: TextRows;
  private readonly said = new Map<string, string>();
  private job: Job | undefined;
  private selection: Selection | undefined;
  private problems: RowProblemStore | undefined;
  private isChecked = false;

  private readonly reading: DataSetReading;

  /** `readingOf`: returns the settings for reading rows; it is called with the first few rows, one per line. */
  constructor(
    private readonly text: string,
    readingOf: (head: string) => DataSetReading,
    private readonly host: TextDataSetHost,
  ) {
    const rows = new TextRows(text);
    this.rowsOfText = rows;
    this.kind = rows.isList ? 'list' : 'lines';
    const first = Array.from({ length: Math.min(HEAD_ROWS, rows.length) }, (_, i) => rows.textOf(i + 1));
    this.reading = readingOf(first.map((row) => `${row.replace(/[\r\n]/g, ' ')}\n`).join(''));
    this.said.set('whole', notes.whole);
    if (rows.length === 0) this.said.set('rows', notes.noRows);
    if (host.isDamaged) this.said.set('invalid', notes.invalid(rows.firstWith('\ufffd')));
    if (this.reading.shape === 'session') this.said.set('session', notes.session);
    const isOpen = rows.length > 1 && !/\n\s*$/.test(text.slice(-1000));
    if (isOpen && rowFault(rows.textOf(rows.length)) !== undefined) this.said.set('last', notes.cutOff(rows.length));
  }

  get state(): DataSetState {
    const { selection, problems, job, isChecked } = this;
    return {
      rows: this.rowsOfText.length,
      isComplete: true,
      read: this.text.length,
      size: this.text.length,
      ...(selection && { selected: { count: selection.length, isComplete: selection.isComplete } }),
      ...(job && { job: { kind: job.kind, done: job.done, found: job.found } }),
      ...(problems && { problems: { rows: problems.length, isComplete: isChecked, codes: problems.codes } }),
      notes: [...this.said.values()],
    };
  }

  /** Returns `count` rows of the selection from position `from` on; positions are counted from 0. */
  async rows(from: number, count: number): Promise<DataSetRow[]> {
    const [first, end] = [Math.floor(from), Math.floor(from) + Math.min(Math.floor(count), MAX_ROWS)];
    const length = Math.max(0, Math.min(end, this.rowsOfText.length) - first);
    const numbers = this.selection?.slice(first, end) ?? Array.from({ length }, (_, i) => first + i + 1);
    return numbers.map((number) => {
      const text = this.rowsOfText.textOf(number);
      const isPart = text.length > MAX_PART_LENGTH;
      const problems = this.problems?.of(number);
      const fields = { number, line: this.rowsOfText.lineOf(number), length: text.length, isPart };
      const excerpt = isPart ? text.slice(0, MAX_PART_LENGTH) : text;
      return { ...summaryOfText({ ...fields, text: excerpt }, this.reading.language), ...(problems && { problems }) };
    });
  }

  /** Returns the text of a row; undefined if there is no row with this number. */
  async content(number: number): Promise<RowContent | undefined> {
    if (!Number.isSafeInteger(number) || number < 1 || number > this.rowsOfText.length) return undefined;
    const text = this.rowsOfText.textOf(number);
    const fault = rowFault(text);
    const line = this.rowsOfText.lineOf(number);
    return { text, isPart: false, length: text.length, line, isTooLong: false, ...(fault && { fault }) };
  }

  /** Starts a search for the rows to show. Throws, with a message for the user, if the search is invalid. */
  async select({ find, filter: all = {}, sort }: SelectRequest): Promise<void> {
    const matches = find && textMatcher(find);
    const { codes, tokens, length, ...filter } = all;
    if (tokens !== undefined || sort?.by === 'tokens') throw new Error(notes.noTokens);
    if (codes && this.problems === undefined)
      throw new Error('Rows can be filtered by problem only after the file has been checked.');
    if (find === undefined && Object.keys(all).length === 0 && sort === undefined) {
      this.job?.stop();
      this.selection = undefined;
      this.host.changed();
      return;
    }
    const selection = new Selection(sort && { descending: sort.descending === true });
    this.selection = selection;
    const among = codes && new Set(this.problems?.rowsWith(codes));
    const job = this.begin(find ? 'find' : Object.keys(all).length > 0 ? 'filter' : 'sort');
    void this.eachRow(job, (number) => {
      const text = this.rowsOfText.textOf(number);
      if (among && !among.has(number)) return;
      if (!isWithin(text.length, length) || matches?.(text) === false) return;
      if (Object.keys(filter).length > 0 && !fits(factsOf(text, this.reading.language), filter)) return;
      selection.add(Uint32Array.of(number), sort && Uint32Array.of(text.length));
      job.found = selection.length;
    }).then((isAll) => {
      if (isAll) selection.complete();
      this.end(job);
    });
  }

  /** Starts a check of all rows. */
  check(): void {
    if (this.isChecked || this.job?.kind === 'check') return;
    const { language, shape, settings } = this.reading;
    const problems = new RowProblemStore();
    this.problems = problems;
    const { JsonInspector, jsonUnit } = json();
    const inspector = new JsonInspector(
      { ...language, shape, rows: undefined, lines: true, listed: this.kind === 'list' },
      settings,
      () => {},
    );
    const indexByText = new Map<string, number>();
    const job = this.begin('check');
    void this.eachRow(job, (number) => {
      const text = this.rowsOfText.textOf(number);
      const unit = jsonUnit(text, language.names);
      const first = indexByText.get(text.trim());
      if (first === undefined) indexByText.set(text.trim(), number - 1);
      const rowProblems = [
        ...inspector.inspect(unit),
        ...((first !== undefined && inspector.repeated?.(unit, first)) || []),
      ];
      for (const { code, severity } of rowProblems) if (severity !== 'hint') problems.add(number, code, severity);
      problems.checkedTo = number + 1;
      job.found = problems.length;
    }).then((isAll) => {
      this.isChecked = isAll;
      this.end(job);
    });
  }

  private begin(kind: Job['kind']): Job {
    this.job?.stop();
    const job = new Job(kind);
    this.job = job;
    this.host.changed();
    return job;
  }

  private end(job: Job): void {
    if (this.job === job) this.job = undefined;
    this.host.changed();
  }

  /** Calls `act` for each row, and returns whether all rows were visited. If `act` throws, the error is reported and the job ends. */
  private async eachRow(job: Job, act: (number: number) => void): Promise<boolean> {
    let until = performance.now() + WORK_FOR;
    try {
      for (let number = 1; number <= this.rowsOfText.length; number++) {
        if (job.isStopped) return false;
        act(number);
        if (performance.now() < until) continue;
        job.done = number / this.rowsOfText.length;
        this.host.changed();
        await new Promise((resolve) => setTimeout(resolve, 0));
        until = performance.now() + WORK_FOR;
      }
      return !job.isStopped;
    } catch (error) {
      this.said.set(job.kind, notes.jobFailed(job.kind, (error as Error).message));
      return false;
    }
  }

  stop(): void {
    this.job?.stop();
  }

  /** Returns the selected rows in file order, each exactly as in the file, and their number. */
  exported(): { readonly count: number; readonly text: string } {
    const all = this.selection?.ascending ?? Uint32Array.from({ length: this.rowsOfText.length }, (_, i) => i + 1);
    const rows = Array.from(all, (number) => this.rowsOfText.writtenOf(number));
    return { count: rows.length, text: this.kind === 'list' ? `[\n${rows.join(',\n')}\n]\n` : rows.join('') };
  }

  nextProblem(number: number, backwards: boolean): number | undefined {
    return this.problems?.next(number, backwards);
  }

  placeOf(number: number): number | undefined {
    if (this.selection) return this.selection.placeOf(number);
    return number >= 1 && number <= this.rowsOfText.length ? number - 1 : undefined;
  }

  async close(): Promise<void> {
    this.stop();
  }
}
