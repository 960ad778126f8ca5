/** `textDocument/selectionRange`: word → attribute → header → message → turn. In bodies: word → line → JSON, fence or thought. */
import type { Position, SelectionRange } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { Feature } from './support/feature.ts';

export interface SelectionParams {
  readonly positions: readonly Position[];
}

export const selectionRanges: Feature<SelectionParams, SelectionRange[]> = {
  method: 'textDocument/selectionRange',
  capability: { selectionRangeProvider: true },
  run(transcript, { positions }) {
    if (!Array.isArray(positions) || !positions.every(isPosition)) return [];
    // Loaded with the first request.
    const { selectionsOf } =
      require('./selection-ranges/selection-ranges-at.ts') as typeof import('./selection-ranges/selection-ranges-at.ts');
    return selectionsOf(transcript, positions);
  },
};
