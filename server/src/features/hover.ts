/** `textDocument/hover`: the meaning of the word, token or marker at a position. */
import type { Hover, Position } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { CheckerOf, Feature } from './support/feature.ts';

export const hover: Feature<{ position: Position }, Hover | null, [CheckerOf?]> = {
  method: 'textDocument/hover',
  capability: { hoverProvider: true },
  run(transcript, { position }, checkerOf) {
    if (!isPosition(position)) return null;
    // Loaded with the first request.
    const { explainAt } = require('./hover/hover-at.ts') as typeof import('./hover/hover-at.ts');
    return explainAt(transcript, position, checkerOf);
  },
};
