/** Loads mask profiles from names and paths, for the command line and for the editor. */
import type { Limits } from '../templates/jinja/runtime/budget.ts';
import type { Value } from '../templates/jinja/runtime/values.ts';
import type { Pattern } from '../templates/registry/pattern.ts';
import type { Template } from '../templates/template.ts';
import type { FileTokenizer } from '../tokens/tokenizer-file.ts';
import type { MaskProfile } from './mask.ts';
import { type OptionValue, optionValues } from './options.ts';
import { trainers } from './trainers/index.ts';
import type { Over, Trainer } from './trainers/trainer.ts';

/** The names, paths and settings that determine a mask. They can be sent to a thread. */
export interface MaskNames {
  readonly template: string;
  /** The project's own templates, by name. */
  readonly custom: Readonly<Record<string, Pattern>>;
  /** The path of the `tokenizer.json`. */
  readonly tokenizer: string;
  readonly trainer: string;
  readonly options: readonly (readonly [string, OptionValue])[];
  /** Special tokens that override those in the tokenizer's configuration. */
  readonly special: readonly (readonly [string, string])[];
  readonly limit?: number;
  readonly over?: Over;
  /** The current time for the template, in milliseconds since the epoch. */
  readonly clock?: number;
}

/** The functions that load the named files. Each throws an error with a message for the user. */
export interface MaskSources {
  template(argument: string, custom: ReadonlyMap<string, Pattern>): Promise<Template>;
  tokenizer(path: string): Promise<FileTokenizer>;
  /** Returns the special tokens from the configuration next to a tokenizer. */
  specialTokens(path: string): ReadonlyMap<string, Value>;
  /** The limits for rendering a template. */
  readonly limits?: Limits;
}

/** Returns the trainer with a name. Throws, with a message for the user, if there is none. */
export function trainerOf(name: string): Trainer {
  const trainer = trainers.get(name);
  if (trainer === undefined)
    throw new Error(`there is no trainer ${name}. The trainers are ${[...trainers.keys()].join(', ')}`);
  return trainer;
}

/** Loads a profile. Throws, with a message for the user, if the trainer or an option is invalid, or if a file cannot be loaded. */
export async function loadMaskProfile(names: MaskNames, sources: MaskSources): Promise<MaskProfile> {
  const { custom, tokenizer: path, options, special, limit, over, clock } = names;
  const trainer = trainerOf(names.trainer);
  const values = optionValues(trainer.name, trainer.options, new Map(options));
  const template = await sources.template(names.template, new Map(Object.entries(custom)));
  const tokenizer = await sources.tokenizer(path);
  const variables = new Map<string, Value>([...template.variables, ...sources.specialTokens(path), ...special]);
  const { limits } = sources;
  const setting = {
    template,
    tokenizer,
    variables,
    ...(clock !== undefined && { clock: new Date(clock) }),
    ...(limits && { limits }),
  };
  return { trainer, values, given: new Set(options.map(([name]) => name)), setting, limit, over };
}
