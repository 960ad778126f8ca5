/** Rules for the parts that the parser of wire documents finds in the wrong place. */
import { type WireFault, wireOf } from '../../model/json/wire.ts';
import { type JsonScope, valueSpan } from '../support/json-scope.ts';
import type { Extra } from '../support/rule.ts';

/** Creates a scope that reports the faults of one kind, with the message that `say` returns for each. */
export function wireFaults(
  kind: WireFault['kind'],
  say: (fault: WireFault) => { readonly message: string; readonly extra?: Extra },
): JsonScope {
  return {
    dialects: ['chatml-wire'],
    check({ reading, text, extraTokens }, report) {
      for (const fault of wireOf(reading).faults) {
        if (fault.kind !== kind || (kind === 'token-unknown' && extraTokens.includes(fault.text))) continue;
        const { message, extra } = say(fault);
        report(valueSpan(text, fault), message, extra);
      }
    },
  };
}
