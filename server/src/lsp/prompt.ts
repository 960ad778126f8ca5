/** `ocml/prompt`: the prompt that a chat template makes of a document, made beside the server. */
import type { CancellationToken, Connection, Position } from 'vscode-languageserver';
import type { AnyDocument } from '../documents/document.ts';
import { isUnchosen, templates } from '../grammar/index.ts';
import type { PromptView, Stretch } from '../templates/view.ts';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { cancelled, guarded } from './guard.ts';
import type { Settings } from './settings.ts';
import { surroundings } from './template-problems.ts';
import { createWorkshop, type Workshop } from './workshop.ts';

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
    const { template: name, debug } = params;
    if (document === undefined || !documents.isOurs(document) || typeof name !== 'string') return null;
    workshop ??= createWorkshop();
    try {
      const view = await workshop.ask<PromptView>('prompt', {
        ...{ kind: 'prompt', uri: document.uri, text: document.getText(), debug: debug === true },
        dialect: isUnchosen(document.dialect) ? undefined : document.dialect,
        template: { name, ...surroundings(documents, settingsOf(document.uri), name) },
      });
      return view === undefined || token.isCancellationRequested ? cancelled() : placed(view, document);
    } catch (error) {
      const { message } = error as Error;
      return placed({ template: name, stretches: [], dropped: [], notes: [], error: message }, document);
    }
  }
}

function placed({ stretches, dropped, ...rest }: PromptView, document: AnyDocument): Prompt {
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
