/** Completion where messages have plain frames and nothing else: tokens where they may be, and roles. */

import type { TokenFact } from '../../grammar/index.ts';
import { modelRole } from '../../grammar/index.ts';
import { headerInfo } from '../../model/message.ts';
import type { Family } from '../../syntax/families/family.ts';
import { headerToken, openerOf } from '../../syntax/families/family.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { begun, tokenRest } from './chatml.ts';
import { asksInCode } from './code.ts';
import {
  lineBefore,
  nextRole,
  type Offer,
  type Offers,
  type Request,
  stretch,
  tokenOffer,
} from './completion-items.ts';
import { completeJson } from './json-completions.ts';
import { completeOutside } from './outside.ts';
import { restOffers } from './templates/index.ts';

export function completePlain(request: Request): Offers | undefined {
  const { block, at } = request;
  const opener = openerOf(block);
  const inMessage = block.kind === 'message' && !(block.terminator !== undefined && at >= block.end);
  if (!inMessage || (at < opener.text.length && at <= block.bodyStart)) return completeGap(request);
  const isHeader = at <= block.headerEnd && block.family.frame.headerEnd !== 'opener';
  return isHeader ? completeHeader(request) : completeBody(request);
}

function offerTokens(request: Request, tokens: readonly TokenFact[]): Offers {
  const offers = tokens.map((token) => tokenOffer(token, paragraphs(token.doc, source(token.section))));
  return { ...stretch(request, begun, tokenRest), offers };
}

/** Before, between and after messages. */
function completeGap(request: Request): Offers | undefined {
  return completeOutside(request, () => ({
    ...stretch(request, begun, tokenRest),
    offers: plainOpeners(request, request.transcript.family),
  }));
}

/** What is allowed outside messages of a family, or at the beginning of a document of it. */
export function plainOpeners(request: Request, { frame, tokens }: Family): readonly Offer[] {
  return offerTokens(request, [...frame.openers, ...tokens.filter(({ kind, rare }) => kind === 'sequence' && !rare)])
    .offers;
}

function completeHeader(request: Request): Offers | undefined {
  const { block, at, typed, transcript, place } = request;
  const { frame, roles } = block.family;
  const headerEnd = headerToken(frame);
  const header = block.text.slice(openerOf(block).text.length, at);
  const [, word = '', ink = ''] = /^(\w*)(.*)$/s.exec(header) ?? [];
  const known = roles.some(({ name }) => name === word);
  const ends = begun.test(ink) || (ink === '' && known && !typed);
  if (ends) return headerEnd && offerTokens(request, [headerEnd]);
  if (ink !== '') return undefined;
  const last = transcript.blocks.at(place.index - 1);
  const next = nextRole(block.family, last?.kind === 'message' ? headerInfo(last) : undefined);
  const offers = roles.map(
    ({ name, doc, section }): Offer => ({
      label: name,
      kind: CompletionItemKind.Class,
      doc: paragraphs(doc, source(section)),
    }),
  );
  offers.sort((a, b) => Number(b.label === next) - Number(a.label === next));
  const span = stretch(request, /\w*$/, /^\w*/);
  return { ...span, offers: [...offers, ...restOffers(request, span)] };
}

function completeBody(request: Request): Offers | undefined {
  const { block, at } = request;
  const token = begun.exec(lineBefore(block.text, at))?.[0];
  if (token === undefined) return completeJson(request);
  // In prose and code a lone `<` may be anything.
  if (token.length === 1 || asksInCode(request)) return undefined;
  const { frame, tokens } = block.family;
  const calls = headerInfo(block).role === modelRole ? tokens.filter(({ kind }) => kind === 'call') : [];
  return offerTokens(request, [...frame.terminators, ...calls]);
}
