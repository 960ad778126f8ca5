/** `ocml/prompt`: the prompt that a chat template makes of a document, rendered in a separate thread. */
import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import type { AnyDocument } from '../../documents/document.ts';
import { isUnchosen } from '../../grammar/index.ts';
import { templates } from '../../grammar/template-names.ts';
import { localTime } from '../../templates/clock.ts';
import type { Stretch } from '../../templates/view.ts';
import { uriOf } from '../client.ts';
import type { Documents } from '../documents.ts';
import { cancelled, guarded } from '../guard.ts';
import type { Settings } from '../settings.ts';
import { threadOf } from '../workshop/thread.ts';
import { createWorkshop, type WorkerQueue } from '../workshop/workshop.ts';
import { surroundings } from './surroundings.ts';
import type { PromptAnswer, PromptTask, RequestAnswer, Task } from './worker.ts';

export interface PromptParams {
  readonly textDocument: { readonly uri: string };
  /** A name of the registry or of the project, or a file: as `ocml render --template` takes it. */
  readonly template: string;
  /** With the hidden messages of a transcript. */
  readonly debug?: boolean;
  /** The line that is looked at: of JSON Lines, its row is shown. */
  readonly line?: number;
  /** Texts in place of that of the document, and of the template's file: as they were before. */
  readonly text?: string;
  readonly templateText?: string;
  /** Names the asker: its next request ends this one. */
  readonly side?: string;
}

/** Lets Python render it: a template is a program, which runs only if the user trusts the workspace. */
export interface PythonParams extends PromptParams {
  readonly trusted?: boolean;
  /** The Python to run, by its path or its name; otherwise python3. */
  readonly python?: string;
}

/** How long Python may take, in milliseconds. */
const patience = 20_000;

export interface Prompt {
  readonly version: number;
  readonly template: string;
  readonly stretches: readonly (Omit<Stretch, 'at' | 'to'> & {
    readonly position?: Position;
    readonly end?: Position;
  })[];
  readonly dropped: readonly { readonly what: string; readonly position: Position }[];
  readonly notes: readonly string[];
  readonly error?: string;
  /** The message at which the template refuses, and its line there. */
  readonly errorAt?: Position;
  readonly templateAt?: Position;
  /** In JSON Lines: the line that the prompt belongs to. */
  readonly row?: number;
}

export function servePrompts(
  connection: Connection,
  documents: Documents,
  settingsOf: (uri: string) => Settings,
): void {
  let workshop: WorkerQueue<Task> | undefined;
  const serve = (method: string, run: (params: PromptParams, token: CancellationToken) => unknown) =>
    connection.onRequest(method, (params: unknown, token: CancellationToken) =>
      guarded(method, (given: PromptParams) => run(given, token), connection.console)(params, token),
    );
  serve('ocml/templates', () => templates.map(({ name, doc }) => ({ name, doc })));
  serve('ocml/prompt', answer);
  serve('ocml/pythonPrompt', inPython);

  /** The task for a worker; undefined if the document is not one of ours. */
  function taskOf(params: PromptParams): Omit<PromptTask, 'kind'> | undefined {
    const document = documents.get(uriOf(params));
    const { template: name, debug, line, text, templateText } = params;
    if (document === undefined || !documents.isOurs(document) || typeof name !== 'string') return undefined;
    const template = { name, ...surroundings(documents, settingsOf(document.uri), name) };
    if (typeof templateText === 'string') template.open = { [name.replace(/#[^#]*$/, '')]: templateText };
    return {
      ...{ uri: document.uri, debug: debug === true, template },
      text: typeof text === 'string' ? text : document.getText(),
      dialect: isUnchosen(document.dialect) ? undefined : document.dialect,
      line: typeof line === 'number' ? line : 0,
    };
  }

  /** Runs a task in a worker; the next task with the same key ends it, and so does a cancellation by the client. */
  async function made<Result>(key: string, task: Task, token: CancellationToken): Promise<Result | undefined> {
    workshop ??= createWorkshop<Task>(threadOf('templates-worker'));
    const stopping = token.onCancellationRequested(() => workshop?.cancel(key));
    try {
      return await workshop.ask<Result>(key, task);
    } finally {
      stopping.dispose();
    }
  }

  async function inPython(params: PythonParams, token: CancellationToken): Promise<unknown> {
    if (params.trusted !== true) return { error: 'Python runs only in trusted workspaces.' };
    const task = taskOf(params);
    if (task === undefined) return null;
    const ending = new AbortController();
    const stopping = token.onCancellationRequested(() => ending.abort());
    try {
      const given = await made<RequestAnswer>(`python ${params.side}`, { ...task, kind: 'request' }, token);
      if (given === undefined) return cancelled();
      const { findPython, renderInPython, whyNoPython } = await import('../../python/jinja.ts');
      const chosen = typeof params.python === 'string' && params.python !== '' ? params.python : undefined;
      const python = findPython(chosen);
      const why = python === undefined && chosen ? `there is no Python ${chosen}` : await whyNoPython(python);
      if (why !== undefined) return { error: `This needs Python with jinja2, and ${why}.` };
      const clock = localTime(new Date());
      const bounds = { timeout: patience, signal: ending.signal };
      const [answer] = await renderInPython([{ ...given, clock }], python, bounds);
      return answer ?? null;
    } catch (error) {
      return token.isCancellationRequested ? cancelled() : { error: (error as Error).message };
    } finally {
      stopping.dispose();
    }
  }

  async function answer(params: PromptParams, token: CancellationToken): Promise<unknown> {
    const document = documents.get(uriOf(params));
    const task = taskOf(params);
    if (document === undefined || task === undefined) return null;
    try {
      const view = await made<PromptAnswer>(`prompt ${params.side}`, { ...task, kind: 'prompt' }, token);
      return view === undefined || token.isCancellationRequested ? cancelled() : placed(view, document);
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
