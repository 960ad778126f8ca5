/** Determines the template that a project's configuration chooses, as an argument for `loadTemplate`. */
import { templates as registry } from '../grammar/template-names.ts';
import { getOwn } from '../syntax/get-own.ts';
import { fileInProject, type NamedInProject } from './file-in-project.ts';

interface InProject {
  readonly template?: NamedInProject;
  readonly customTemplates?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the name or path of the chosen template; undefined if none is chosen. Throws, with a message for the user, if
 * it is neither a known name nor a file in the folder of the configuration: a configuration may be untrusted, so it
 * must not be able to name other files or a model. `real`: resolves the links in a path; returns undefined if there is
 * no such file.
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
