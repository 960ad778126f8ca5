/** Sets a value in a project's configuration, for example to turn a rule off: for a single file, with an override, or for all files. */
import { dirname, join, relative, sep } from 'node:path';
import { type ConfigValue, type PutStyle, setValue, type ValueEdit } from '../syntax/config-edit/set-value.ts';
import { heldInJson, heldInYaml, type ValueTree } from '../syntax/config-edit/trees.ts';
import { getOwn } from '../syntax/get-own.ts';
import { type ConfigLanguage, configNames, languageOf, readTree } from './config.ts';
import { type Chosen, Projects, type ProjectsOptions } from './projects.ts';
import { rowNamesIn } from './row-names.ts';

/**
 * The maximum length of a configuration that is edited (UTF-16 units). For each rule, the configuration is read several
 * times, and reading YAML is slow.
 */
const MAX_CONFIG_LENGTH = 16 * 1024;

type ReadFile = ProjectsOptions['read'];

/** A configuration file. Its text has no byte-order mark, and is undefined if the file does not exist yet. */
export interface ConfigFile {
  readonly path: string;
  readonly text: string | undefined;
}

/** The edits that set a value in a configuration, and the files to which the value applies. */
interface ConfigurationEdit {
  readonly where: 'document' | 'project';
  readonly edits: readonly ValueEdit[];
}

/** Returns the nearest configuration that applies to a file; undefined if there is none. Throws if it cannot be read. */
export function nearestConfig(path: string, read: ReadFile): ConfigFile | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    for (const name of configNames) {
      const file = join(folder, name);
      const text = read(file);
      if (text !== undefined) return { path: file, text: text.replace(/^\uFEFF/, '') };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** Returns a glob that matches only one file, relative to a folder that contains it. The leading `./` prevents matches in other folders. */
export function globOf(folder: string, path: string): string {
  const inside = relative(folder, path).split(sep).join('/');
  return `./${inside.replace(/[\\*?[\]{}]|^!|(?<=[@!+])\(/g, '\\$&')}`;
}

/** A value to set for a file in a configuration. */
interface WantedValue {
  /** The keys that lead to the value, in the configuration or in an override. */
  readonly at: readonly [key: string, ...rest: string[]];
  readonly value: ConfigValue;
  /** Whether the value has taken effect in the settings of the file. */
  holds(chosen: Chosen): boolean;
}

/** Returns the edits that turn a rule off for a file. `code`: the code of the rule; `base`: the user's settings. */
export const offsIn = (
  config: ConfigFile,
  file: string,
  code: string,
  base: Chosen,
  read: ReadFile,
): ConfigurationEdit[] =>
  editsIn(config, file, { ...base, levels: {} }, read, {
    at: ['rules', code],
    value: 'off',
    holds: ({ levels }) => getOwn(levels, code) === 'off',
  });

/** Returns the edits that add a `rows` mapping for a file whose rows use names other than the usual ones. */
export const mappingsIn = (
  config: ConfigFile,
  file: string,
  rows: Readonly<Record<string, ConfigValue>>,
  base: Chosen,
  read: ReadFile,
): ConfigurationEdit[] => {
  const names = rowNamesIn(rows, '', () => {});
  return editsIn(config, file, base, read, {
    at: ['rows'],
    value: rows,
    holds: ({ rowNames }) => names !== undefined && same(rowNames, names),
  });
};

/**
 * Returns the edits that set a value. Each is tested by reading the changed configuration: the value must take effect,
 * and everything else must be unchanged.
 */
function editsIn(
  { path, text = '' }: ConfigFile,
  file: string,
  base: Chosen,
  read: ReadFile,
  { at: key, value, holds }: WantedValue,
): ConfigurationEdit[] {
  const language = languageOf(path);
  const configurationEdits: ConfigurationEdit[] = [];
  if (text.length > MAX_CONFIG_LENGTH) return configurationEdits;
  try {
    const before = language.read(text) ?? {};
    const root = readValueTree(language, text);
    const style: PutStyle = language.name === 'JSON' ? { quoted: true, lines: false } : { quoted: false, lines: true };
    const glob = globOf(dirname(path), file);
    const isEffective = (changed: string) => {
      const changing: ReadFile = (other) => (other === path ? changed : read(other));
      const projects = new Projects({ read: changing, complain: () => {} });
      return holds(projects.settingsFor(file, base));
    };
    const offer = (where: ConfigurationEdit['where'], at: readonly (string | number)[], newValue: ConfigValue) => {
      const edits = setValue(text, root, at, newValue, style);
      if (edits === undefined) return false;
      const changed = applied(text, edits);
      if (!same(language.read(changed), putIn(before, at, newValue)) || !isEffective(changed)) return false;
      configurationEdits.push({ where, edits });
      return true;
    };
    const overrides = overridesIn(before);
    const forFile = overrides.findLastIndex((one) => same(filesOf(one), [glob]));
    const nested = key.reduceRight<ConfigValue>((inner, step) => ({ [step]: inner }), value);
    if (forFile < 0 || !offer('document', ['overrides', forFile, ...key], value))
      offer('document', ['overrides', overrides.length], { files: [glob], ...(nested as Members) } as ConfigValue);
    offer('project', key, value);
  } catch {
    // A configuration is not edited if it is invalid, or nested too deeply for the stack.
  }
  return configurationEdits;
}

/** Returns a configuration for a folder, whose file does not exist yet. */
export const newConfigIn = (folder: string): ConfigFile => ({ path: join(folder, '.ocmlrc.yaml'), text: undefined });

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function readValueTree({ name }: ConfigLanguage, text: string): ValueTree | undefined {
  if (name === 'YAML') return heldInYaml(text);
  const root = readTree(text);
  return root && heldInJson(root);
}

type Members = Readonly<Record<string, unknown>>;
const overridesIn = (config: unknown): readonly unknown[] => {
  const { overrides } = config as { overrides?: unknown };
  return Array.isArray(overrides) ? overrides : [];
};
const filesOf = (override: unknown): unknown => (override as { files?: unknown } | null)?.files;

/** Returns a copy of data with a value at a path. */
function putIn(data: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = [...((data ?? []) as unknown[])];
    items[step] = putIn(items[step], rest, value);
    return items;
  }
  const members = new Map(Object.entries((data ?? {}) as Members));
  return Object.fromEntries(members.set(step, putIn(members.get(step), rest, value)));
}

function applied(text: string, edits: readonly ValueEdit[]): string {
  return edits.reduceRight(
    (changed, { start, end, text: by }) => changed.slice(0, start) + by + changed.slice(end),
    text,
  );
}
