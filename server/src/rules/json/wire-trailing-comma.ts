import { slipScope } from '../support/json-faults.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a trailing comma (A-111, WIRE-22). */
export const rule: JsonRule = {
  code: 'wire-trailing-comma',
  title: 'Comma before a closing bracket',
  section: 'ChatML, JSON',
  level: 'warning',
  json: slipScope('trailing-comma', () => ({ replacement: '' })),
};
