/** What may stand at a cursor, by where it is. */
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { has, Trait } from '../../syntax/block.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import { CHANNEL, START } from '../../syntax/tokens/tokens.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { cursorBehind, rangeOf } from '../support/cursor.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { completeBetween, completeOpener } from './between.ts';
import { completeChatml } from './chatml.ts';
import { completeDocumentHeader } from './document-header.ts';
import { itemOf } from './item.ts';
import { completeHeader } from './message-header.ts';
import type { Offers, Request } from './offer.ts';
import { completePlain } from './plain.ts';
import { completeSystemLine } from './system-message.ts';
import { completeBody } from './tokens.ts';

/** The completions at a position. `typed`: a character that was typed asks for them. */
export function complete(
  transcript: Transcript,
  position: Position,
  typed: boolean,
  client?: ClientAbilities,
): CompletionItem[] {
  const request: Request = { ...cursorBehind(transcript, transcript.offsetAt(position)), typed };
  const found = completions[transcript.family.id](request);
  if (found === undefined) return [];
  const range = rangeOf(request, found);
  return found.offers.map((offer, i) => itemOf(offer, i, range, client));
}

const completions = rowsOf<(request: Request) => Offers | undefined>(
  () => completeOpen,
  () => completePlain,
  { 'openchatml-0.1': completeChatml },
);

function completeOpen(request: Request): Offers | undefined {
  const { block, at, place, transcript } = request;
  if (block.kind === 'document-header') {
    const isOver = at === block.text.length && place.index + 1 < transcript.blocks.length;
    return isOver ? completeBetween(request) : (completeOpener(request) ?? completeDocumentHeader(request));
  }
  const inGap = block.kind === 'prelude' || (block.terminator !== undefined && at >= block.end);
  if (inGap || at < openerLength(block.text)) return completeBetween(request);
  const hasBody = has(block, Trait.HasMessage);
  if (!hasBody || at < block.bodyStart) return completeHeader(request);
  return completeBody(request) ?? completeSystemLine(request);
}

/** The length of the token that opens a message. */
function openerLength(text: string): number {
  return (text.startsWith(START.text) ? START : CHANNEL).text.length;
}
