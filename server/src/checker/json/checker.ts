/** Keeps the problems of a JSON document current: they belong to its units, most of which an edit leaves unchanged. */
import type { Range } from 'vscode-languageserver-textdocument';
import { severities } from '../../rules/support/levels.ts';
import type { Problem } from '../../rules/support/rule.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { JsonUnit } from '../../syntax/json/json-unit.ts';
import type { OnFailure } from '../inspect.ts';
import type { CheckerSettings } from '../session.ts';
import { JsonInspector } from './inspector.ts';

/** A problem with the index of its unit. */
export interface UnitProblem {
  readonly problem: Problem;
  readonly index: number;
}

interface UnitMemo {
  readonly owner: JsonInspector;
  readonly problems: readonly Problem[];
  /** The cached errors among the problems. */
  errors?: readonly Problem[];
}

export class JsonChecker {
  /** Checks units with the settings of the checker. */
  inspector: JsonInspector;
  private clean: UnitMemo;

  /** `onFailure` is called for a rule that throws, as in `Checker`. */
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

  /** The facts about a unit are cached with the unit, so there is no index to update. */
  update(): void {}

  /**
   * As in `Checker`: at most `limit` problems, the worst first, checked until `deadline`. `mayWait`: for a unit that continues
   * an earlier one, the known problems of the earlier unit suffice for now, since a session is a single unit, and a long
   * session takes long to check.
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

  /** As in `Checker`. Only the units in the stretch are checked, unless the rules look at all of them in order. */
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

  /** The errors of a unit. An unchecked unit is checked first if `mayCheck` is set; otherwise, no errors are known. */
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

  /** Problems of JSON documents have no related spans. */
  rangeIn(): undefined {}

  /** The UTF-16 offset at which a problem's unit begins. */
  offsetOf({ index }: UnitProblem): number {
    return this.document.startOf(index);
  }

  private begin(settings: CheckerSettings): JsonInspector {
    return new JsonInspector(this.document, settings, this.onFailure);
  }

  /** The memo of a unit, which is checked if it has none. */
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
