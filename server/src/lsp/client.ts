/** What features are told of the client, and the document that a request is about. */
import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import type { ClientAbilities } from '../features/support/feature.ts';
import { printable } from '../syntax/printable.ts';
import type { Settings } from './settings.ts';

export function abilitiesOf(
  { textDocument }: ClientCapabilities,
  { showReferences, suggestCommand: suggest }: Settings,
  { window }: Pick<Connection, 'window'>,
): ClientAbilities {
  const { completion, definition, signatureHelp } = textDocument ?? {};
  return {
    snippets: completion?.completionItem?.snippetSupport === true,
    labelOffsets: signatureHelp?.signatureInformation?.parameterInformation?.labelOffsetSupport === true,
    definitionLinks: definition?.linkSupport === true,
    showReferences,
    suggest,
    tell: (message) => window.showInformationMessage(printable(message)),
  };
}

/** The address of the document that params name: theirs, that of an item of a hierarchy, or what a lens keeps. */
export function uriOf(params: unknown): string {
  const { textDocument, item, data } = (params ?? {}) as Record<string, { readonly uri?: unknown } | undefined>;
  return String((textDocument ?? item ?? data)?.uri);
}
