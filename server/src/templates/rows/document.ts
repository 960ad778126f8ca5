/** Checks a document with a template while the document is edited. In JSON Lines, only rows that have changed are checked. */
import type { AnyDocument } from '../../documents/document.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { levelsFor } from '../../rules/support/levels.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { headerValues } from '../../syntax/document-header/values.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { Limits } from '../jinja/runtime/budget.ts';
import { firstOfEach } from '../registry/losses.ts';
import type { Template } from '../template.ts';
import { RowChecker } from './checker.ts';
import { levelled, problemsOfRow, problemsOfWhole, type RowProblem } from './problems.ts';

export interface DocumentProblem extends RowProblem {
  readonly severity: Severity;
}

export class RowsOfDocument {
  private readonly checker: RowChecker;
  /** The problems in the last version of the document, by the text of their rows. */
  private known = new Map<string, readonly RowProblem[]>();

  constructor(
    readonly template: Template,
    limits: Limits,
  ) {
    this.checker = new RowChecker(template, { limits });
  }

  /** Returns problems at UTF-16 offsets in the text. `unwanted`: returns whether the request was cancelled. */
  problems(document: AnyDocument, text: string, levels: Levels, unwanted: () => boolean): DocumentProblem[] {
    const problems = document.lines
      ? this.ofLines(document.units, unwanted)
      : problemsOfWhole(document, this.checker, text);
    return levelled(problems, levelsFor({ levels }, document.header && headerValues(document.header)));
  }

  private ofLines(units: readonly Pick<JsonUnit, 'text' | 'names'>[], unwanted: () => boolean): RowProblem[] {
    const fresh = new Map<string, readonly RowProblem[]>();
    const problems: RowProblem[] = [];
    const isReported = firstOfEach();
    let at = 0;
    for (const { text, names } of units) {
      const ofRow = this.known.get(text) ?? problemsOfRow(this.checker, text, names);
      if (unwanted()) break;
      fresh.set(text, ofRow);
      for (const one of ofRow.filter(isReported)) problems.push({ ...one, start: one.start + at, end: one.end + at });
      at += text.length;
    }
    this.known = fresh;
    return problems;
  }
}
