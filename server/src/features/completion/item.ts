/** Converts an offer into a completion item of the protocol. */
import type { CompletionItem, Range } from 'vscode-languageserver-types';
import { legible } from '../../syntax/printable.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { asName } from '../support/label.ts';
import type { Offer } from './completion-items.ts';

const snippetFormat = 2;
/** `InsertTextMode.asIs`: lines are inserted verbatim, because every space in a body is content, and keys bring their own indentation. */
const asIs = 1;

/** Converts an offer for the client. `position`: its index in the list. */
export function itemOf(offer: Offer, position: number, range: Range, client?: ClientAbilities): CompletionItem {
  const { label, kind, text = label, detail, doc, said, filter = text, opens } = offer;
  const snippet = client?.snippets ? offer.snippet : undefined;
  return {
    label: asName(label),
    kind: kind as NonNullable<CompletionItem['kind']>,
    ...(detail && { detail: asName(detail) }),
    ...(doc ? { documentation: { kind: 'markdown', value: doc } } : {}),
    ...(said ? { documentation: { kind: 'plaintext', value: legible(said) } } : {}),
    sortText: String(position).padStart(4, '0'),
    filterText: filter,
    ...(snippet !== undefined && { insertTextFormat: snippetFormat }),
    ...((snippet ?? text).includes('\n') && { insertTextMode: asIs }),
    ...(opens && client?.suggest && { command: client.suggest }),
    textEdit: { range, newText: snippet ?? text },
  };
}
