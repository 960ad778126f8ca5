/** Completion in families whose messages have only plain frames: tokens where they are allowed, and roles. */

import type { TokenFact } from '../../grammar/index.ts';
import { modelRole } from '../../grammar/index.ts';
import { headerInfo } from '../../model/message.ts';
import type { Family } from '../../syntax/families/family.ts';
import { endsWithNext, headerToken, openerOf } from '../../syntax/families/family.ts';
import type { LearnedFacts } from '../../syntax/families/learned/facts.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { begunToken } from './begun-token.ts';
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
import { callOffers, restOffers } from './templates/index.ts';
import { endsAnother } from './templates/learned-templates.ts';

export function completePlain(request: Request): Offers | undefined {
  const { block, at } = request;
  const opener = openerOf(block);
  const inMessage = block.kind === 'message' && !(block.terminator !== undefined && at >= block.end);
  if (!inMessage || (at < opener.text.length && at <= block.bodyStart)) return completeGap(request);
  if (isBegun(request)) return callOffers(request);
  if (mayEndHere(request)) return completeNext(request);
  const isHeader = at <= block.headerEnd && block.family.frame.headerEnd !== 'opener';
  return isHeader ? completeHeader(request) : completeBody(request);
}

function offerTokens(request: Request, tokens: readonly TokenFact[]): Offers {
  const offers = tokens.map((token) => tokenOffer(token, paragraphs(token.doc, source(token.section))));
  const { block, at, transcript } = request;
  if (transcript.family.learned === undefined) return { ...stretch(request, begun, tokenRest), offers };
  const typed = begunToken(lineBefore(block.text, at), transcript.family) ?? '';
  return { start: at - typed.length, end: at, offers };
}

/** Whether the cursor is directly after the opener of an answer whose body is still empty, in a learned dialect. */
function isBegun({ block, at, typed, transcript }: Request): boolean {
  if (typed || block.family.learned === undefined || transcript.lastBlock !== block) return false;
  return (
    at >= block.headerEnd && block.text.slice(block.headerEnd).trim() === '' && headerInfo(block).role === modelRole
  );
}

/** Whether the cursor is at the end of a message that needs no terminator, so that the next message may begin there. */
function mayEndHere({ block, at, transcript }: Request): boolean {
  const isLast = transcript.lastBlock === block && block.text.slice(at).trim() === '';
  return block.family.learned !== undefined && isLast && endsWithNext(block);
}

/** Offers the next message for an unfinished token, or on a line that is empty. Otherwise, completes the body. */
function completeNext(request: Request): Offers | undefined {
  const line = lineBefore(request.block.text, request.at);
  const token = begunToken(line, request.transcript.family);
  const isFree = token === undefined ? line.trim() === '' && !request.typed : token.length > 1 || line.trim() === token;
  return isFree ? completeGap(request) : completeBody(request);
}

/** Completion before, between and after messages. */
function completeGap(request: Request): Offers | undefined {
  return completeOutside(request, () => ({
    ...stretch(request, begun, tokenRest),
    offers: plainOpeners(request, request.transcript.family),
  }));
}

/** The tokens that may follow outside messages of a family, including those that begin a document. */
export function plainOpeners(request: Request, { frame, tokens, learned }: Family): readonly Offer[] {
  if (learned !== undefined)
    return offerTokens(request, learnedOpeners(request, learned, frame.openers, tokens)).offers;
  return offerTokens(request, [...frame.openers, ...tokens.filter(({ kind, rare }) => kind === 'sequence' && !rare)])
    .offers;
}

/** The openers that name a role. At the beginning of a document, also the tokens that begin the document. */
function learnedOpeners(
  { block, place }: Request,
  learned: LearnedFacts,
  openers: readonly TokenFact[],
  tokens: readonly TokenFact[],
): readonly TokenFact[] {
  const begins = ({ text, role }: TokenFact) =>
    role !== undefined &&
    !endsAnother({ text, closes: learned.openers.some((one) => one.text === text && one.closes) }, learned) &&
    !openers.some((one) => one.text !== text && one.text.startsWith(text));
  const isFirst = place.index === 0 && block.kind !== 'message';
  return [...openers.filter(begins), ...tokens.filter(({ kind }) => isFirst && kind === 'sequence')];
}

function completeHeader(request: Request): Offers | undefined {
  const { block, at, typed, transcript, place } = request;
  const { frame, roles } = block.family;
  const headerEnd = headerToken(frame);
  const header = block.text.slice(openerOf(block).text.length, at);
  const [, word = '', ink = ''] = /^(\w*)(.*)$/s.exec(header) ?? [];
  const isRole = roles.some(({ name }) => name === word);
  const isComplete = begun.test(ink) || (ink === '' && isRole && !typed);
  if (isComplete) return headerEnd && offerTokens(request, [headerEnd]);
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
  // A lone `<` is ambiguous in prose and code.
  if (token.length === 1 || asksInCode(request)) return undefined;
  const { frame, tokens } = block.family;
  const calls = headerInfo(block).role === modelRole ? tokens.filter(({ kind }) => kind === 'call') : [];
  return offerTokens(request, [...frame.terminators, ...calls]);
}
