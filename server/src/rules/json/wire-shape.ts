import type { Rule } from '../rule.ts';
import { wireFaults } from './wire-faults.ts';

/** Something other than a list of strings and token objects (WIRE-01, WIRE-03). */
export const rule: Rule = {
  code: 'wire-shape',
  title: 'Neither text nor token',
  section: 'ChatML, JSON',
  level: 'error',
  json: wireFaults('shape', ({ text }) => ({
    message:
      text === 'array'
        ? 'ChatML on the wire is a list: tokens and texts in `[` and `]`.'
        : 'Only texts, as strings, and tokens, as `{"token": "<|start|>"}`, stand in this list.',
  })),
};
