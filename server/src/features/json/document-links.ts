/** `textDocument/documentLink` of a JSON document. */
import type { DocumentLink } from 'vscode-languageserver-types';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { addressesIn, MAX_LINKS } from '../links/addresses.ts';

export function documentLinks(document: JsonDocument): DocumentLink[] {
  const links: DocumentLink[] = [];
  for (const [index, { text }] of document.units.entries()) {
    for (const { start, end, target } of addressesIn(text)) {
      if (links.length >= MAX_LINKS) return links;
      links.push({ range: document.rangeIn(index, { start, end }), target });
    }
  }
  return links;
}
