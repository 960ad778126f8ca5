import { slipScope } from '../support/json-faults.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports a typographic quote where JSON requires `"` (A-111). */
export const rule: JsonRule = {
  code: 'wire-smart-quote',
  title: 'Typographic quote',
  section: 'ChatML, JSON',
  level: 'error',
  json: slipScope('smart-quote', () => ({ replacement: '"' })),
};
