/** Runs the rules on the units of a JSON document, one after the other: for an editor, and for files of any size. */
import type { JsonDialectId } from '../../grammar/index.ts';
import { type JsonUnit, readUnit } from '../../syntax/json-document.ts';
import { own } from '../../syntax/own.ts';
import { type ActiveRule, collector, type OnFailure } from '../inspect.ts';
import { levelOf, levelsFor } from '../levels.ts';
import type { Problem, Report } from '../rule.ts';
import type { CheckerSettings } from '../session.ts';
import { jsonRules } from './index.ts';
import { isPlain } from './plain.ts';

const nothing: readonly Problem[] = [];

export class JsonInspector {
  private readonly rules: readonly ActiveRule[];

  /** `lines`: units without a value are blank lines, and no problem. */
  constructor(
    readonly dialect: JsonDialectId,
    readonly lines: boolean,
    private readonly settings: CheckerSettings,
    private readonly onFailure: OnFailure,
  ) {
    // JSON has no harmony mode; every rule's own severity holds.
    const levels = levelsFor(settings, undefined);
    const context = { strict: settings.strict, dialect: 'openchatml-2.2', harmony: false } as const;
    this.rules = jsonRules.flatMap((rule) => {
      const level = levelOf(rule, context, levels);
      if (level === 'off' || !rule.json?.dialects.includes(dialect)) return [];
      return [{ rule, severity: level, chosen: own(levels, rule.code) !== undefined }];
    });
  }

  /** The problems that a unit has by itself. */
  inspect(unit: JsonUnit): readonly Problem[] {
    if (unit.reading === undefined && isPlain(this.dialect, unit.text)) return nothing;
    if (this.lines && !/\S/.test(unit.text)) return nothing;
    const { dialect, settings } = this;
    const context = { dialect, text: unit.text, reading: readUnit(unit), extraTokens: settings.extraTokens ?? [] };
    const problems: Problem[] = [];
    for (const active of this.rules) {
      this.attempt(active, () => active.rule.json?.check?.(context, collector(active, problems)));
    }
    return problems.length === 0 ? nothing : problems.sort((a, b) => a.start - b.start);
  }

  /** What looks at the units in their order, to be called with each; it gives the problems of the unit. */
  sequence(): ((unit: JsonUnit) => readonly Problem[]) | undefined {
    const steps = this.rules.flatMap((active) => {
      const step = active.rule.json?.sequence?.({ lines: this.lines });
      return step === undefined ? [] : [{ active, step }];
    });
    if (steps.length === 0) return undefined;
    return (unit) => {
      const problems: Problem[] = [];
      for (const { active, step } of steps) {
        const report: Report = collector(active, problems);
        this.attempt(active, () => step(unit, report));
      }
      return problems.length === 0 ? nothing : problems;
    };
  }

  private attempt({ rule }: ActiveRule, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.onFailure(rule.code, error);
    }
  }
}
