/** Rules that report misplaced parts found by the parser of wire documents. */
import { type WireFault, wireOf } from '../../model/json/wire.ts';
import { type JsonScope, valueSpan } from '../support/json-scope.ts';
import type { Extra } from '../support/rule.ts';

/** A scope that reports faults of one kind, each with the message that `say` returns. */
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
