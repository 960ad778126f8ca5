/** The trainer that a configuration names, with the settings that determine its masks. */

import { type OverRule, overRules, type TrainerName, trainerNames } from '../grammar/trainer-names.ts';
import { isObject } from '../syntax/is-object.ts';
import { listed } from '../syntax/wording.ts';

export interface TrainerChoice {
  readonly name: TrainerName;
  /** The options, by the names that the trainer uses. They are not validated until they are used. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The path of the trainer's configuration file. */
  readonly config?: string;
  /** The maximum length of a row in tokens, and the treatment of longer rows. If present, they replace those of the trainer. */
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

/** Returns the trainer from a value, which is a name or an object; undefined if the value is invalid. */
export function trainerIn(value: unknown): TrainerChoice | undefined {
  const choice = typeof value === 'string' ? { name: value } : value;
  if (!isObject(choice) || !Object.hasOwn(choice, 'name')) return undefined;
  const isRight = Object.entries(choice).every(([key, one]) => members.get(key)?.(one) === true);
  return isRight ? (choice as unknown as TrainerChoice) : undefined;
}
