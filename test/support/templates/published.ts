/** The published templates, if they are installed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { root } from '../root.ts';

export const clock = '2026-01-02T03:04:05';

export interface Published {
  readonly model: string;
  readonly source: string;
}

const carrier = '.cache/published/node_modules/@huggingface/ollama-utils/src/chat-template-automap.ts';

/** Returns the templates in the sources of `@huggingface/ollama-utils`, or undefined if it is not installed. */
function publishedTemplates(): readonly Published[] | undefined {
  const file = join(root, carrier);
  if (!existsSync(file)) return undefined;
  const { transformSync } = createRequire(join(root, 'package.json'))('esbuild') as typeof import('esbuild');
  const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs' });
  const module = { exports: {} as { OLLAMA_CHAT_TEMPLATE_MAPPING?: readonly { model: string; gguf: string }[] } };
  runInNewContext(code, { module, exports: module.exports });
  const all = module.exports.OLLAMA_CHAT_TEMPLATE_MAPPING ?? [];
  return [...new Map(all.map(({ model, gguf }) => [gguf, { model, source: gguf }])).values()];
}

const heldFolder = '.cache/held/llama/models/templates';

/**
 * Returns the templates of llama.cpp from the bundle in `node-llama-cpp`, except for those of `publishedTemplates`. Returns undefined if
 * the bundle is not unpacked, which `.ci/run` does.
 *
 * The renderer was developed without these templates. The reader of prompts was developed with both sets.
 */
function llamaTemplates(): readonly Published[] | undefined {
  const folder = join(root, heldFolder);
  if (!existsSync(folder)) return undefined;
  const publishedSources = new Set((publishedTemplates() ?? []).map(({ source }) => source.trim()));
  return templatesIn(folder).filter(({ source }) => !publishedSources.has(source.trim()));
}

/** Returns the templates in a folder, by file name. */
export const templatesIn = (folder: string): readonly Published[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jinja'))
    .map((name) => ({ model: name, source: readFileSync(join(folder, name), 'utf8') }));

/**
 * Returns the templates with which the tests render, map and read prompts, by package. The templates of a package that is not installed are
 * undefined.
 */
export const templateSets = () =>
  [
    ['published templates', publishedTemplates(), '@huggingface/ollama-utils'],
    ['other templates, of llama.cpp', llamaTemplates(), 'the bundle of node-llama-cpp'],
  ] as const;
