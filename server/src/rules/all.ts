/** Every rule: for text, for JSON, for chat templates and for training. If text and JSON share a code, this list has the rule for text. */
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
