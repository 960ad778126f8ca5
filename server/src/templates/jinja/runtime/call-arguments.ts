/** Matches the arguments of a call with the parameters of the function. */
import { failed } from '../errors.ts';
import type { CallArguments, Value } from './values.ts';

export const nothingGiven: CallArguments = { positional: [], named: new Map() };

/**
 * Returns the values of the parameters, in order; undefined for a parameter without an argument. `least`: the number of required
 * parameters.
 */
export function bind(
  callArguments: CallArguments,
  name: string,
  parameters: readonly string[],
  least = 0,
): (Value | undefined)[] {
  const { positional, named } = callArguments;
  if (positional.length > parameters.length)
    throw failed(`TypeError: ${name}() takes ${parameters.length} arguments but ${positional.length} were given`);
  const values = parameters.map((parameter, i) => (i < positional.length ? positional[i] : named.get(parameter)));
  for (const key of named.keys()) {
    const at = parameters.indexOf(key);
    if (at < 0) throw failed(`TypeError: ${name}() got an unexpected keyword argument '${key}'`);
    if (at < positional.length) throw failed(`TypeError: ${name}() got multiple values for argument '${key}'`);
  }
  const lacking = values.slice(0, least).indexOf(undefined);
  if (lacking >= 0)
    throw failed(`TypeError: ${name}() missing 1 required positional argument: '${parameters[lacking]}'`);
  return values;
}
