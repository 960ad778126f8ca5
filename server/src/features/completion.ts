/** `textDocument/completion`: what may be at the cursor; nothing where nothing sensible can be offered. */
import type { CompletionList, Position } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { CheckerOf, ClientAbilities, DisableEditsFor, Feature } from './support/feature.ts';

export interface CompletionParams {
  readonly position: Position;
  readonly context?: { readonly triggerKind?: number; readonly triggerCharacter?: string };
}

/** The trigger, by the protocol's `CompletionTriggerKind`, which has one kind for a request by hand and for a word that is begun. */
const askers = new Map<number | undefined, CompletionTrigger>([
  [2, 'character'],
  [3, 'list'],
]);

/** `list`: a list is open, and the next character of its word was typed. */
export type CompletionTrigger = 'hand' | 'character' | 'list';

export const askerOf = ({ context }: CompletionParams): CompletionTrigger => askers.get(context?.triggerKind) ?? 'hand';

export const completion: Feature<CompletionParams, CompletionList, [CheckerOf, DisableEditsFor?, ClientAbilities?]> = {
  method: 'textDocument/completion',
  capability: { completionProvider: { triggerCharacters: ['<', '|', '=', ' ', '>', ':', '"'] } },
  run(transcript, params, checkerOf, _offsFor, client) {
    const { position } = params;
    if (!isPosition(position)) return { isIncomplete: false, items: [] };
    // Loaded with the first request.
    const { complete } = require('./completion/completions-at.ts') as typeof import('./completion/completions-at.ts');
    return complete(transcript, position, askerOf(params), checkerOf, client);
  },
};
