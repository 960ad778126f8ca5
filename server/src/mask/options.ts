/** The options of a trainer, with the trainer's own names and defaults. */

import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';

export type OptionValue =
  | null
  | boolean
  | number
  | string
  | readonly OptionValue[]
  | { readonly [key: string]: OptionValue };

type Kind = 'boolean' | 'number' | 'string' | 'strings' | 'mapping' | 'null';

interface TrainerOption {
  /** The default value. */
  readonly usual: OptionValue;
  readonly kinds: readonly Kind[];
  /** The allowed strings; if undefined, any string is allowed. */
  readonly words?: readonly string[];
  readonly about: string;
}

export type TrainerOptions = Readonly<Record<string, TrainerOption>>;
export type OptionValues = Readonly<Record<string, OptionValue>>;

const kindOf = (value: OptionValue): Kind | undefined => {
  if (value === null) return 'null';
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return typeof value as 'boolean' | 'number' | 'string';
  if (!Array.isArray(value)) return 'mapping';
  return value.every((one) => typeof one === 'string') ? 'strings' : undefined;
};

/**
 * Returns the values of a trainer's options; options that are not set have their defaults. Throws, with a message for
 * the user, for an unknown option or an invalid value.
 */
export function optionValues(
  trainer: string,
  options: TrainerOptions,
  explicitValues: ReadonlyMap<string, OptionValue>,
): OptionValues {
  const values = new Map(Object.entries(options).map(([name, { usual }]) => [name, usual]));
  for (const [name, value] of explicitValues) {
    const option = getOwn(options, name);
    if (option === undefined)
      throw new Error(
        `${trainer} has no option ${name} that affects what is trained. Its options are ${Object.keys(options).join(', ')}`,
      );
    const kind = kindOf(value);
    if (kind === undefined || !option.kinds.includes(kind))
      throw new Error(`${name} takes ${option.kinds.join(' or ')}, not ${JSON.stringify(value)}`);
    if (option.words !== undefined && typeof value === 'string' && !option.words.includes(value))
      throw new Error(`${name} cannot be ${value}. It must be one of ${option.words.join(', ')}`);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

const fault = (name: string) => new Error(`${name} is not an option of this trainer`);

/** Returns the value of a boolean option. This function and those below do not check types, since `optionValues` has checked them. */
export function flag(values: OptionValues, name: string): boolean {
  return getOwn(values, name) === true;
}

export function textOption(values: OptionValues, name: string): string | undefined {
  const value = getOwn(values, name);
  return typeof value === 'string' ? value : undefined;
}

export function numberOption(values: OptionValues, name: string): number | undefined {
  const value = getOwn(values, name);
  return typeof value === 'number' ? value : undefined;
}

export function textsOption(values: OptionValues, name: string): readonly string[] | undefined {
  const value = getOwn(values, name);
  return Array.isArray(value) ? (value as readonly string[]) : undefined;
}

export function mappingOption(values: OptionValues, name: string): ReadonlyMap<string, OptionValue> {
  const value = getOwn(values, name);
  if (value === undefined) throw fault(name);
  return new Map(isObject(value) ? Object.entries(value) : []);
}
