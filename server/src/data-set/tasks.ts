/** The tasks for the threads that read data sets. */

import { rowsOfStretch, type Stretch } from './data-set-stretch.ts';
import type { FindSpec } from './find/find-rows.ts';
import type { ExportTask } from './jobs/export-stretch.ts';
import type { SelectTask } from './jobs/select-stretch.ts';
import { type RowBytes, type RowSource, readRows, readWhole } from './read-rows.ts';
import { rowFault } from './row-fault.ts';
import type { RowsBetween } from './row-index.ts';
import { closedPart } from './row-part.ts';
import { type RowLanguage, type RowSummary, summaryOf } from './summary.ts';
import { counterOf, type VocabularySpec } from './vocabulary.ts';

/** The rows to read between two indexed places. */
export interface RowGroup {
  readonly between: RowsBetween;
  /** The numbers of the rows, in ascending order. */
  readonly numbers: readonly number[];
}

export interface SummariesTask extends RowLanguage {
  readonly kind: 'summaries';
  readonly source: RowSource;
  readonly groups: readonly RowGroup[];
  /** Present if tokens are counted. */
  readonly vocabulary?: VocabularySpec;
}

export interface TextTask {
  readonly kind: 'text';
  readonly source: RowSource;
  readonly between: RowsBetween;
  readonly number: number;
  /** The maximum size of a row that is read as a whole, in bytes; if undefined, only the beginning is read. */
  readonly whole?: number;
}

export interface RowContent {
  readonly text: string;
  readonly isPart: boolean;
  /** The length of the row: in UTF-16 units, or in bytes if only the beginning was read. */
  readonly length: number;
  readonly line: number;
  /** The reason why the row cannot be read as JSON. */
  readonly fault?: string;
  /** Whether the row is larger than `whole`, so that only its beginning was read. */
  readonly isTooLong: boolean;
}

export type Task = SummariesTask | TextTask | SelectTask | ValidateTask | ExportTask | LinesTask;
export type TaskAnswer = { readonly result: unknown } | { readonly failure: string };

/** A task that checks whether a search is valid. If it is not, the task fails with a message for the user. */
export interface ValidateTask {
  readonly kind: 'validate';
  readonly find: FindSpec;
}

/** A task that returns the lines on which the rows of a stretch begin, counted from 0. */
export interface LinesTask {
  readonly kind: 'lines';
  readonly source: RowSource;
  readonly stretch: Stretch;
}

// Loaded on first use, so that the thread starts sooner: the user is waiting for the first rows.
const find = () => require('./find/find-rows.ts') as typeof import('./find/find-rows.ts');
const exporting = () => require('./jobs/export-stretch.ts') as typeof import('./jobs/export-stretch.ts');
const selecting = () => require('./jobs/select-stretch.ts') as typeof import('./jobs/select-stretch.ts');

const answers: { readonly [Kind in Task['kind']]: (task: Extract<Task, { readonly kind: Kind }>) => unknown } = {
  summaries,
  text: content,
  select: (task) => selecting().selectStretch(task),
  validate: ({ find: spec }) => void find().findRowsBy(spec),
  export: (task) => exporting().exportStretch(task),
  lines: ({ source, stretch }) => rowsOfStretch(source, stretch).lines,
};

export const answerTask = (task: Task): unknown => answers[task.kind](task as never);

function summaries({ source, dialect, names, groups, vocabulary }: SummariesTask): RowSummary[] {
  const count = vocabulary && counterOf(vocabulary);
  return groups.flatMap(({ between, numbers }) =>
    readRows(source, between, numbers).map((row) => summaryOf(row, { dialect, names }, count)),
  );
}

function content({ source, between, number, whole }: TextTask): RowContent | undefined {
  const [row] = readRows(source, between, [number]);
  if (row === undefined) return undefined;
  const all = isWhole(row) ? row.bytes : whole === undefined ? undefined : readWhole(source, row, whole);
  const isPart = all === undefined;
  const read = (all ?? row.bytes).toString('utf8');
  const text = isPart ? (closedPart(read) ?? read) : read;
  const fault = rowFault(text);
  const size = row.end === undefined ? row.bytes.length : row.end - row.start;
  return {
    text,
    isPart,
    length: isPart ? size : text.length,
    line: row.line,
    isTooLong: isPart && whole !== undefined,
    ...(fault && { fault }),
  };
}

const isWhole = ({ bytes, start, end }: RowBytes): boolean => end !== undefined && bytes.length === end - start;
