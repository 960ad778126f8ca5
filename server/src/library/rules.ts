/** Describes the rules. */
import { allRules } from '../rules/all.ts';
import type { Severity } from './types.ts';

export interface RuleInfo {
  readonly code: string;
  /** The problem, in a few words. */
  readonly title: string;
  /** The default severity. */
  readonly severity: Severity | 'off';
  /** The section of the specification on which the rule is based. */
  readonly section: string;
}

/** Returns all rules: for text, JSON, chat templates and training. */
export const rules = (): RuleInfo[] =>
  allRules.map(({ code, title, level, section }) => ({ code, title, severity: level, section }));
