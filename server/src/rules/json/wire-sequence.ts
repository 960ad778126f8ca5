import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

/** Reports an element in the wrong place (WIRE-04, WIRE-12). */
export const rule: JsonRule = {
  code: 'wire-sequence',
  title: 'Element in the wrong position',
  section: 'ChatML, Grammar',
  level: 'error',
  json: wireFaults('sequence', ({ text, order = 'a start token, a role, a message token, text and an end token' }) => ({
    message: `A message consists of ${order}, in this order. Write ${text} here.`,
  })),
};
