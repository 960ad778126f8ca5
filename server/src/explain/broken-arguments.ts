/** Finds calls whose arguments are not JSON, in outputs that their parser accepts. Some parsers do not read the arguments. */
import { jsonFault } from './json/strict-json-fault.ts';
import type { Parsed, ParsedStretch } from './parsers/parser.ts';

/** Returns the key in `causes` for the first call with broken arguments; undefined if there is none. */
export function brokenArguments({ made, mayFail }: Pick<Parsed, 'made' | 'mayFail'>): string | undefined {
  const isPassedOn = mayFail === 'arguments';
  for (const one of made) {
    const fault = isJsonCall(one) || (isPassedOn && one.as === 'call') ? jsonFault(one.text) : undefined;
    if (fault !== undefined) return fault.at >= one.text.trimEnd().length ? 'arguments-open' : 'arguments';
  }
  return undefined;
}

/** Whether a stretch is a call to a function from the request, which takes JSON arguments. */
const isJsonCall = ({ as, who }: ParsedStretch) => as === 'message' && toFunction.test(who);
const toFunction = /^assistant to functions\.\S+(?: on \S+)?(?: of type (?:<\|constrain\|>)?json)?$/;
