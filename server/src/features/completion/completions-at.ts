/** Selects the offers for the part of the document that contains the cursor. */
import type { CompletionList, Position } from 'vscode-languageserver-types';
import { has, Trait } from '../../syntax/block.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import { CHANNEL, START } from '../../syntax/tokens/tokens.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { CompletionTrigger } from '../completion.ts';
import { textSource } from '../graph/text-source.ts';
import { cursorBehind, rangeOf } from '../support/cursor.ts';
import type { CheckerOf, ClientAbilities } from '../support/feature.ts';
import { completeBetween, completeHeaderEnd } from './between.ts';
import { completeChatml } from './chatml.ts';
import { type Offers, type Request, unwritten } from './completion-items.ts';
import { completeDeclaration } from './declaration.ts';
import { itemOf } from './item.ts';
import { completeHeader } from './message-header.ts';
import { completePlain } from './plain-header-completions.ts';
import { completeSystemLine } from './system-message.ts';
import { completeBody } from './token-completions.ts';

/**
 * The completions at a position. The list is always marked as incomplete, so that the editor sends a new request with every character. A
 * word that is complete is then no longer offered, and Enter and Tab keep their usual meaning.
 */
export function complete(
  transcript: Transcript,
  position: Position,
  asker: CompletionTrigger,
  checkerOf: CheckerOf,
  client?: ClientAbilities,
): CompletionList {
  const cursor = cursorBehind(transcript, transcript.offsetAt(position));
  const { place, block } = cursor;
  const replyPlace = () => ({ graph: textSource(transcript, checkerOf()), rank: place.index, writing: block });
  const request: Request = { ...cursor, typed: asker === 'character', replyPlace };
  const allOffers = completions(transcript.family)(request);
  const offers = allOffers ? unwritten(request.block.text, request.at, allOffers, asker) : [];
  if (allOffers === undefined || offers.length === 0) return { isIncomplete: false, items: [] };
  const range = rangeOf(request, allOffers);
  return { isIncomplete: true, items: offers.map((offer, i) => itemOf(offer, i, range, client)) };
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
    return isOver ? completeBetween(request) : completeHeaderEnd(request);
  }
  const inGap = block.kind === 'prelude' || (block.terminator !== undefined && at >= block.end);
  if (inGap || at < openerLength(block.text)) return completeBetween(request);
  const hasBody = has(block, Trait.HasMessage);
  if (!hasBody || at < block.bodyStart) return completeHeader(request);
  return completeBody(request) ?? completeSystemLine(request) ?? completeDeclaration(request);
}

/** The length of the token that opens a message. */
function openerLength(text: string): number {
  return (text.startsWith(START.text) ? START : CHANNEL).text.length;
}
