/** What renders prompts beside the server: a template is a stranger's, and may take its time. */
import { parentPort } from 'node:worker_threads';
import { openDocument } from '../documents/document.ts';
import { templateFiles } from '../files/templates.ts';
import type { AnyDialectId } from '../grammar/index.ts';
import { TemplateError } from '../templates/jinja/errors.ts';
import type { Pattern } from '../templates/registry/pattern.ts';
import { loadTemplate } from '../templates/sources/load.ts';
import { type PromptView, promptView } from '../templates/view.ts';

export interface PromptTask {
  readonly id: number;
  readonly uri: string;
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  readonly template: string;
  readonly custom: Readonly<Record<string, Pattern>>;
  readonly debug: boolean;
}

async function answer({ uri, text, dialect, template, custom, debug }: PromptTask): Promise<PromptView> {
  try {
    const loaded = await loadTemplate(template, new Map(Object.entries(custom)), templateFiles);
    return promptView(openDocument(uri, 'ocml', 0, text, dialect), loaded, debug);
  } catch (error) {
    const { message, at, text: source } = error as TemplateError;
    const line = at === undefined || source === undefined ? '' : ` (line ${source.slice(0, at).split('\n').length})`;
    return { template, stretches: [], dropped: [], notes: [], error: `${message}${line}` };
  }
}

parentPort?.on('message', async (task: PromptTask) => {
  parentPort?.postMessage({ id: task.id, view: await answer(task) });
});
