/** `ocml/prompt`: the prompt that a chat template makes of a document, made beside the server. */
import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import type { AnyDocument } from '../documents/document.ts';
import { isUnchosen, templates } from '../grammar/index.ts';
import type { Stretch } from '../templates/view.ts';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { cancelled, guarded } from './guard.ts';
import type { Settings } from './settings.ts';
import { surroundings } from './surroundings.ts';
import type { PromptAnswer } from './templates-worker.ts';
import { createWorkshop, type Workshop } from './workshop.ts';

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
  /** What asks: the next question with the same word ends this one. */
  readonly side?: string;
}

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
  /** Of JSON Lines: the line whose prompt it is. */
  readonly row?: number;
}

export function servePrompts(
  connection: Connection,
  documents: Documents,
  settingsOf: (uri: string) => Settings,
): void {
  let workshop: Workshop | undefined;
  const serve = (method: string, run: (params: PromptParams, token: CancellationToken) => unknown) =>
    connection.onRequest(method, (params: unknown, token: CancellationToken) =>
      guarded(method, (given: PromptParams) => run(given, token), connection.console)(params, token),
    );
  serve('ocml/templates', () => templates.map(({ name, doc }) => ({ name, doc })));
  serve('ocml/prompt', answer);

  async function answer(params: PromptParams, token: CancellationToken): Promise<unknown> {
    const document = documents.get(uriOf(params));
    const { template: name, debug, line, text, templateText, side } = params;
    if (document === undefined || !documents.isOurs(document) || typeof name !== 'string') return null;
    workshop ??= createWorkshop();
    const key = `prompt ${side}`;
    const stopping = token.onCancellationRequested(() => workshop?.cancel(key));
    const template = { name, ...surroundings(documents, settingsOf(document.uri), name) };
    if (typeof templateText === 'string') template.open = { [name.replace(/#[^#]*$/, '')]: templateText };
    try {
      const view = await workshop.ask<PromptAnswer>(key, {
        ...{ kind: 'prompt', uri: document.uri, debug: debug === true, template },
        text: typeof text === 'string' ? text : document.getText(),
        dialect: isUnchosen(document.dialect) ? undefined : document.dialect,
        line: typeof line === 'number' ? line : 0,
      });
      return view === undefined || token.isCancellationRequested ? cancelled() : placed(view, document);
    } catch (error) {
      const { message } = error as Error;
      return placed({ template: name, stretches: [], dropped: [], notes: [], error: message }, document);
    } finally {
      stopping.dispose();
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
