/** Every rule, for text and for JSON. Where both have a code, the rule for text stands for it. */
import { rules as textRules } from './index.ts';
import { jsonRules } from './json/index.ts';
import type { RuleFacts } from './support/rule.ts';

const inText = new Set(textRules.map(({ code }) => code));

export const allRules: readonly RuleFacts[] = [...textRules, ...jsonRules.filter(({ code }) => !inText.has(code))];
