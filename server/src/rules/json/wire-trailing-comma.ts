import { anyJson } from '../../grammar/index.ts';
import type { Rule } from '../support/rule.ts';

/** A comma that nothing follows (A-111, WIRE-22). */
export const rule: Rule = {
  code: 'wire-trailing-comma',
  title: 'Comma before a closing bracket',
  section: 'ChatML, JSON',
  level: 'warning',
  json: {
    dialects: anyJson,
    check({ reading }, report) {
      for (const fault of reading.faults) {
        if (fault.kind !== 'trailing-comma') continue;
        report(fault, `JSON allows no comma before \`${fault.message}\`. Remove it.`, { data: { replacement: '' } });
      }
    },
  },
};
