/** The Python at hand, which renders as `transformers` does, and the published templates, where they are installed. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
    .map(({ template, json }) => `{"template": ${JSON.stringify(template)}, "clock": "${clock}", "variables": ${json}}\n`)
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

/** The templates that `@huggingface/ollama-utils` carries; undefined where it is not installed. */
export function publishedTemplates(): readonly Published[] | undefined {
  try {
    const found = createRequire(join(root, 'package.json')).resolve('@huggingface/ollama-utils/package.json');
    const text = readFileSync(join(found, '../src/chat-template-automap.ts'), 'utf8');
    const entries = text.matchAll(/model: ("(?:[^"\\]|\\.)*"),\s*gguf:\s*("(?:[^"\\]|\\.)*")/g);
    const unique = new Map([...entries].map(([, model = '', source = '']) => [source, model]));
    return [...unique].map(([source, model]) => ({ model: JSON.parse(model), source: JSON.parse(source) }));
  } catch {
    return undefined;
  }
}
