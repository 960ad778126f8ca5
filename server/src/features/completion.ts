/** `textDocument/completion`: what may stand at the cursor; nothing where nothing sensible can be offered. */
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { CheckerOf, ClientAbilities, Feature, OffsFor } from './support/feature.ts';

interface Params {
  readonly position: Position;
  readonly context?: { readonly triggerKind?: number; readonly triggerCharacter?: string };
}

const triggeredByCharacter = 2;

export const completion: Feature<Params, CompletionItem[], [CheckerOf?, OffsFor?, ClientAbilities?]> = {
  method: 'textDocument/completion',
  capability: { completionProvider: { triggerCharacters: ['<', '|', '=', ' ', '>', ':', '"'] } },
  run(transcript, { position, context }, _checkerOf, _offsFor, client) {
    if (!isPosition(position)) return [];
    // Loaded with the first request.
    const { complete } = require('./completion/answer.ts') as typeof import('./completion/answer.ts');
    return complete(transcript, position, context?.triggerKind === triggeredByCharacter, client);
  },
};
