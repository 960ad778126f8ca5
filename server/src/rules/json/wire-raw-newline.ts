import { slipScope } from '../support/json-faults.ts';
import type { JsonRule } from '../support/rule.ts';

/** Reports an unescaped line break in a string (A-111, WIRE-08). */
export const rule: JsonRule = {
  code: 'wire-raw-newline',
  title: 'Line break in a string',
  section: 'ChatML, JSON',
  level: 'warning',
  json: slipScope('raw-newline', ({ count }) => ({ replacement: '\\n', count })),
};
