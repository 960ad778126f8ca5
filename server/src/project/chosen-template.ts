/** The template that the configuration of a project has chosen, as `loadTemplate` takes it. */
import { relative, resolve } from 'node:path';
import { templates as registry } from '../grammar/template-names.ts';
import { getOwn } from '../syntax/get-own.ts';

export interface InProject {
  readonly template?: { readonly name: string; readonly folder: string };
  readonly customTemplates?: Readonly<Record<string, unknown>>;
}

/**
 * `real`: the path of a file without links, undefined if there is none. Throws with a message for the user. A configuration
 * may come from a stranger, so it must not name a file outside its folder, or a model.
 */
export function chosenTemplate(
  { template, customTemplates = {} }: InProject,
  real: (path: string) => string | undefined,
): string | undefined {
  if (template === undefined) return undefined;
  const { name, folder } = template;
  if (registry.some((one) => one.name === name) || getOwn(customTemplates, name) !== undefined) return name;
  const path = resolve(folder, name);
  const [file, home] = [real(path.replace(/#[^#]*$/, '')), real(folder)];
  if (file === undefined || home === undefined || isOutside(home, file) || isOutside(folder, path))
    throw new Error(`the template ${name} of the configuration in ${folder} is neither a name nor a file in there`);
  return path;
}

const isOutside = (folder: string, path: string) =>
  /^\.\.(?:[\\/]|$)|^(?:[a-zA-Z]:)?[\\/]/.test(relative(folder, path));
