/** A stretch of a list of rows → the problems of its rows: the work of a thread. */

import type { LineInspector } from '../../checker/json/inspector.ts';
import type { CheckerSettings } from '../../checker/session.ts';
import { json } from '../../documents/load-json.ts';
import type { JsonDialectId, RowFacts, ShapeName } from '../../grammar/index.ts';
import type { Severity } from '../../rules/support/rule.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { RowSource } from '../read-rows.ts';
import { rowsOfStretch, type Stretch } from '../stretch.ts';

/** How the rows of a file are checked. */
export interface RowChecks {
  readonly dialect: JsonDialectId;
  readonly shape: ShapeName;
  readonly rows: RowFacts | undefined;
  readonly settings: CheckerSettings;
  /** The names that rows have for their members and roles. */
  readonly names?: RowNames | undefined;
}

export interface CheckRowsTask {
  readonly kind: 'check';
  readonly source: RowSource;
  readonly stretch: Stretch;
  readonly checks: RowChecks;
}

export interface RowProblem {
  /** The number of the row. */
  readonly row: number;
  readonly code: string;
  readonly severity: Severity;
}

let last: { readonly key: string; readonly inspector: LineInspector } | undefined;

function inspectorOf(checks: RowChecks): LineInspector {
  const key = JSON.stringify(checks);
  if (last?.key !== key) {
    const { dialect, shape, rows, settings, names } = checks;
    last = {
      key,
      inspector: new (json().JsonInspector)({ dialect, shape, rows, lines: true, names }, settings, () => {}),
    };
  }
  return last.inspector;
}

export function checkStretch({ source, stretch, checks }: CheckRowsTask): RowProblem[] {
  const { bytes, starts, ends } = rowsOfStretch(source, stretch);
  const inspector = inspectorOf(checks);
  const { jsonUnit } = json();
  const problems: RowProblem[] = [];
  for (let i = 0; i < starts.length; i++) {
    const text = bytes.toString('utf8', starts[i], ends[i]);
    if (inspector.isPlain(text)) continue;
    for (const { code, severity } of inspector.inspect(jsonUnit(text, checks.names)))
      problems.push({ row: stretch.row + i, code, severity });
  }
  return problems;
}
