/** `textDocument/completion`: what may stand at the cursor; nothing where nothing sensible can be offered. */
import type { CompletionList, Position } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import { type Editor, plainEditor } from './support/editor.ts';
import type { CheckerOf, Feature, OffsFor } from './support/feature.ts';

interface Params {
  readonly position: Position;
  readonly context?: { readonly triggerKind?: number; readonly triggerCharacter?: string };
}

/** Who asks, by the protocol's `CompletionTriggerKind`. By hand, or by a word that was begun: an editor tells neither. */
const askers = new Map<number | undefined, Asker>([
  [2, 'character'],
  [3, 'list'],
]);

/** `list`: a list that is open, for the character after the one that it was made for. */
export type Asker = 'hand' | 'character' | 'list';

export const completion: Feature<Params, CompletionList, [CheckerOf?, OffsFor?, Editor?]> = {
  method: 'textDocument/completion',
  capability: { completionProvider: { triggerCharacters: ['<', '|', '=', ' ', '>', ':', '"'] } },
  run(transcript, { position, context }, _checkerOf, _offsFor, editor = plainEditor) {
    if (!isPosition(position)) return { isIncomplete: false, items: [] };
    // Loaded with the first request.
    const { complete } = require('./completion/answer.ts') as typeof import('./completion/answer.ts');
    return complete(transcript, position, askers.get(context?.triggerKind) ?? 'hand', editor);
  },
};
