/** The template chosen in a project's configuration, as an argument for `loadTemplate`. */
import { templates as registry } from '../grammar/template-names.ts';
import { getOwn } from '../syntax/get-own.ts';
import { fileInProject, type NamedInProject } from './file-in-project.ts';

interface InProject {
  readonly template?: NamedInProject;
  readonly customTemplates?: Readonly<Record<string, unknown>>;
}

/**
 * The name or path of the chosen template. Throws, with a message for the user, unless it is a known name or a file in the folder of the
 * configuration: a configuration may be untrusted, so it must not name other files, or a model. `real`: resolves the links in a path;
 * undefined if there is no such file.
 */
export function chosenTemplate(
  { template, customTemplates = {} }: InProject,
  real: (path: string) => string | undefined,
): string | undefined {
  if (template === undefined) return undefined;
  const { name, folder } = template;
  if (registry.some((one) => one.name === name) || getOwn(customTemplates, name) !== undefined) return name;
  const path = fileInProject(template, real);
  if (path === undefined)
    throw new Error(
      `the configuration in ${folder} names the template ${name}, which is neither a template name nor a file in that folder`,
    );
  return path;
}
