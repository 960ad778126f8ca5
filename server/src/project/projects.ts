/** Finds the configurations that apply to a file: those in its folder, and those in the folders above. */
import { basename, dirname, join, relative, sep } from 'node:path';
import type { AnyDialectId, MessageProfile, SequencePair } from '../grammar/index.ts';
import type { Levels } from '../rules/support/levels.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import { MAX_CONFIGS } from './bounds.ts';
import type { TrainingInProject } from './chosen-trainer.ts';
import { type Choices, type Config, configNames, readConfig } from './config.ts';

/** The settings that a user or a project can choose for a file. */
export interface Chosen extends TrainingInProject {
  /** Undefined for `auto`. */
  readonly dialect: AnyDialectId | undefined;
  /** The chat template that produced the file, if it is chosen instead of a dialect, and the folder of the configuration that names it. */
  readonly dialectTemplate?: { readonly name: string; readonly folder: string } | undefined;
  readonly strict: boolean;
  readonly sequencePair: SequencePair | undefined;
  readonly levels: Levels;
  readonly extraTokens: readonly string[];
  readonly profile: MessageProfile | undefined;
  readonly training: boolean;
  /** The chosen template, and the folder of the configuration that names it. */
  readonly template?: { readonly name: string; readonly folder: string };
  readonly customTemplates?: NonNullable<Choices['customTemplates']>;
  /** The names that the project uses for fields and roles in rows. */
  readonly rowNames?: RowNames;
}

interface PlacedConfig extends Config {
  readonly folder: string;
}

export interface ProjectsOptions {
  /** Returns the text of a file; undefined if there is no such file. Throws if the file cannot be read. */
  readonly read: (path: string) => string | undefined;
  /** Called once for each problem in a configuration. The message names the file. */
  readonly complain: (message: string) => void;
  /** The path of the only configuration to use; if undefined, configurations are searched for. */
  readonly only?: string | undefined;
}

export class Projects {
  /** For each folder, the configurations that apply to its files, the outermost first. */
  private readonly byFolder = new Map<string, readonly PlacedConfig[]>();
  /** Whether it has been reported that too many configurations apply. */
  private crowded = false;
  private only: readonly PlacedConfig[] | undefined;

  constructor(private readonly options: ProjectsOptions) {}

  /** Forgets all configurations, so that they are read again when they are needed. */
  forget(): void {
    this.byFolder.clear();
    this.crowded = false;
    this.only = undefined;
  }

  /**
   * Returns the settings for a file. `base`: the user's settings. The project's choices take precedence over them, and
   * its overrides over its other choices.
   */
  settingsFor<T extends Chosen>(path: string, base: T): T {
    let { dialect, strict, sequencePair, levels, extraTokens, profile, training } = base;
    let { template, projectTokenizer, trainer, customTemplates, dialectTemplate, rowNames } = base;
    const take = (choices: Choices, folder: string) => {
      if (choices.dialect !== undefined) {
        dialect = choices.dialect === 'auto' ? undefined : choices.dialect;
        dialectTemplate = undefined;
      }
      if (choices.dialectTemplate !== undefined) {
        dialect = undefined;
        dialectTemplate = { name: choices.dialectTemplate, folder };
      }
      strict = choices.strict ?? strict;
      sequencePair = choices.sequencePair ?? sequencePair;
      levels = { ...levels, ...choices.levels };
      extraTokens = choices.extraTokens ?? extraTokens;
      profile = choices.profile ?? profile;
      training = choices.training ?? training;
      if (choices.template !== undefined) template = { name: choices.template, folder };
      if (choices.tokenizer !== undefined) projectTokenizer = { name: choices.tokenizer, folder };
      if (choices.trainer !== undefined) trainer = { choice: choices.trainer, folder };
      // A mapping of names replaces any mapping from other configurations as a whole, and is not merged with it.
      if ('rowNames' in choices) rowNames = choices.rowNames;
      if (choices.customTemplates) customTemplates = { ...customTemplates, ...choices.customTemplates };
    };
    for (const config of this.configsOf(path)) {
      take(config, config.folder);
      const inside = relative(config.folder, path).split(sep).join('/');
      for (const override of config.overrides) {
        if (override.files.some(({ matches }) => matches(inside))) take(override, config.folder);
      }
    }
    return {
      ...base,
      dialect,
      strict,
      sequencePair,
      levels,
      extraTokens,
      profile,
      training,
      ...(dialectTemplate && { dialectTemplate }),
      ...(template && { template }),
      ...(projectTokenizer && { projectTokenizer }),
      ...(trainer && { trainer }),
      ...(customTemplates && { customTemplates }),
      ...(rowNames ? { rowNames } : 'rowNames' in base && { rowNames: undefined }),
    };
  }

  private configsOf(path: string): readonly PlacedConfig[] {
    const { only } = this.options;
    if (only === undefined) return this.inFolder(dirname(path));
    this.only ??= this.readAt(dirname(only), [basename(only)]);
    return this.only;
  }

  private inFolder(folder: string): readonly PlacedConfig[] {
    const read: [folder: string, folderConfigs: readonly PlacedConfig[]][] = [];
    let configs: readonly PlacedConfig[] = [];
    let count = 0;
    for (let at = folder; ; at = dirname(at)) {
      const placedConfigs = this.byFolder.get(at);
      configs = placedConfigs ?? configs;
      if (placedConfigs) break;
      const folderConfigs = this.readAt(at, configNames);
      read.push([at, folderConfigs]);
      count += folderConfigs.length;
      if (count > MAX_CONFIGS || folderConfigs.some(({ root }) => root) || dirname(at) === at) break;
    }
    for (const [at, folderConfigs] of read.reverse()) {
      configs = [...configs, ...folderConfigs];
      if (configs.length > MAX_CONFIGS) configs = this.nearest(at, configs);
      this.byFolder.set(at, configs);
    }
    return configs;
  }

  private nearest(folder: string, configs: readonly PlacedConfig[]): readonly PlacedConfig[] {
    const message = `more than ${MAX_CONFIGS} configurations apply here, and only the nearest ${MAX_CONFIGS} have an effect. Add \`root: true\` to one of them.`;
    if (!this.crowded) this.options.complain(`${folder}: ${message}`);
    this.crowded = true;
    return configs.slice(-MAX_CONFIGS);
  }

  /**
   * Reads the configuration of a folder from the first of the named files that exists. If this file cannot be read, the
   * folder counts as having none.
   */
  private readAt(folder: string, names: readonly string[]): PlacedConfig[] {
    for (const name of names) {
      const file = join(folder, name);
      const complain = (message: string) => this.options.complain(`${file}: ${message}`);
      let text: string | undefined;
      try {
        text = this.options.read(file);
      } catch (error) {
        complain(`cannot be read, so it has no effect: ${(error as Error).message}.`);
        return [];
      }
      if (text !== undefined) return [{ ...readConfig(name, text, complain), folder }];
    }
    return [];
  }
}
