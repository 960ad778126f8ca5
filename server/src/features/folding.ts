/**
 * `textDocument/foldingRange`: folds for the document header, turns, messages, sections of instructions, literal blocks, thoughts and
 * files.
 */
import type { FoldingRange } from 'vscode-languageserver-types';
import type { Feature } from './support/feature.ts';

export const foldingRanges: Feature<unknown, FoldingRange[]> = {
  method: 'textDocument/foldingRange',
  capability: { foldingRangeProvider: true },
  run(transcript) {
    // Loaded with the first request.
    const { foldsOf } = require('./folding/folding-ranges.ts') as typeof import('./folding/folding-ranges.ts');
    return foldsOf(transcript);
  },
};
