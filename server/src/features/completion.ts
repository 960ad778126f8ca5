/** `textDocument/completion`: the possible continuations at the cursor. The list is empty if there are none. */
import type { CompletionList, Position } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { CheckerOf, ClientAbilities, DisableEditsFor, Feature } from './support/feature.ts';

export interface CompletionParams {
  readonly position: Position;
  readonly context?: { readonly triggerKind?: number; readonly triggerCharacter?: string };
}

/**
 * The triggers by `CompletionTriggerKind`. The protocol has a single kind for both a manual request and the first letter of a word; here,
 * both become `hand`.
 */
const askers = new Map<number | undefined, CompletionTrigger>([
  [2, 'character'],
  [3, 'list'],
]);

/** The event that requested completion. `list` means that a list is already open and another character of the word was typed. */
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
