/** `textDocument/completion`: what may stand at the cursor; nothing where nothing sensible can be offered. */
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { CheckerOf, ClientAbilities, Feature, OffsFor } from './support/feature.ts';

export interface CompletionParams {
  readonly position: Position;
  readonly context?: { readonly triggerKind?: number; readonly triggerCharacter?: string };
}

const triggeredByCharacter = 2;

/** A character that was typed asks for it, not the user. */
export const isTyped = ({ context }: CompletionParams): boolean => context?.triggerKind === triggeredByCharacter;

export const completion: Feature<CompletionParams, CompletionItem[], [CheckerOf?, OffsFor?, ClientAbilities?]> = {
  method: 'textDocument/completion',
  capability: { completionProvider: { triggerCharacters: ['<', '|', '=', ' ', '>', ':', '"'] } },
  run(transcript, params, _checkerOf, _offsFor, client) {
    const { position } = params;
    if (!isPosition(position)) return [];
    // Loaded with the first request.
    const { complete } = require('./completion/answer.ts') as typeof import('./completion/answer.ts');
    return complete(transcript, position, isTyped(params), client);
  },
};
