/** Loads the templates that a command line names. */

import { templateFiles } from '../../files/local-templates.ts';
import { isNamedInUtf8 } from '../../files/names.ts';
import { unopenable } from '../../files/regular.ts';
import { modelFormNamed } from '../../grammar/model-forms.ts';
import { chatTemplates } from '../../templates/registry/index.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { loadTemplate as load, loadTemplates as loadAll } from '../../templates/sources/load.ts';
import { templateOfModel } from '../../templates/sources/of-model.ts';

/** Returns the file that contains the template of a model (see `templateOfModel`). `path`: the model's folder, or a file. */
export function located(path: string): string {
  if (!isNamedInUtf8(path)) throw new Error(`${path}: ${unopenable}`);
  return templateOfModel(path, templateFiles);
}

/** Loads the template that an argument names. Throws an error with a message for the user. */
export const loadTemplate = (argument: string, custom: ReadonlyMap<string, Pattern>) =>
  load(isName(argument, custom) ? argument : located(argument), custom, templateFiles);

const isName = (argument: string, custom: ReadonlyMap<string, Pattern>): boolean =>
  chatTemplates.has(argument) ||
  custom.has(argument) ||
  (modelFormNamed(argument) !== undefined && !templateFiles.exists(argument));

/** Loads all templates in a file or of a model. */
export const loadTemplates = (path: string) => loadAll(located(path), templateFiles);
