/** Rules that report a slip of JSON: a fault whose remedy is certain. What else is wrong is `wire-json`. */
import { anyJson } from '../../grammar/index.ts';
import { faultText, type JsonFault, type JsonSlip } from '../../syntax/json/faults.ts';
import { sentence } from '../../syntax/wording.ts';
import type { JsonScope } from './json-scope.ts';
import type { Extra } from './rule.ts';

/** A scope that reports every slip of one code. */
export function slipScope(code: JsonSlip, data: (fault: JsonFault) => Extra['data']): JsonScope {
  return {
    dialects: anyJson,
    silentOnPlainValues: true,
    check({ reading }, report) {
      for (const fault of reading.faults) {
        if (fault.code === code) report(fault, sentence(faultText(fault)), { data: data(fault) });
      }
    },
  };
}
