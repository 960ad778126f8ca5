/** Finds the chat template in the folder of a text, if a tokenizer was saved there. */
import { dirname, join } from 'node:path';
import { templateFiles } from './local-templates.ts';

/** The files saved by `transformers`. The template takes precedence over the configuration. */
const names = ['chat_template.jinja', 'tokenizer_config.json'] as const;

/** Returns the path of the template; undefined if there is none, or if it is a link to another folder. `path`: the path of the text. */
export function templateBeside(path: string): string | undefined {
  const folder = dirname(path);
  const real = templateFiles.real(folder);
  return names
    .map((name) => join(folder, name))
    .find((file) => {
      const target = templateFiles.exists(file) ? templateFiles.real(file) : undefined;
      return target !== undefined && real !== undefined && dirname(target) === real;
    });
}
