/** The profiles of masks, by the names that a user gives: for the command line, and for the lens of the editor. */
import type { Limits } from '../templates/jinja/runtime/budget.ts';
import type { Value } from '../templates/jinja/runtime/values.ts';
import type { Pattern } from '../templates/registry/pattern.ts';
import type { Template } from '../templates/template.ts';
import type { FileTokenizer } from '../tokens/tokenizer-file.ts';
import type { MaskProfile } from './mask.ts';
import { type OptionValue, optionValues } from './options.ts';
import { trainers } from './trainers/index.ts';
import type { Over, Trainer } from './trainers/trainer.ts';

/** The facts that decide a mask, as data for a thread. */
export interface MaskNames {
  readonly template: string;
  /** The templates of the project's own, by name. */
  readonly custom: Readonly<Record<string, Pattern>>;
  /** The `tokenizer.json`. */
  readonly tokenizer: string;
  readonly trainer: string;
  readonly options: readonly (readonly [string, OptionValue])[];
  /** Special tokens in place of those that the tokenizer's configuration names. */
  readonly special: readonly (readonly [string, string])[];
  readonly limit?: number;
  readonly over?: Over;
  /** Milliseconds since the epoch. */
  readonly clock?: number;
}

/** Where what is named comes from. Each throws with a message for the user. */
export interface MaskSources {
  template(argument: string, custom: ReadonlyMap<string, Pattern>): Promise<Template>;
  tokenizer(path: string): Promise<FileTokenizer>;
  /** The special tokens that the configuration next to a tokenizer names. */
  specialTokens(path: string): ReadonlyMap<string, Value>;
  /** The limits of a template. */
  readonly limits?: Limits;
}

/** The trainer of a name. Throws with a message for the user. */
export function trainerOf(name: string): Trainer {
  const trainer = trainers.get(name);
  if (trainer === undefined)
    throw new Error(`there is no trainer ${name}. The trainers are ${[...trainers.keys()].join(', ')}`);
  return trainer;
}

/** Loads what the names name. Throws with a message for the user. */
export async function loadMaskProfile(names: MaskNames, sources: MaskSources): Promise<MaskProfile> {
  const { custom, tokenizer: path, options, special, limit, over, clock } = names;
  const trainer = trainerOf(names.trainer);
  const values = optionValues(trainer.name, trainer.options, new Map(options));
  const template = await sources.template(names.template, new Map(Object.entries(custom)));
  const tokenizer = await sources.tokenizer(path);
  const variables = new Map<string, Value>([...template.variables, ...sources.specialTokens(path), ...special]);
  const { limits } = sources;
  const setting = {
    ...{ template, tokenizer, variables },
    ...(clock !== undefined && { clock: new Date(clock) }),
    ...(limits && { limits }),
  };
  return { trainer, values, given: new Set(options.map(([name]) => name)), setting, limit, over };
}
