/** Combines the options of a trainer from several sources: its own file, the project's configuration, and the user's choice. */
import type { OptionValue } from './options.ts';

export interface OptionLayer {
  /** The name of the source, for the summary. */
  readonly from: string;
  readonly options: Iterable<readonly [string, OptionValue]>;
}

export interface LayeredOptions {
  readonly options: ReadonlyMap<string, OptionValue>;
  /** The special tokens that override those in the tokenizer's configuration. */
  readonly special: ReadonlyMap<string, string>;
  /** The name of the source of each option. */
  readonly sources: ReadonlyMap<string, string>;
}

const specialPrefix = 'special_tokens.';

/**
 * Combines the options of all layers; later layers take precedence. Throws, with a message for the user, if a special token is not a
 * string.
 */
export function layeredOptions(layers: readonly OptionLayer[]): LayeredOptions {
  const options = new Map<string, OptionValue>();
  const special = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const { from, options: layerOptions } of layers)
    for (const [key, value] of layerOptions) {
      sources.set(key, from);
      if (!key.startsWith(specialPrefix)) options.set(key, value);
      else if (typeof value === 'string') special.set(key.slice(specialPrefix.length), value);
      else throw new Error(`${key} takes the text of a token, not ${JSON.stringify(value)}`);
    }
  return { options, special, sources };
}
