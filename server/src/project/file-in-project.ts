/** Finds files that are named in a configuration. They must be in the folder of the configuration. */
import { join, relative, resolve } from 'node:path';

/** A name from a configuration, and the folder of that configuration. */
export interface NamedInProject {
  readonly name: string;
  readonly folder: string;
}

/** The files that are read from the folder of a model, if the configuration names that folder. */
const modelFiles = ['chat_template.jinja', 'tokenizer_config.json', 'tokenizer.json'];

/**
 * Returns the path of a file or a folder that is named in a configuration. Returns undefined if there is none, or if the path leads outside
 * the folder of the configuration, possibly through a link. The model files in a folder are checked for such links, too. `real`: resolves
 * the links in a path; returns undefined if there is no such file.
 */
export function fileInProject(
  { name, folder }: NamedInProject,
  real: (path: string) => string | undefined,
): string | undefined {
  const path = resolve(folder, name);
  const [file, home] = [real(path.replace(/#[^#]*$/, '')), real(folder)];
  if (file === undefined || home === undefined || isOutside(home, file) || isOutside(folder, path)) return undefined;
  const inside = modelFiles.flatMap((one) => real(join(file, one)) ?? []);
  return inside.some((one) => isOutside(home, one)) ? undefined : path;
}

const isOutside = (folder: string, path: string) =>
  /^\.\.(?:[\\/]|$)|^(?:[a-zA-Z]:)?[\\/]/.test(relative(folder, path));
