/** `textDocument/documentLink`: links for the addresses in a text that begin with `http://` or `https://`. */
import type { DocumentLink } from 'vscode-languageserver-types';
import type { Feature } from './support/feature.ts';

export const documentLinks: Feature<unknown, DocumentLink[]> = {
  method: 'textDocument/documentLink',
  capability: { documentLinkProvider: { resolveProvider: false } },
  run(transcript) {
    // Loaded with the first request.
    const { linksOf } = require('./links/document-links-in.ts') as typeof import('./links/document-links-in.ts');
    return linksOf(transcript);
  },
};
