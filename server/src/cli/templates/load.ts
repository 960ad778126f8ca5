/** Templates that a command line names: of the registry, of a configuration, in a file, or of a model in the local cache. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isAbsent, openRegular, readSmall } from '../../files/regular.ts';
import { readJson } from '../../syntax/json/read.ts';
import { jinjaTemplate } from '../../templates/jinja-template.ts';
import { chatTemplates, createChatTemplate } from '../../templates/registry/index.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { readGguf } from '../../templates/sources/gguf.ts';
import { readTokenizerConfig, type TemplateSource } from '../../templates/sources/tokenizer-config.ts';
import type { Template } from '../../templates/template.ts';

/** How large a file of a template may be, and a configuration of a tokenizer, which lists all special tokens. */
const largest = 8 << 20;

/** The one template that an argument names. Throws in words for the user. */
export async function loadTemplate(argument: string, custom: ReadonlyMap<string, Pattern>): Promise<Template> {
  if (argument.trimStart().startsWith('{')) return createChatTemplate(configIn(argument), custom);
  if (chatTemplates.has(argument) || custom.has(argument)) return createChatTemplate({ name: argument }, custom);
  const { path, name } = divided(argument);
  const source = await sourceOf(path);
  if (source === undefined) return createChatTemplate({ name: argument }, custom);
  const { templates, tokens } = source;
  if (templates.length === 0) throw new Error(`${path} has no chat template`);
  const names = templates.map((one) => one.name);
  const found =
    templates.find((one) => one.name === (name ?? 'default')) ??
    (templates.length === 1 && name === undefined ? templates[0] : undefined);
  if (found === undefined)
    throw new Error(`${path} has the templates ${names.join(', ')}: choose one as ${path}#${names[0]}`);
  return jinjaTemplate(templates.length === 1 ? path : `${path}#${found.name}`, found.source, tokens);
}

/** All templates that a file or a model has. */
export async function loadTemplates(path: string): Promise<readonly Template[]> {
  const source = await sourceOf(path);
  if (source === undefined) throw new Error(`${path}: there is no such file, and no such model in the local cache`);
  if (source.templates.length === 0) throw new Error(`${path} has no chat template`);
  return source.templates.map(({ name, source: text }) =>
    jinjaTemplate(source.templates.length === 1 ? path : `${path}#${name}`, text, source.tokens),
  );
}

function configIn(argument: string): unknown {
  try {
    return JSON.parse(argument);
  } catch {
    throw new Error(`this is not a configuration as in {"name": "chatml"}: ${argument}`);
  }
}

/** `FILE#NAME`: one of several templates of a file. */
function divided(argument: string): { readonly path: string; readonly name: string | undefined } {
  const at = argument.lastIndexOf('#');
  return at < 0 || existsSync(argument)
    ? { path: argument, name: undefined }
    : { path: argument.slice(0, at), name: argument.slice(at + 1) };
}

async function sourceOf(path: string): Promise<TemplateSource | undefined> {
  if (/\.gguf$/i.test(path)) return ofGguf(path);
  const text = readSmall(path, largest);
  if (text !== undefined) return /\.json$/i.test(path) ? readTokenizerConfig(readJson(text).root) : alone(text);
  return ofModel(path);
}

const alone = (source: string): TemplateSource => ({
  templates: [{ name: 'default', source: source.replace(/^\uFEFF/, ''), node: undefined }],
  tokens: new Map(),
});

async function ofGguf(path: string): Promise<TemplateSource | undefined> {
  try {
    const file = await openRegular(path);
    try {
      const { size } = await file.stat();
      const read = async (offset: number, length: number) => {
        const bytes = Buffer.alloc(length);
        const { bytesRead } = await file.read(bytes, 0, length, offset);
        return bytes.subarray(0, bytesRead);
      };
      return await readGguf({ size, read });
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

const modelName = /^[\w.-]{1,96}\/[\w.-]{1,96}$/;

/** A model in the cache of the Hugging Face libraries. Nothing is ever fetched. */
function ofModel(name: string): TemplateSource | undefined {
  if (!modelName.test(name) || name.includes('..')) return undefined;
  const { HF_HUB_CACHE, HF_HOME } = process.env;
  const hub = HF_HUB_CACHE ?? join(HF_HOME ?? join(homedir(), '.cache', 'huggingface'), 'hub');
  const folder = join(hub, `models--${name.replace('/', '--')}`);
  const revision = readSmall(join(folder, 'refs', 'main'), 200)?.trim();
  if (revision === undefined || !/^[\w.-]+$/.test(revision)) return undefined;
  const snapshot = join(folder, 'snapshots', revision);
  const config = readSmall(join(snapshot, 'tokenizer_config.json'), largest);
  const beside = readSmall(join(snapshot, 'chat_template.jinja'), largest);
  const read = readTokenizerConfig(config === undefined ? undefined : readJson(config).root);
  return beside === undefined ? read : { ...alone(beside), tokens: read.tokens };
}
