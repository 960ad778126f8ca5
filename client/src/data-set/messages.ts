/** The messages between the extension and the page of a data set, in addition to those of its preview, and checks of their shapes. */
import type { DataSetFilter, DataSetRow, DataSetState, SelectRowsParams } from '../../../protocol/data-sets.ts';
import {
  type Check,
  isBoolean,
  isCount,
  isNumber,
  isString,
  listOf,
  oneIn,
  oneOf,
  optional,
  shape,
} from '../preview/shape.ts';

export type { DataSetFilter, DataSetRow, DataSetState } from '../../../protocol/data-sets.ts';

/** The rows to show, and their order. */
export type Selection = Omit<SelectRowsParams, 'id'>;

/** A message that consists only of its type. */
type Bare<Type extends string> = { [T in Type]: { readonly type: T } }[Type];

export type ToDataSetPage =
  /** The data set is open. `generation`: a number that increases whenever the rows or their order change. */
  | {
      readonly type: 'dataSet';
      readonly state: DataSetState;
      readonly generation: number;
      readonly selection: Selection;
    }
  /** The data set cannot be opened, for this reason. `isText`: an editor can show the file as text. */
  | { readonly type: 'dataSetRefused'; readonly reason: string; readonly isText: boolean }
  /** Consecutive rows of the selection, beginning at a position. */
  | {
      readonly type: 'rows';
      readonly generation: number;
      readonly from: number;
      readonly rows: readonly DataSetRow[];
    }
  /** The row that is shown, and its properties. `place`: its position in the selection, or null if the selection does not contain it. */
  | {
      readonly type: 'row';
      readonly number: number;
      readonly place: number | null;
      readonly length?: number | undefined;
      readonly isPart?: boolean | undefined;
      readonly fault?: string | undefined;
    }
  /** A note for the user: a request has failed, or had no effect. */
  | { readonly type: 'dataSetNote'; readonly text: string }
  | Bare<'focusList' | 'focusFind' | 'focusGoTo'>;

export type FromDataSetPage =
  /** The page has loaded and is empty. `row`: the row that was shown before the window was closed. */
  | { readonly type: 'dataSetReady'; readonly row?: number | undefined }
  | { readonly type: 'rowsWanted'; readonly generation: number; readonly from: number; readonly count: number }
  /** Requests a row by its position in the selection (`showPlace`), or by its number in the file (`goToRow`). */
  | { readonly type: 'showPlace'; readonly place: number }
  | { readonly type: 'goToRow'; readonly number: number }
  | { readonly type: 'problemRow'; readonly backwards: boolean }
  | { readonly type: 'selectRows'; readonly selection: Selection }
  | Bare<
      | 'showWholeRow'
      | 'checkRows'
      | 'showReport'
      | 'stopJob'
      | 'openRow'
      | 'copyRow'
      | 'exportRows'
      | 'reloadDataSet'
      | 'openAsText'
    >;

const words = optional(listOf(isString));
const bounds = optional(
  shape<NonNullable<DataSetFilter['length']>>({ least: optional(isCount), most: optional(isCount) }),
);
const isFilter = shape<DataSetFilter>({
  codes: words,
  roles: words,
  tools: words,
  shapes: words,
  length: bounds,
  tokens: bounds,
  hasReasoning: optional(isBoolean),
  endsWithoutAnswer: optional(isBoolean),
});
const isSelection = shape<Selection>({
  find: optional(
    shape<NonNullable<Selection['find']>>({
      words: isString,
      isPattern: optional(isBoolean),
      ignoresCase: optional(isBoolean),
    }),
  ),
  filter: optional(isFilter),
  sort: optional(
    shape<NonNullable<Selection['sort']>>({ by: oneIn(['length', 'tokens']), descending: optional(isBoolean) }),
  ),
});

const isNumbers: Check<{ readonly [name: string]: number }> = (value): value is { readonly [name: string]: number } =>
  typeof value === 'object' && value !== null && Object.values(value).every(isCount);
const isState = shape<DataSetState>({
  rows: isCount,
  isComplete: isBoolean,
  read: isCount,
  size: isCount,
  selected: optional(shape<NonNullable<DataSetState['selected']>>({ count: isCount, isComplete: isBoolean })),
  job: optional(
    shape<NonNullable<DataSetState['job']>>({
      kind: oneIn(['find', 'filter', 'sort', 'check', 'export']),
      done: isNumber,
      found: isCount,
    }),
  ),
  problems: optional(
    shape<NonNullable<DataSetState['problems']>>({ rows: isCount, isComplete: isBoolean, codes: isNumbers }),
  ),
  onDisk: optional(oneIn(['grown', 'changed', 'gone'])),
  notes: listOf(isString),
});

const isRow = shape<DataSetRow>({
  number: isCount,
  line: optional(isCount),
  length: isCount,
  tokens: optional(isCount),
  shape: optional(isString),
  roles: listOf(isString),
  moreRoles: isCount,
  words: isString,
  problems: optional(
    listOf(
      shape<NonNullable<DataSetRow['problems']>[number]>({
        code: isString,
        level: oneIn(['error', 'warning', 'information']),
        count: isCount,
      }),
    ),
  ),
  isPart: isBoolean,
  fault: optional(isString),
});
export const isRows = shape<{ readonly rows: readonly DataSetRow[] }>({ rows: listOf(isRow) });

const none = shape<object>({});

export const isToDataSetPage = oneOf<ToDataSetPage>({
  dataSet: shape({ state: isState, generation: isCount, selection: isSelection }),
  dataSetRefused: shape({ reason: isString, isText: isBoolean }),
  rows: shape({ generation: isCount, from: isCount, rows: listOf(isRow) }),
  row: shape({
    number: isCount,
    place: (value): value is number | null => value === null || isCount(value),
    length: optional(isCount),
    isPart: optional(isBoolean),
    fault: optional(isString),
  }),
  dataSetNote: shape({ text: isString }),
  focusList: none,
  focusFind: none,
  focusGoTo: none,
});

export const isFromDataSetPage = oneOf<FromDataSetPage>({
  dataSetReady: shape({ row: optional(isCount) }),
  rowsWanted: shape({ generation: isCount, from: isCount, count: isCount }),
  showPlace: shape({ place: isCount }),
  goToRow: shape({ number: isCount }),
  problemRow: shape({ backwards: isBoolean }),
  selectRows: shape({ selection: isSelection }),
  showWholeRow: none,
  checkRows: none,
  showReport: none,
  stopJob: none,
  openRow: none,
  copyRow: none,
  exportRows: none,
  reloadDataSet: none,
  openAsText: none,
});
