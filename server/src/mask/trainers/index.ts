/** The supported trainers by the names that `--trainer` accepts. */
import { axolotl } from './axolotl.ts';
import { flags } from './flags.ts';
import { llamaFactory } from './llama-factory.ts';
import type { Trainer } from './trainer.ts';
import { trl } from './trl.ts';
import { trlDpo, trlKto } from './trl-preference.ts';
import { unsloth } from './unsloth.ts';

export const trainers: ReadonlyMap<string, Trainer> = new Map(
  [trl, trlDpo, trlKto, axolotl, unsloth, llamaFactory, flags].map((trainer) => [trainer.name, trainer]),
);
