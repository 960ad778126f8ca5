/** Which configurations hold for a file: those of its folder and of the folders above, the nearest last. */
import { basename, dirname, join, relative, sep } from 'node:path';
import type { AnyDialectId, SequencePair } from '../grammar/index.ts';
import type { Levels } from '../rules/levels.ts';
import { type Choices, type Config, configNames, readConfig } from './config.ts';

/** What can be chosen for a file. */
export interface Chosen {
  /** Undefined for `auto`. */
  readonly dialect: AnyDialectId | undefined;
  readonly strict: boolean;
  readonly sequencePair: SequencePair | undefined;
  readonly levels: Levels;
  readonly extraTokens: readonly string[];
}

interface PlacedConfig extends Config {
  readonly folder: string;
}

export interface ProjectsOptions {
  /** The text of a file, or undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  /** Hears once of everything that is wrong in a configuration; the message names the file. */
  readonly complain: (message: string) => void;
  /** The only configuration, in place of those that are found. */
  readonly only?: string | undefined;
}

export class Projects {
  /** By folder: the configurations that hold in it, the outermost first. */
  private readonly byFolder = new Map<string, readonly PlacedConfig[]>();
  private readonly matchers = new Map<string, (path: string) => boolean>();
  private only: readonly PlacedConfig[] | undefined;

  constructor(private readonly options: ProjectsOptions) {}

  /** Reads all configurations anew when they are next needed. */
  forget(): void {
    this.byFolder.clear();
    this.only = undefined;
  }

  /** What holds for a file where the user has chosen `base`: the project goes before, its overrides before the rest. */
  settingsFor<T extends Chosen>(path: string, base: T): T {
    let { dialect, strict, sequencePair, levels, extraTokens } = base;
    const take = (choices: Choices) => {
      if (choices.dialect !== undefined) dialect = choices.dialect === 'auto' ? undefined : choices.dialect;
      strict = choices.strict ?? strict;
      sequencePair = choices.sequencePair ?? sequencePair;
      levels = { ...levels, ...choices.levels };
      extraTokens = choices.extraTokens ?? extraTokens;
    };
    for (const config of this.configsOf(path)) {
      take(config);
      const inside = relative(config.folder, path).split(sep).join('/');
      for (const override of config.overrides) {
        if (override.files.some((glob) => this.matcher(glob)(inside))) take(override);
      }
    }
    return { ...base, dialect, strict, sequencePair, levels, extraTokens };
  }

  private configsOf(path: string): readonly PlacedConfig[] {
    const { only } = this.options;
    if (only === undefined) return this.inFolder(dirname(path));
    this.only ??= this.readAt(dirname(only), [basename(only)]);
    return this.only;
  }

  private inFolder(folder: string): readonly PlacedConfig[] {
    let configs = this.byFolder.get(folder);
    if (configs === undefined) {
      const own = this.readAt(folder, configNames);
      const parent = dirname(folder);
      configs = parent === folder || own.some(({ root }) => root) ? own : [...this.inFolder(parent), ...own];
      this.byFolder.set(folder, configs);
    }
    return configs;
  }

  /** The first of the named files that there is. */
  private readAt(folder: string, names: readonly string[]): PlacedConfig[] {
    for (const name of names) {
      const file = join(folder, name);
      const text = this.options.read(file);
      if (text === undefined) continue;
      const config = readConfig(name, text, (message) => this.options.complain(`${file}: ${message}`));
      return [{ ...config, folder }];
    }
    return [];
  }

  /** A glob without `/` is for files of that name in any folder, as in `.gitignore`. */
  private matcher(glob: string): (path: string) => boolean {
    let matcher = this.matchers.get(glob);
    if (matcher === undefined) {
      const picomatch = require('picomatch') as typeof import('picomatch');
      const plain = glob.replace(/^\.?\//, '');
      matcher = picomatch(glob.includes('/') ? plain : `**/${plain}`, { dot: true });
      this.matchers.set(glob, matcher);
    }
    return matcher;
  }
}
