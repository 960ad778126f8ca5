/** Reads the options that affect what is trained from a trainer's own configuration. */

import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import type { OptionValue } from './options.ts';
import type { Trainer } from './trainers/trainer.ts';

/**
 * Returns the options at the top level, then those of the first data set, then the special tokens, as `special_tokens.NAME`. `config`: the
 * parsed file. Throws, with a message for the user, if `config` is not a mapping.
 */
export function optionsInConfig(config: unknown, trainer: Trainer): [string, OptionValue][] {
  if (!isObject(config)) throw new Error('it is not a mapping of options');
  const datasets = getOwn(config, 'datasets');
  const first: unknown = Array.isArray(datasets) ? datasets[0] : undefined;
  const special = getOwn(config, 'special_tokens');
  const trainerOptionsIn = (mapping: unknown) =>
    isObject(mapping)
      ? Object.entries(mapping).filter(([key, value]) => Object.hasOwn(trainer.options, key) && value !== undefined)
      : [];
  const tokens = isObject(special) ? Object.entries(special).filter(([, value]) => typeof value === 'string') : [];
  return [
    ...trainerOptionsIn(config),
    ...trainerOptionsIn(first),
    ...tokens.map(([key, value]) => [`special_tokens.${key}`, value]),
  ] as [string, OptionValue][];
}
