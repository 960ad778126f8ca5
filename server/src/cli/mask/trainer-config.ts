/** The options that a trainer's own configuration gives, as far as they decide what is trained: YAML, or JSON. */
import type { OptionValue } from '../../mask/options.ts';
import type { Trainer } from '../../mask/trainers/trainer.ts';
import { isObject } from '../../model/body-json.ts';
import { yamlValue } from '../../project/yaml-value.ts';
import { getOwn } from '../../syntax/get-own.ts';

/** Those of the whole file, then those of its first data set, and special tokens. `file`: its name, for messages. Throws with a message for the user. */
export function readTrainerConfig(text: string, trainer: Trainer, file: string): [string, OptionValue][] {
  let config: unknown;
  try {
    config = yamlValue(text);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(config)) throw new Error(`${file}: it is not a mapping of options`);
  const datasets = getOwn(config, 'datasets');
  const first: unknown = Array.isArray(datasets) ? datasets[0] : undefined;
  const special = getOwn(config, 'special_tokens');
  const known = (given: unknown) =>
    isObject(given)
      ? Object.entries(given).filter(([key, value]) => Object.hasOwn(trainer.options, key) && value !== undefined)
      : [];
  const tokens = isObject(special) ? Object.entries(special).filter(([, value]) => typeof value === 'string') : [];
  return [...known(config), ...known(first), ...tokens.map(([key, value]) => [`special_tokens.${key}`, value])] as [
    string,
    OptionValue,
  ][];
}
