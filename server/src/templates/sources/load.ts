/** Loads templates by name: from the registry, from a configuration or a file, or from a model in the local cache. */
import { modelFormNames } from '../../grammar/model-forms.ts';
import { readJson } from '../../syntax/json/read.ts';
import { type JinjaTemplate, jinjaTemplate } from '../jinja-template.ts';
import { modelTemplate } from '../models/index.ts';
import { chatTemplates, configOf, createChatTemplate } from '../registry/index.ts';
import type { Pattern } from '../registry/pattern.ts';
import type { Template } from '../template.ts';
import { type Bytes, readGguf } from './gguf.ts';
import { readTokenizer, readTokenizerConfig, type TemplateSource, type Tokenizer } from './tokenizer-config.ts';

/** Access to untrusted files. The functions throw, with a message for users, if a file cannot be read. */
export interface TemplateFiles {
  exists(path: string): boolean;
  /** The text of a file; undefined if there is no such file. `limit`: the maximum size of the file, in bytes. */
  text(path: string, limit: number): string | undefined;
  /**
   * The beginning of another file in the same folder; undefined if there is no such file, or if it is a link to a file outside the
   * folder.
   */
  beside(path: string, name: string, limit: number): string | undefined;
  /** Opens a file that is read piece by piece; undefined if there is no such file. */
  bytes(path: string): Promise<(Bytes & { close(): Promise<void> }) | undefined>;
  /** A file of a model in the local cache of the Hugging Face libraries. Nothing is ever downloaded. */
  inCache(model: string, file: string): string | undefined;
}

/** The maximum size of a template file or of a tokenizer configuration (bytes). The configuration lists all special tokens. */
export const MAX_TEMPLATE_SIZE = 8 << 20;

/** The message about a file without a template. */
export const noTemplate = (path: string): string =>
  `${path} has no chat template: pass the chat_template.jinja or tokenizer_config.json of the model`;

/** Loads the template that an argument names. Throws with a message for users. */
export async function loadTemplate(
  argument: string,
  custom: ReadonlyMap<string, Pattern>,
  files: TemplateFiles,
): Promise<Template> {
  if (argument.trimStart().startsWith('{')) return createChatTemplate(configOf(argument), custom);
  if (chatTemplates.has(argument) || custom.has(argument)) return createChatTemplate({ name: argument }, custom);
  const projectTemplate = files.exists(argument) ? undefined : modelTemplate(argument);
  if (projectTemplate) return projectTemplate;
  const { path, name } = divided(argument, files);
  const source = await sourceOf(path, files);
  if (source === undefined) {
    const names = [...chatTemplates.keys(), ...custom.keys(), ...modelFormNames].join(', ');
    throw new Error(
      `there is no template ${argument}: it is neither a file nor a model in the local cache, and the known templates are ${names}. For another model, pass its chat_template.jinja or tokenizer_config.json`,
    );
  }
  const { templates } = source;
  if (templates.length === 0) throw new Error(noTemplate(path));
  const names = templates.map((one) => one.name);
  const template =
    templates.find((one) => one.name === (name ?? 'default')) ??
    (templates.length === 1 && name === undefined ? templates[0] : undefined);
  if (template === undefined)
    throw new Error(`${path} has several templates (${names.join(', ')}): choose one, as in ${path}#${names[0]}`);
  return jinjaTemplate(templates.length === 1 ? path : `${path}#${template.name}`, template.source, source);
}

/** Loads all templates in a file or of a model. */
export async function loadTemplates(path: string, files: TemplateFiles): Promise<readonly JinjaTemplate[]> {
  const source = await sourceOf(path, files);
  if (source === undefined && chatTemplates.has(path))
    throw new Error(
      `${path} is a built-in template, not the template of a model: pass a file, or a model in the local cache`,
    );
  if (source === undefined) throw new Error(`${path}: no such file, and no such model in the local cache`);
  if (source.templates.length === 0) throw new Error(noTemplate(path));
  return source.templates.map(({ name, source: text }) =>
    jinjaTemplate(source.templates.length === 1 ? path : `${path}#${name}`, text, source),
  );
}

/** The default template of a file, which is a template or a tokenizer configuration. Undefined if the file has no default template. */
export function templateOfFile(path: string, files: TemplateFiles): JinjaTemplate | undefined {
  const source = ofText(path, files);
  const template = source?.templates.find(({ name }) => name === 'default') ?? source?.templates[0];
  return source && template && jinjaTemplate(path, template.source, source);
}

/** Splits an argument `FILE#NAME`, which names one of several templates in a file. */
function divided(argument: string, files: TemplateFiles): { readonly path: string; readonly name: string | undefined } {
  const at = argument.lastIndexOf('#');
  return at < 0 || files.exists(argument)
    ? { path: argument, name: undefined }
    : { path: argument.slice(0, at), name: argument.slice(at + 1) };
}

async function sourceOf(path: string, files: TemplateFiles): Promise<TemplateSource | undefined> {
  if (/\.gguf$/i.test(path)) return ofGguf(path, files);
  return ofText(path, files) ?? ofModel(path, files);
}

function ofText(path: string, files: TemplateFiles): TemplateSource | undefined {
  const text = files.text(path, MAX_TEMPLATE_SIZE);
  if (text === undefined) return undefined;
  return /\.json$/i.test(path)
    ? readTokenizerConfig(readJson(text).root, () => vocabularyBeside(path, files))
    : alone(text, tokenizerBeside(path, files));
}

const alone = (source: string, tokenizer: Tokenizer): TemplateSource => ({
  ...tokenizer,
  templates: [{ name: 'default', source: source.replace(/^\uFEFF/, ''), node: undefined }],
});

/** The length in bytes of the beginning of a `tokenizer.json` that is read. The list of tokens precedes the vocabulary. */
const ofTokenizer = 1 << 20;

/** Reads the tokenizer from files next to a template, where `transformers` saves them. */
export function tokenizerBeside(path: string, files: Pick<TemplateFiles, 'beside'>): Tokenizer {
  const config = jsonBeside(path, 'tokenizer_config.json', MAX_TEMPLATE_SIZE, files);
  return readTokenizer(config, () => vocabularyBeside(path, files));
}

const vocabularyBeside = (path: string, files: Pick<TemplateFiles, 'beside'>) =>
  jsonBeside(path, 'tokenizer.json', ofTokenizer, files);

function jsonBeside(path: string, name: string, limit: number, files: Pick<TemplateFiles, 'beside'>) {
  const text = files.beside(path, name, limit);
  return text === undefined ? undefined : readJson(text).root;
}

async function ofGguf(path: string, files: TemplateFiles): Promise<TemplateSource | undefined> {
  const bytes = await files.bytes(path);
  if (bytes === undefined) return undefined;
  try {
    return await readGguf(bytes);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  } finally {
    await bytes.close();
  }
}

const modelName = /^[\w.-]{1,96}\/[\w.-]{1,96}$/;

function ofModel(name: string, files: TemplateFiles): TemplateSource | undefined {
  if (!modelName.test(name) || name.includes('..')) return undefined;
  const path = files.inCache(name, 'tokenizer_config.json');
  const template = files.inCache(name, 'chat_template.jinja');
  if (path === undefined || template === undefined) return undefined;
  const [config, beside] = [files.text(path, MAX_TEMPLATE_SIZE), files.text(template, MAX_TEMPLATE_SIZE)];
  if (config === undefined && beside === undefined) return undefined;
  const root = config === undefined ? undefined : readJson(config).root;
  const templateSource = readTokenizerConfig(root, () => vocabularyBeside(path, files));
  return beside === undefined ? templateSource : alone(beside, templateSource);
}
