/** Rules that report slips in JSON: faults with only one possible remedy. `wire-json` reports all other faults. */
import { anyJson } from '../../grammar/index.ts';
import { faultText, type JsonFault, type JsonSlip } from '../../syntax/json/faults.ts';
import { sentence } from '../../syntax/wording.ts';
import type { JsonScope } from './json-scope.ts';
import type { Extra } from './rule.ts';

/** A scope that reports all slips of one code. */
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
