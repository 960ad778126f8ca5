/** The trainer named in a configuration, with the settings that determine its masks. */

import { type OverRule, overRules, type TrainerName, trainerNames } from '../grammar/trainer-names.ts';
import { isObject } from '../syntax/is-object.ts';
import { listed } from '../syntax/wording.ts';

export interface TrainerChoice {
  readonly name: TrainerName;
  /** Options by the trainer's own names; they are validated when they are used. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The configuration file of the trainer. */
  readonly config?: string;
  /** The maximum length of a row, in tokens, instead of the trainer's limit; and the treatment of longer rows. */
  readonly maxLength?: number;
  readonly over?: OverRule;
}

export const wantedTrainer = `${listed(trainerNames)}, or an object, as in \`{"name": "axolotl", "options": {"train_on_eos": "all"}, "config": "axolotl.yaml", "maxLength": 2048, "over": "right"}\``;

const members: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['name', (value: unknown) => (trainerNames as readonly unknown[]).includes(value)],
  ['options', isObject],
  ['config', (value: unknown) => typeof value === 'string' && value !== ''],
  ['maxLength', (value: unknown) => Number.isInteger(value) && (value as number) > 0],
  ['over', (value: unknown) => (overRules as readonly unknown[]).includes(value)],
]);

/** The trainer named by a value: a string, or an object; undefined if it is neither. */
export function trainerIn(value: unknown): TrainerChoice | undefined {
  const given = typeof value === 'string' ? { name: value } : value;
  if (!isObject(given) || !Object.hasOwn(given, 'name')) return undefined;
  const isRight = Object.entries(given).every(([key, one]) => members.get(key)?.(one) === true);
  return isRight ? (given as unknown as TrainerChoice) : undefined;
}
