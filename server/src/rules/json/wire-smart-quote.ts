import { anyJson } from '../../grammar/index.ts';
import type { Rule } from '../support/rule.ts';

/** A typographic quote where JSON has `"` (A-111). */
export const rule: Rule = {
  code: 'wire-smart-quote',
  title: 'Typographic quote',
  section: 'ChatML, JSON',
  level: 'error',
  json: {
    dialects: anyJson,
    check({ reading }, report) {
      for (const fault of reading.faults) {
        if (fault.kind !== 'smart-quote') continue;
        report(
          fault,
          `\`${fault.message}\` is a typographic quote: JSON does not know it, and takes all that follows for text. Write \`"\`.`,
          {
            data: { replacement: '"' },
          },
        );
      }
    },
  },
};
