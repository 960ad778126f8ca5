/** A file that a configuration names: it must be in the folder of the configuration. */
import { join, relative, resolve } from 'node:path';

/** A name in a configuration, and the folder that the configuration is in. */
export interface NamedInProject {
  readonly name: string;
  readonly folder: string;
}

/** The files of a model that are read if its folder is named. */
const modelFiles = ['chat_template.jinja', 'tokenizer_config.json', 'tokenizer.json'];

/**
 * The path of a file or a folder that a configuration names; undefined if there is none, or if it leads out of the folder, as
 * may a link, also one to a file of a model. `real`: the path of a file without links, undefined if there is none.
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
