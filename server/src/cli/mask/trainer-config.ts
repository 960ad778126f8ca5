/** The trainer's own configuration that `--trainer-config` names: YAML, or JSON. */
import type { OptionValue } from '../../mask/options.ts';
import { optionsInConfig } from '../../mask/trainer-config.ts';
import type { Trainer } from '../../mask/trainers/trainer.ts';
import { yamlValue } from '../../project/yaml-value.ts';

/** The options that it gives. `file`: its name, for messages. Throws with a message for the user. */
export function readTrainerConfig(text: string, trainer: Trainer, file: string): [string, OptionValue][] {
  try {
    return optionsInConfig(yamlValue(text), trainer);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}
