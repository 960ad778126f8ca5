/** A file named in a configuration: it must be in the configuration's folder. */
import { join, relative, resolve } from 'node:path';

/** A name in a configuration, and the folder of the configuration. */
export interface NamedInProject {
  readonly name: string;
  readonly folder: string;
}

/** The model files that are read if the model's folder is named. */
const modelFiles = ['chat_template.jinja', 'tokenizer_config.json', 'tokenizer.json'];

/**
 * The path of a file or a folder named in a configuration; undefined if there is none, or if it leads out of the folder, possibly
 * through a link, even one to a model file. `real`: resolves the links in a path; undefined if there is no such file.
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
