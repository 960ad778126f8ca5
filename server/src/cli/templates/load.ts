/** Templates that a command line names. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isNamedInUtf8 } from '../../files/names.ts';
import { readSmall, unopenable } from '../../files/regular.ts';
import { templateFiles } from '../../files/templates.ts';
import { chatTemplates } from '../../templates/registry/index.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { loadTemplate as load, loadTemplates as loadAll, MAX_TEMPLATE_SIZE } from '../../templates/sources/load.ts';

/**
 * The file with the template of a model, given its folder, or a `tokenizer_config.json` without a template: `transformers`
 * saves the template next to that, and reads it from there first.
 */
export function located(path: string): string {
  if (!isNamedInUtf8(path)) throw new Error(`${path}: ${unopenable}`);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const [beside, config] = ['chat_template.jinja', 'tokenizer_config.json'].map((name) => join(folder, name));
  if (isFolder) {
    const found = [beside, config].find((file) => file !== undefined && existsSync(file));
    if (found === undefined)
      throw new Error(`${path}: neither chat_template.jinja nor tokenizer_config.json is in this folder`);
    return found;
  }
  if (beside === undefined || basename(path) !== 'tokenizer_config.json' || !existsSync(beside)) return path;
  return readSmall(path, MAX_TEMPLATE_SIZE)?.includes('"chat_template"') ? path : beside;
}

/** The one template that an argument names. Throws with a message for the user. */
export const loadTemplate = (argument: string, custom: ReadonlyMap<string, Pattern>) =>
  load(chatTemplates.has(argument) || custom.has(argument) ? argument : located(argument), custom, templateFiles);

/** All templates that a file or a model has. */
export const loadTemplates = (path: string) => loadAll(located(path), templateFiles);
