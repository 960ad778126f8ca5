/** `textDocument/inlayHint`: the effective channel of a message whose header omits or misspells it (2.2 §5). */
import type { InlayHint, Range } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { Feature } from './support/feature.ts';

export interface HintParams {
  readonly range: Range;
}

export const inlayHints: Feature<HintParams, InlayHint[]> = {
  method: 'textDocument/inlayHint',
  capability: { inlayHintProvider: true },
  switch: 'channelHints',
  run(transcript, { range }) {
    if (!isPosition(range?.start) || !isPosition(range.end)) return [];
    // Loaded with the first request.
    const { hintsOf } = require('./inlay-hints/inlay-hints-in.ts') as typeof import('./inlay-hints/inlay-hints-in.ts');
    return hintsOf(transcript, range);
  },
};
