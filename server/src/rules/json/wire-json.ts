import { anyJson } from '../../grammar/index.ts';
import { faultText, isSyntaxFault } from '../../syntax/json/faults.ts';
import type { JsonRule } from '../support/rule.ts';

/** What is not JSON, and is neither a wrong quote, a line break nor a comma too many (WIRE-28). */
export const rule: JsonRule = {
  code: 'wire-json',
  title: 'Not JSON',
  section: 'ChatML, JSON',
  level: 'error',
  json: {
    dialects: anyJson,
    check({ reading }, report) {
      for (const fault of reading.faults) {
        if (isSyntaxFault(fault))
          report(fault, `This is not JSON: ${faultText(fault)}. Nothing that reads JSON takes it.`);
      }
    },
  },
};
