/** `ocml/prompt`: shows the prompt that a chat template produces from a document. The template is rendered in a separate thread. */

import type { CancellationToken, Connection, ResponseError } from 'vscode-languageserver';
import type { Prompt, PromptParams, PythonPrompt, PythonPromptParams } from '../../../../protocol/prompts.ts';
import { type AnyDocument, rowNamesOf } from '../../documents/document.ts';
import { isUnchosen } from '../../grammar/index.ts';
import { templates } from '../../grammar/template-names.ts';
import { localTime } from '../../templates/clock.ts';
import { uriOf } from '../client.ts';
import type { Documents } from '../documents.ts';
import { cancelled } from '../guard.ts';
import { serveRequest } from '../serve-request.ts';
import type { Settings } from '../settings.ts';
import { threadOf } from '../workshop/thread.ts';
import { createWorkshop, type WorkerQueue } from '../workshop/workshop.ts';
import { surroundings } from './surroundings.ts';
import type { PromptAnswer, PromptTask, RequestAnswer, Task } from './templates-worker.ts';

/** The maximum time for rendering in Python, in milliseconds. */
const patience = 20_000;

export function servePrompts(
  connection: Connection,
  documents: Documents,
  settingsOf: (uri: string) => Settings,
): void {
  let workshop: WorkerQueue<Task> | undefined;
  serveRequest(connection, 'ocml/templates', () => templates.map(({ name, doc }) => ({ name, doc })));
  serveRequest(connection, 'ocml/prompt', (params, token) =>
    answer(params as PromptParams, token as CancellationToken),
  );
  serveRequest(connection, 'ocml/pythonPrompt', (params, token) =>
    inPython(params as PythonPromptParams, token as CancellationToken),
  );

  /** Returns the task for a worker; undefined if the document is not a transcript. */
  function taskOf(params: PromptParams): Omit<PromptTask, 'kind'> | undefined {
    const document = documents.get(uriOf(params));
    const { template: name, debug, line, whole, text, templateText } = params;
    if (document === undefined || !documents.isOurs(document) || typeof name !== 'string') return undefined;
    const template = { name, ...surroundings(documents, settingsOf(document.uri), name) };
    if (typeof templateText === 'string') template.open = { [name.replace(/#[^#]*$/, '')]: templateText };
    return {
      uri: document.uri,
      debug: debug === true,
      template,
      text: typeof text === 'string' ? text : document.getText(),
      dialect: isUnchosen(document.dialect) ? undefined : document.dialect,
      rowNames: rowNamesOf(document),
      line: typeof line === 'number' ? line : 0,
      whole: whole === true,
    };
  }

  /** Runs a task in a worker. The task ends early if another one with the same key arrives, or if the client cancels the request. */
  async function runTask<Result>(key: string, task: Task, token: CancellationToken): Promise<Result | undefined> {
    workshop ??= createWorkshop<Task>(threadOf('templates-worker'));
    const stopping = token.onCancellationRequested(() => workshop?.cancel(key));
    try {
      return await workshop.ask<Result>(key, task);
    } finally {
      stopping.dispose();
    }
  }

  async function inPython(
    params: PythonPromptParams,
    token: CancellationToken,
  ): Promise<PythonPrompt | ResponseError | null> {
    if (params.trusted !== true) return { error: 'Python runs only in trusted workspaces.' };
    const task = taskOf(params);
    if (task === undefined) return null;
    const ending = new AbortController();
    const stopping = token.onCancellationRequested(() => ending.abort());
    try {
      const requestAnswer = await runTask<RequestAnswer>(`python ${params.side}`, { ...task, kind: 'request' }, token);
      if (requestAnswer === undefined) return cancelled();
      const { findPython, renderInPython, whyNoPython } = await import('../../python/jinja.ts');
      const chosen = typeof params.python === 'string' && params.python !== '' ? params.python : undefined;
      const python = findPython(chosen);
      const why = python === undefined && chosen ? `${chosen} was not found` : await whyNoPython(python);
      if (why !== undefined) return { error: `This requires Python with jinja2, but ${why}.` };
      const clock = localTime(new Date());
      const bounds = { timeout: patience, signal: ending.signal };
      const [answer] = await renderInPython([{ ...requestAnswer, clock }], python, bounds);
      return answer ?? null;
    } catch (error) {
      return token.isCancellationRequested ? cancelled() : { error: (error as Error).message };
    } finally {
      stopping.dispose();
    }
  }

  async function answer(params: PromptParams, token: CancellationToken): Promise<Prompt | ResponseError | null> {
    const document = documents.get(uriOf(params));
    const task = taskOf(params);
    if (document === undefined || task === undefined) return null;
    try {
      const { rowIn } = await import('./prompt-row.ts');
      const conversation = rowIn(document, params);
      const line = conversation?.range.start.line ?? task.line;
      const view = await runTask<PromptAnswer>(`prompt ${params.side}`, { ...task, line, kind: 'prompt' }, token);
      if (view === undefined || token.isCancellationRequested) return cancelled();
      return { ...placed(view, document), ...(conversation && { conversation }) };
    } catch (error) {
      const { message } = error as Error;
      return placed({ template: params.template, stretches: [], dropped: [], notes: [], error: message }, document);
    }
  }
}

function placed(view: PromptAnswer, document: AnyDocument): Prompt {
  const { stretches, dropped, errorAt, failsAt: _, ...rest } = view;
  const position = (at: number) => document.positionAt(at);
  return {
    version: document.version,
    ...rest,
    stretches: stretches.map(({ at, to, ...one }) => ({
      ...one,
      ...(at !== undefined && { position: position(at) }),
      ...(to !== undefined && { end: position(to) }),
    })),
    dropped: dropped.map(({ what, at }) => ({ what, position: position(at) })),
    ...(errorAt !== undefined && { errorAt: position(errorAt) }),
  };
}
