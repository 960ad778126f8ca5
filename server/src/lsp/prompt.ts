/**
 * `ocml/prompt`: the prompt that a chat template makes of a document. It is made beside the server, by a worker that is kept, and
 * replaced where it still works on what nobody asks for any more.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import type { AnyDocument } from '../documents/document.ts';
import { isUnchosen, templates } from '../grammar/index.ts';
import type { Stretch } from '../templates/view.ts';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { cancelled, guarded } from './guard.ts';
import type { PromptTask } from './prompt-worker.ts';

export interface PromptParams {
  readonly textDocument: { readonly uri: string };
  /** A name of the registry or of the project, or a file: as `ocml render --template` takes it. */
  readonly template: string;
  /** With the hidden messages of a transcript. */
  readonly debug?: boolean;
}

export interface Prompt {
  readonly version: number;
  readonly template: string;
  readonly stretches: readonly (Omit<Stretch, 'at'> & { readonly position?: Position })[];
  readonly dropped: readonly { readonly what: string; readonly position: Position }[];
  readonly notes: readonly string[];
  readonly error?: string;
}

interface Answer {
  readonly id: number;
  readonly view: {
    readonly template: string;
    readonly stretches: readonly Stretch[];
    readonly dropped: readonly { readonly what: string; readonly at: number }[];
    readonly notes: readonly string[];
    readonly error?: string;
  };
}

/** What holds for a document: templates that its project writes as data. */
type CustomOf = (uri: string) => PromptTask['custom'];

export function servePrompts(connection: Connection, documents: Documents, customOf: CustomOf): void {
  const workshop = createWorkshop();
  const serve = (method: string, run: (params: PromptParams, token: CancellationToken) => unknown) =>
    connection.onRequest(method, (params: unknown, token: CancellationToken) =>
      guarded(method, (given: PromptParams) => run(given, token), connection.console)(params, token),
    );
  serve('ocml/templates', () => templates.map(({ name, doc }) => ({ name, doc })));
  serve('ocml/prompt', answer);

  async function answer(params: PromptParams, token: CancellationToken): Promise<unknown> {
    const document = documents.get(uriOf(params));
    if (document === undefined || !documents.isOurs(document) || typeof params.template !== 'string') return null;
    const view = await workshop({
      ...{ uri: document.uri, text: document.getText(), template: params.template, debug: params.debug === true },
      dialect: isUnchosen(document.dialect) ? undefined : document.dialect,
      custom: customOf(document.uri),
    });
    return view === undefined || token.isCancellationRequested ? cancelled() : placed(view, document);
  }
}

function placed({ stretches, dropped, ...rest }: Answer['view'], document: AnyDocument): Prompt {
  return {
    version: document.version,
    ...rest,
    stretches: stretches.map(({ at, ...one }) => ({
      ...one,
      ...(at !== undefined && { position: document.positionAt(at) }),
    })),
    dropped: dropped.map(({ what, at }) => ({ what, position: document.positionAt(at) })),
  };
}

/** Has one thing made at a time. What is asked meanwhile ends what was asked before: that answers undefined. */
function createWorkshop(): (task: Omit<PromptTask, 'id'>) => Promise<Answer['view'] | undefined> {
  let worker: Worker | undefined;
  let waiting: { readonly id: number; tell(view: Answer['view'] | undefined): void } | undefined;
  let count = 0;

  function started(): Worker {
    const fresh = new Worker(join(__dirname, 'prompt-worker.js'));
    fresh.unref();
    fresh.on('message', ({ id, view }: Answer) => {
      if (waiting?.id !== id) return;
      waiting.tell(view);
      waiting = undefined;
    });
    fresh.on('error', ({ message }) => {
      if (worker !== fresh) return;
      worker = undefined;
      waiting?.tell({
        template: '',
        stretches: [],
        dropped: [],
        notes: [],
        error: `The prompt could not be made: ${message}`,
      });
      waiting = undefined;
    });
    return fresh;
  }

  return (task) => {
    if (waiting) {
      waiting.tell(undefined);
      const busy = worker;
      worker = undefined;
      void busy?.terminate();
    }
    worker ??= started();
    const id = ++count;
    return new Promise((tell) => {
      waiting = { id, tell };
      worker?.postMessage({ ...task, id });
    });
  };
}
