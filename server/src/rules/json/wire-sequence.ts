import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

/** An element in the wrong place (WIRE-04, WIRE-12). */
export const rule: JsonRule = {
  code: 'wire-sequence',
  title: 'Element in the wrong position',
  section: 'ChatML, Grammar',
  level: 'error',
  json: wireFaults('sequence', ({ text, order = 'start token, role, message token, text and end token' }) => ({
    message: `A message is ${order}, in this order. Write ${text} here.`,
  })),
};
