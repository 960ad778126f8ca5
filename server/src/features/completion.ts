/** `textDocument/completion`: what may stand at the cursor; nothing where nothing sensible can be offered. */
import type { CompletionItem, Position } from 'vscode-languageserver-types';
import { has, Trait } from '../syntax/block.ts';
import { CHANNEL, START } from '../syntax/tokens.ts';
import { completeBetween, completeOpener } from './completion/between.ts';
import { completeChatml } from './completion/chatml.ts';
import { completeDocumentHeader } from './completion/document-header.ts';
import { completeHeader } from './completion/message-header.ts';
import type { Offers, Request } from './completion/offer.ts';
import { completeBody } from './completion/tokens.ts';
import { cursorBehind, isPosition, rangeOf } from './cursor.ts';
import type { Feature } from './feature.ts';

interface Params {
  readonly position: Position;
  readonly context?: { readonly triggerKind?: number; readonly triggerCharacter?: string };
}

const triggeredByCharacter = 2;

export const completion: Feature<Params, CompletionItem[]> = {
  method: 'textDocument/completion',
  capability: { completionProvider: { triggerCharacters: ['<', '|', '=', ' ', '>', ':'] } },
  run(transcript, { position, context }) {
    if (!isPosition(position)) return [];
    const cursor = cursorBehind(transcript, transcript.offsetAt(position));
    const request: Request = { ...cursor, typed: context?.triggerKind === triggeredByCharacter };
    const found = offersAt(request);
    if (found === undefined) return [];
    const range = rangeOf(request, found);
    return found.offers.map(
      ({ label, kind, text = label, detail, doc }, i): CompletionItem => ({
        label,
        kind: kind as NonNullable<CompletionItem['kind']>,
        ...(detail && { detail }),
        ...(doc && { documentation: { kind: 'markdown', value: doc } }),
        sortText: String(i).padStart(4, '0'),
        filterText: text,
        textEdit: { range, newText: text },
      }),
    );
  },
};

function offersAt(request: Request): Offers | undefined {
  const { block, at, place, transcript } = request;
  if (transcript.dialect === 'openchatml-0.1') return completeChatml(request);
  if (block.kind === 'document-header') {
    const isOver = at === block.text.length && place.index + 1 < transcript.blocks.length;
    return isOver ? completeBetween(request) : (completeOpener(request) ?? completeDocumentHeader(request));
  }
  const inGap = block.kind === 'prelude' || (block.terminator !== undefined && at >= block.end);
  if (inGap || at < openerLength(block.text)) return completeBetween(request);
  const hasBody = has(block, Trait.HasMessage);
  return hasBody && at >= block.bodyStart ? completeBody(request) : completeHeader(request);
}

/** The length of the token that opens a message. */
function openerLength(text: string): number {
  return (text.startsWith(START.text) ? START : CHANNEL).text.length;
}
