/** Keeps the problems of a JSON document current. Problems belong to units, most of which stay unchanged in an edit. */
import type { Range } from 'vscode-languageserver-textdocument';
import { severities } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { OnFailure } from '../inspect.ts';
import type { CheckerSettings } from '../session.ts';
import { JsonInspector } from './inspector.ts';

/** A problem, and the index of its unit. */
export interface UnitProblem {
  readonly problem: Problem;
  readonly index: number;
}

interface UnitMemo {
  readonly owner: JsonInspector;
  readonly problems: readonly Problem[];
  /** The cached problems that are errors. */
  errors?: readonly Problem[];
}

export class JsonChecker {
  /** Checks single units with the current settings. */
  inspector: JsonInspector;
  private clean: UnitMemo;

  /** `onFailure` is called when a rule throws, as in `Checker`. */
  constructor(
    private readonly document: JsonDocument,
    settings: CheckerSettings,
    private readonly onFailure: OnFailure = () => {},
  ) {
    this.inspector = this.begin(settings);
    this.clean = { owner: this.inspector, problems: [] };
  }

  configure(settings: CheckerSettings): void {
    this.inspector = this.begin(settings);
    this.clean = { owner: this.inspector, problems: [] };
  }

  /** Does nothing: results are cached in the units themselves, so there is no index to update. */
  update(): void {}

  /**
   * Returns at most `limit` problems, the worst first, and checks until `deadline`, as in `Checker`. `mayWait`: whether a unit to which
   * text was appended may keep its earlier problems for now. This matters for a long session, which is a single unit and takes long to
   * check.
   */
  problems(limit: number, deadline = Number.POSITIVE_INFINITY, mayWait = false) {
    const bySeverity: UnitProblem[][] = severities.map(() => []);
    let total = 0;
    let complete = true;
    const add = (index: number, problems: readonly Problem[]) => {
      for (const problem of problems) {
        total++;
        const list = bySeverity[severities.indexOf(problem.severity)] as UnitProblem[];
        if (list.length < limit) list.push({ problem, index });
      }
    };
    this.document.units.forEach((unit, index) => {
      const memo = unit.memo as UnitMemo | undefined;
      if (memo === this.clean) return;
      const before = unit.memoBefore as UnitMemo | undefined;
      if (mayWait && memo?.owner !== this.inspector && before?.owner === this.inspector) {
        complete = false;
        add(index, before.problems);
        return;
      }
      if (memo?.owner !== this.inspector) complete &&= performance.now() <= deadline;
      if (complete || memo?.owner === this.inspector) add(index, this.checked(unit).problems);
    });
    const step = complete ? this.inspector.sequence() : undefined;
    if (step)
      for (const [index, unit] of this.document.units.entries())
        add(index, step(unit, this.document.positionIn(index, 0).line));
    return { problems: bySeverity.flat().slice(0, limit), total, complete };
  }

  /**
   * Returns at most `limit` problems that overlap a range of the document, as in `Checker`. Only the units in the range are checked, unless
   * some rules examine all units in order.
   */
  problemsIn(start: number, end: number, limit = Number.POSITIVE_INFINITY): UnitProblem[] {
    const { document, inspector } = this;
    const [first, last] = [document.indexAt(start), document.indexAt(end)];
    const step = inspector.sequence();
    const unitProblems: UnitProblem[] = [];
    for (let index = step ? 0 : first; index <= last; index++) {
      const unit = document.units[index] as JsonUnit;
      const ofSequence = step?.(unit) ?? [];
      if (index < first) continue;
      const base = document.startOf(index);
      for (const problem of [...this.checked(unit).problems, ...ofSequence]) {
        if (base + problem.start > end || base + problem.end < start) continue;
        if (unitProblems.length >= limit) return unitProblems;
        unitProblems.push({ problem, index });
      }
    }
    return unitProblems;
  }

  /** Returns the errors of a unit. An unchecked unit is first checked if `mayCheck` is set; otherwise, it has no known errors. */
  errorsOf(unit: JsonUnit, mayCheck = true): readonly Problem[] {
    const unitMemo = unit.memo as UnitMemo | undefined;
    const memo = unitMemo?.owner === this.inspector || !mayCheck ? unitMemo : this.check(unit);
    if (memo?.owner !== this.inspector) return [];
    memo.errors ??= memo.problems.filter(({ severity }) => severity === 'error');
    return memo.errors;
  }

  rangeOf({ problem, index }: UnitProblem): Range {
    return this.document.rangeIn(index, problem);
  }

  /** Always returns undefined, since problems in JSON documents have no related spans. */
  rangeIn(): undefined {}

  /** The UTF-16 offset at which a problem's unit begins. */
  offsetOf({ index }: UnitProblem): number {
    return this.document.startOf(index);
  }

  private begin(settings: CheckerSettings): JsonInspector {
    return new JsonInspector(this.document, settings, this.onFailure);
  }

  /** Returns the memo of a unit, and first checks the unit if it has none. */
  private checked(unit: JsonUnit): UnitMemo {
    const memo = unit.memo as UnitMemo | undefined;
    return memo?.owner === this.inspector ? memo : this.check(unit);
  }

  private check(unit: JsonUnit): UnitMemo {
    const problems = this.inspector.inspect(unit);
    const memo = problems.length === 0 ? this.clean : { owner: this.inspector, problems };
    unit.memo = memo;
    unit.memoBefore = undefined;
    return memo;
  }
}
