/** Chooses the dialect in which a file is read, by the command line, the file's project, or its name. */
import { chosenDialect, isJsonDialect } from '../documents/sniff.ts';
import { absolute } from '../files/names.ts';
import { readSmall } from '../files/regular.ts';
import { templateBeside } from '../files/template-beside.ts';
import { type AnyDialectId, isJsonFile, isTemplateAlone } from '../grammar/index.ts';
import { unpackedName } from '../packed/names.ts';
import { MAX_CONFIG_SIZE } from '../project/bounds.ts';
import { type Chosen, Projects } from '../project/projects.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import { projectPath } from './files/pipes.ts';
import { printAside } from './output.ts';

/** The value of `--dialect`. */
export type DialectFlag = AnyDialectId | 'auto' | undefined;

/** Returns the dialect chosen for a file before it is read. `inProject`: the dialect in the project's configuration. */
export function settledDialect(
  file: string,
  flag: DialectFlag,
  inProject: AnyDialectId | undefined,
): AnyDialectId | undefined {
  const chosen = flag === 'auto' ? undefined : flag;
  // A JSON dialect named on the command line applies regardless of the file name.
  return isJsonDialect(chosen) ? chosen : chosenDialect(unpackedName(file), flag === undefined ? inProject : chosen);
}

/** Returns the dialect that a project's configuration names, or the dialect of its template or of a tokenizer next to the file. */
export function dialectOfProject(
  { dialect, dialectTemplate }: Pick<Chosen, 'dialect' | 'dialectTemplate'>,
  complain: (message: string) => void,
  file: string,
): AnyDialectId | undefined {
  if (dialectTemplate === undefined) return dialect ?? dialectOfFolder(file);
  const { dialectInProject } = require('./learned/in-project.ts') as typeof import('./learned/in-project.ts');
  return dialectInProject(dialectTemplate, complain);
}

/** Returns the dialect of a template next to a file. It is not determined for JSON, templates and packed files. */
function dialectOfFolder(file: string): AnyDialectId | undefined {
  if (file === '-' || isJsonFile(file) || isTemplateAlone(file) || unpackedName(file) !== file) return undefined;
  if (templateBeside(absolute(file)) === undefined) return undefined;
  const { dialectBeside } = require('./learned/beside.ts') as typeof import('./learned/beside.ts');
  return dialectBeside(file, (note) => void printAside([`ocml: ${note}`]));
}

/** Returns a function that chooses dialects, for commands that need nothing else from a file's project. */
export function dialects(flag: DialectFlag, complain: (message: string) => void) {
  const projects = new Projects({ read: (path) => readSmall(path, MAX_CONFIG_SIZE), complain, only: undefined });
  return (file: string) => {
    const chosen = projects.settingsFor(absolute(projectPath(file)), nothingChosen);
    return settledDialect(file, flag, flag === undefined ? dialectOfProject(chosen, complain, file) : undefined);
  };
}

/**
 * Returns a function that finds the names used in the rows of a file, from the configuration of its project. `complain` receives errors in
 * that configuration.
 */
export function namesOfRows(complain: (message: string) => void = () => {}) {
  const projects = new Projects({ read: (path) => readSmall(path, MAX_CONFIG_SIZE), complain, only: undefined });
  return (file: string): RowNames | undefined =>
    projects.settingsFor(absolute(projectPath(file)), nothingChosen).rowNames;
}

/** The settings for a file without a configuration. */
export const nothingChosen: Chosen = {
  dialect: undefined,
  strict: false,
  sequencePair: undefined,
  levels: {},
  extraTokens: [],
  profile: undefined,
  training: false,
};
