/** Finds the tool whose arguments contain the cursor, and returns its signature. */
import type { Position, SignatureHelp } from 'vscode-languageserver-types';
import type { Transcript } from '../../syntax/transcript.ts';
import { payloadAt } from '../embedded-json/in-text.ts';
import { signatureAtParameter } from '../embedded-json/parameters.ts';
import { signatureInside } from '../embedded-json/signature.ts';
import { cursorBehind } from '../support/cursor.ts';
import type { ClientAbilities } from '../support/feature.ts';

export function signatureAt(
  transcript: Transcript,
  position: Position,
  client?: ClientAbilities,
): SignatureHelp | null {
  const cursor = cursorBehind(transcript, transcript.offsetAt(position));
  const parameter = signatureAtParameter(cursor, client);
  if (parameter !== undefined) return parameter;
  const payload = payloadAt(cursor);
  return payload === undefined ? null : signatureInside(payload, client);
}
