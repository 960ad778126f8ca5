/** `textDocument/signatureHelp` in a JSON document. */
import type { Position, SignatureHelp } from 'vscode-languageserver-types';
import type { CheckerSettings } from '../../checker/session.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { payloadIn } from '../embedded-json/in-json.ts';
import { signatureInside } from '../embedded-json/signature.ts';
import { isPosition } from '../support/cursor.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';

export function signatureHelp(
  document: JsonDocument,
  { position }: { position: Position },
  _settingsOf?: () => CheckerSettings,
  _offsFor?: DisableEditsFor,
  client?: ClientAbilities,
): SignatureHelp | null {
  if (!isPosition(position)) return null;
  const offset = document.offsetAt(position);
  const index = document.indexAt(offset);
  const payload = payloadIn(document, index, offset - document.startOf(index));
  return payload === undefined ? null : signatureInside(payload, client);
}
