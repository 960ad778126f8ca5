/** The options of a trainer by where they come from: its own file, the configuration of the project, what a user chooses. */
import type { OptionValue } from './options.ts';

/** Options from one place. */
export interface OptionLayer {
  /** The place as the summary names it. */
  readonly from: string;
  readonly options: Iterable<readonly [string, OptionValue]>;
}

export interface LayeredOptions {
  readonly options: ReadonlyMap<string, OptionValue>;
  /** Special tokens in place of those that the tokenizer's configuration names. */
  readonly special: ReadonlyMap<string, string>;
  /** The place of each. */
  readonly sources: ReadonlyMap<string, string>;
}

const specialPrefix = 'special_tokens.';

/** The options of all layers; a later one goes before. Throws with a message for the user. */
export function layeredOptions(layers: readonly OptionLayer[]): LayeredOptions {
  const options = new Map<string, OptionValue>();
  const special = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const { from, options: given } of layers)
    for (const [key, value] of given) {
      sources.set(key, from);
      if (!key.startsWith(specialPrefix)) options.set(key, value);
      else if (typeof value === 'string') special.set(key.slice(specialPrefix.length), value);
      else throw new Error(`${key} takes the text of a token, not ${JSON.stringify(value)}`);
    }
  return { options, special, sources };
}
