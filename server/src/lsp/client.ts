/** Determines what the client supports, and which document a request is about. */
import { type ClientCapabilities, type Connection, MessageType, ShowMessageNotification } from 'vscode-languageserver';
import type { ClientAbilities } from '../features/support/feature.ts';
import { printable } from '../syntax/printable.ts';
import type { Settings } from './settings.ts';

export function abilitiesOf(
  { textDocument }: ClientCapabilities,
  { showReferences, suggestCommand: suggest }: Settings,
  connection: Pick<Connection, 'sendNotification'>,
): ClientAbilities {
  const { completion, definition, signatureHelp } = textDocument ?? {};
  return {
    snippets: completion?.completionItem?.snippetSupport === true,
    labelOffsets: signatureHelp?.signatureInformation?.parameterInformation?.labelOffsetSupport === true,
    definitionLinks: definition?.linkSupport === true,
    showReferences,
    suggest,
    // A notification rather than a request, since some clients would never answer a request.
    tell: (message) =>
      void connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Info,
        message: printable(message),
      }),
  };
}

/** Returns the URI of the document that params refer to: directly, through a hierarchy item, or through the data of a code lens. */
export function uriOf(params: unknown): string {
  const { textDocument, item, data } = (params ?? {}) as Record<string, { readonly uri?: unknown } | undefined>;
  return String((textDocument ?? item ?? data)?.uri);
}
