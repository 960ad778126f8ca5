/**
 * Every rule: for text, JSON, chat templates and training. If a rule for text and one for JSON share a code, only the one for text is in
 * the list.
 */
import { rules as textRules } from './index.ts';
import { jsonRules } from './json/index.ts';
import { maskRules } from './mask.ts';
import type { RuleFacts } from './support/rule.ts';
import { templateRules } from './template-problems.ts';

const inText = new Set(textRules.map(({ code }) => code));

export const allRules: readonly RuleFacts[] = [
  ...textRules,
  ...jsonRules.filter(({ code }) => !inText.has(code)),
  ...templateRules,
  ...maskRules,
];
