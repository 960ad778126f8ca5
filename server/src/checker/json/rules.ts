/** All rules for JSON documents: rules for JSON only, and rules for text that also examine messages in JSON. */
import { rules } from '../../rules/index.ts';
import { jsonRules as ownRules } from '../../rules/json/index.ts';
import type { JsonRule } from '../../rules/support/rule.ts';
import { inChats } from './chats.ts';
import { inProjection } from './projection.ts';

export const jsonRules: readonly JsonRule[] = [
  ...ownRules,
  ...rules.flatMap((rule) => [...inProjection(rule), ...inChats(rule)]),
];
