/** Reads the options in the configuration file of a trainer. */
import { readSmall, whyUnreadable } from '../../files/regular.ts';
import type { Trainer } from '../../mask/trainers/trainer.ts';
import { readTrainerConfig, type TrainerFile } from './trainer-config.ts';

/** The maximum size of a trainer's configuration, in bytes. */
const MAX_TRAINER_CONFIG_SIZE = 1 << 20;

/** Reads the configuration file of a trainer. `flag`: the option or setting that names the file, for messages. */
export function readTrainerFile(flag: string, path: string, trainer: Trainer): TrainerFile {
  const label = `${flag} ${path}`;
  let text: string | undefined;
  try {
    text = readSmall(path, MAX_TRAINER_CONFIG_SIZE);
    if (text === undefined) throw new Error('no such file');
  } catch (error) {
    throw new Error(`${label}: ${whyUnreadable(error)}`, { cause: error });
  }
  return readTrainerConfig(text, trainer, label);
}
