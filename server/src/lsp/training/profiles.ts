/** Loads mask profiles. Each is cached until one of its files changes. */
import { dirname, join } from 'node:path';
import { templateFiles } from '../../files/local-templates.ts';
import type { MaskProfile } from '../../mask/mask.ts';
import { layeredOptions } from '../../mask/option-layers.ts';
import type { OptionValue } from '../../mask/options.ts';
import { loadMaskProfile, type MaskNames, trainerOf } from '../../mask/profile.ts';
import { optionsInConfig } from '../../mask/trainer-config.ts';
import { yamlValue } from '../../project/yaml-value.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { typingLimits } from '../../templates/jinja/runtime/budget.ts';
import { chatTemplates } from '../../templates/registry/index.ts';
import { loadTemplate, tokenizerBeside } from '../../templates/sources/load.ts';
import { templateOfModel } from '../../templates/sources/of-model.ts';
import { withSegments } from '../../tokens/segments.ts';
import { type FileTokenizer, MAX_TOKENIZER_SIZE, readTokenizer } from '../../tokens/tokenizer-file.ts';

/** The names and paths from which a mask profile is loaded, as sent by the main thread. */
export interface TrainingNames extends Omit<MaskNames, 'template' | 'options' | 'special'> {
  /** The template; if undefined, the one next to the tokenizer is used. */
  readonly template: string | undefined;
  /** The options set by the project or the user, including special tokens. */
  readonly given: readonly (readonly [string, OptionValue])[];
  /** The path of the trainer's configuration file, whose options override the trainer's defaults. */
  readonly config?: string;
  /** The unsaved text of files that are open in the editor, by path. It is used instead of the saved text. */
  readonly open: Readonly<Record<string, string>>;
}

/**
 * The maximum numbers of cached profiles and tokenizers. The limits exceed one, since a user may be comparing two profiles or tokenizers.
 */
const MAX_PROFILES = 4;
const MAX_TOKENIZERS = 2;
const MAX_CONFIG_SIZE = 1 << 20;

/** Puts a value into a small cache. If the cache is full, the oldest value is removed. */
function keep<T>(cache: Map<string, T>, key: string, value: T, limit: number): T {
  cache.delete(key);
  cache.set(key, value);
  for (const old of cache.keys()) if (cache.size > limit) cache.delete(old);
  return value;
}

/**
 * Returns a function that loads a profile and throws errors with messages for the user. `unwanted`: returns whether the profile is no
 * longer wanted.
 */
export function createProfiles(unwanted: () => boolean): (names: TrainingNames) => Promise<MaskProfile> {
  const limits = { ...typingLimits, unwanted };
  const profiles = new Map<string, MaskProfile>();
  const tokenizers = new Map<string, FileTokenizer>();

  function tokenizerAt(path: string): FileTokenizer {
    const key = `${path} ${templateFiles.stamp(path)}`;
    const fileTokenizer = tokenizers.get(key);
    if (fileTokenizer !== undefined) return keep(tokenizers, key, fileTokenizer, MAX_TOKENIZERS);
    const text = templateFiles.text(path, MAX_TOKENIZER_SIZE);
    if (text === undefined)
      throw new Error(`There is no tokenizer at ${path}: choose a model folder that contains a tokenizer.`);
    try {
      return keep(tokenizers, key, withSegments(readTokenizer(text)), MAX_TOKENIZERS);
    } catch (error) {
      throw new Error(`${path} cannot be used as a tokenizer: ${(error as Error).message}.`);
    }
  }

  return async (names) => {
    const { open, config, given, template: chosen, ...rest } = names;
    const tokenizer = templateFiles.isFolder(names.tokenizer)
      ? join(names.tokenizer, 'tokenizer.json')
      : names.tokenizer;
    const isNamed = chosen !== undefined && (chatTemplates.has(chosen) || Object.hasOwn(names.custom, chosen));
    const template = isNamed ? chosen : templateOfModel(chosen ?? dirname(tokenizer), templateFiles);
    const file = template.replace(/#[^#]*$/, '');
    const text = getOwn(open, file);
    const stamps = [file, tokenizer, join(dirname(tokenizer), 'tokenizer_config.json'), config ?? ''].map((path) =>
      path === '' ? '' : templateFiles.stamp(path),
    );
    const key = JSON.stringify([rest, given, config, template, text, stamps, templateFiles.stampBeside(file)]);
    const maskProfile = profiles.get(key);
    if (maskProfile !== undefined) return keep(profiles, key, maskProfile, MAX_PROFILES);
    const configured = config === undefined ? [] : optionsIn(config, names.trainer);
    const { options, special } = layeredOptions([
      { from: '', options: configured },
      { from: '', options: given },
    ]);
    const all = { ...rest, template, tokenizer, options: [...options], special: [...special] };
    const profile = await loadMaskProfile(all, {
      limits,
      template: (argument, custom) =>
        loadTemplate(argument, custom, {
          ...templateFiles,
          text: (path, limit) => (path === file && text !== undefined ? text : templateFiles.text(path, limit)),
        }),
      tokenizer: async (path) => tokenizerAt(path),
      specialTokens: (path) => tokenizerBeside(path, templateFiles).tokens,
    });
    return keep(profiles, key, profile, MAX_PROFILES);
  };
}

function optionsIn(config: string, trainer: string): [string, OptionValue][] {
  const text = templateFiles.text(config, MAX_CONFIG_SIZE);
  if (text === undefined) throw new Error(`There is no trainer configuration at ${config}.`);
  try {
    return optionsInConfig(yamlValue(text), trainerOf(trainer));
  } catch (error) {
    throw new Error(`${config}: ${(error as Error).message}`, { cause: error });
  }
}
