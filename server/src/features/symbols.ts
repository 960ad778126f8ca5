/** `textDocument/documentSymbol`: the outline, which consists of the document header and the turns with their messages. */
import type { DocumentSymbol } from 'vscode-languageserver-types';
import type { Feature } from './support/feature.ts';

export const documentSymbols: Feature<unknown, DocumentSymbol[]> = {
  method: 'textDocument/documentSymbol',
  capability: { documentSymbolProvider: true },
  run(transcript) {
    // Loaded with the first request.
    const { symbolsOf } = require('./symbols/document-symbols.ts') as typeof import('./symbols/document-symbols.ts');
    return symbolsOf(transcript);
  },
};
