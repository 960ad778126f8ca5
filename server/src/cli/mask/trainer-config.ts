/** Reads the trainer's own configuration in YAML or JSON, as passed with `--trainer-config`. */

import type { OptionValue } from '../../mask/options.ts';
import { optionsInConfig } from '../../mask/trainer-config.ts';
import type { Trainer } from '../../mask/trainers/trainer.ts';
import { yamlValue } from '../../project/yaml-value.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { type TemplateChoice, templateChoice } from './axolotl-template.ts';

export interface TrainerFile {
  readonly options: readonly (readonly [string, OptionValue])[];
  /** The chat template that the file chooses, if the trainer supports this choice. */
  readonly template?: TemplateChoice | undefined;
}

/**
 * Reads the settings in a configuration. `file`: the name of the configuration, for messages. Throws an error with a message for the user.
 */
export function readTrainerConfig(text: string, trainer: Trainer, file: string): TrainerFile {
  try {
    const config = yamlValue(text);
    return { options: optionsInConfig(config, trainer), template: templateIn(config, trainer) };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function templateIn(config: unknown, trainer: Trainer): TemplateChoice | undefined {
  if (!isObject(config) || trainer.choosesTemplate !== true) return undefined;
  const datasets = getOwn(config, 'datasets');
  const first: unknown = Array.isArray(datasets) ? datasets[0] : undefined;
  return templateChoice(config, isObject(first) ? first : undefined);
}
