import { anyJson } from '../../grammar/index.ts';
import type { Rule } from '../support/rule.ts';

/** A line break in a string (A-111, WIRE-08). */
export const rule: Rule = {
  code: 'wire-raw-newline',
  title: 'Line break in a string',
  section: 'ChatML, JSON',
  level: 'warning',
  json: {
    dialects: anyJson,
    check({ reading }, report) {
      for (const fault of reading.faults) {
        if (fault.kind !== 'raw-newline') continue;
        const { count = 1 } = fault;
        const more = count > 1 ? ` This string has ${count} of them.` : '';
        report(fault, `A string of JSON stands on one line; a line break in its text is written \`\\n\`.${more}`, {
          data: { replacement: '\\n', count },
        });
      }
    },
  },
};
