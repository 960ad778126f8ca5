/** Finds the template file of a model in its folder. */
import { MAX_TEMPLATE_SIZE, type TemplateFiles } from './load.ts';

/** Access to the folders of models and to files. */
export interface ModelFiles extends Pick<TemplateFiles, 'exists' | 'text'> {
  isFolder(path: string): boolean;
}

/**
 * Returns the template file of a model. `path` may be the model's folder, or a `tokenizer_config.json` without a template: `transformers`
 * saves the template next to that file, and looks there first. Any other path is returned unchanged. Throws with a message for users.
 */
export function templateOfModel(path: string, files: ModelFiles): string {
  const isFolder = files.isFolder(path);
  const folder = isFolder ? path.replace(/[\\/]$/, '') : path.replace(/[\\/]?[^\\/]*$/, '');
  const inFolder = (name: string) => (folder === '' && !/^[\\/]/.test(path) ? name : `${folder}/${name}`);
  const [beside, config] = [inFolder('chat_template.jinja'), inFolder('tokenizer_config.json')];
  if (isFolder) {
    const templateFile = [beside, config].find((file) => files.exists(file));
    if (templateFile === undefined)
      throw new Error(`${path}: neither chat_template.jinja nor tokenizer_config.json was found in this folder`);
    return templateFile;
  }
  if (!/(?:^|[\\/])tokenizer_config\.json$/.test(path) || !files.exists(beside)) return path;
  return files.text(path, MAX_TEMPLATE_SIZE)?.includes('"chat_template"') ? path : beside;
}
