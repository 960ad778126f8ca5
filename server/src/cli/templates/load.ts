/** Templates that a command line names. */
import { templateFiles } from '../../files/templates.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { loadTemplate as load, loadTemplates as loadAll } from '../../templates/sources/load.ts';

/** The one template that an argument names. Throws in words for the user. */
export const loadTemplate = (argument: string, custom: ReadonlyMap<string, Pattern>) =>
  load(argument, custom, templateFiles);

/** All templates that a file or a model has. */
export const loadTemplates = (path: string) => loadAll(path, templateFiles);
