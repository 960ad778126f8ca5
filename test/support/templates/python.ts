/** The Python at hand, which renders as `transformers` does, and the published templates, where they are installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { root } from '../root.ts';

export type Answer = { readonly text: string } | { readonly error: string };

export interface Task {
  readonly template: string;
  /** The variables, as JSON. */
  readonly json: string;
}

export const clock = '2026-01-02T03:04:05';

/** Why there is no Python that could render; undefined if there is one. */
export function whyNoPython(): string | undefined {
  const { status, error } = spawnSync('python3', ['-c', 'import jinja2'], { timeout: 60_000 });
  if (error) return 'there is no python3';
  return status === 0 ? undefined : 'python3 has no jinja2';
}

export function renderInPython(tasks: readonly Task[]): Answer[] {
  const input = tasks
    .map(
      ({ template, json }) => `{"template": ${JSON.stringify(template)}, "clock": "${clock}", "variables": ${json}}\n`,
    )
    .join('');
  const { stdout, stderr } = spawnSync('python3', [join(root, 'test/support/templates/render.py')], {
    ...{ input, encoding: 'utf8', maxBuffer: 1 << 30, timeout: 300_000 },
  });
  if (stderr) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export interface Published {
  readonly model: string;
  readonly source: string;
}

const carrier = '.cache/published/node_modules/@huggingface/ollama-utils/src/chat-template-automap.ts';

/** The templates that `@huggingface/ollama-utils` carries in its sources; undefined where it is not installed. */
export function publishedTemplates(): readonly Published[] | undefined {
  const file = join(root, carrier);
  if (!existsSync(file)) return undefined;
  const { transformSync } = createRequire(join(root, 'package.json'))('esbuild') as typeof import('esbuild');
  const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs' });
  const module = { exports: {} as { OLLAMA_CHAT_TEMPLATE_MAPPING?: readonly { model: string; gguf: string }[] } };
  runInNewContext(code, { module, exports: module.exports });
  const all = module.exports.OLLAMA_CHAT_TEMPLATE_MAPPING ?? [];
  return [...new Map(all.map(({ model, gguf }) => [gguf, { model, source: gguf }])).values()];
}
