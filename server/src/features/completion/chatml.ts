/** Completion in OpenChatML 0.1: tokens where they are allowed, roles, and names that the transcript uses. */
import {
  chatmlAttributes,
  chatmlRoles,
  chatmlTokenByName,
  chatmlTokens,
  modelRole,
  sequenceDoc,
  type TokenFact,
} from '../../grammar/index.ts';
import { headerInfo } from '../../model/message.ts';
import { beginMark, pairsOf } from '../../model/sequence.ts';
import { thoughtsOf } from '../../model/thoughts.ts';
import { IM_END, IM_START } from '../../syntax/tokens/tokens.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { speakerNames } from '../support/names.ts';
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
import { completeTag, tagOffers } from './tag-completions.ts';
import { restOffers } from './templates/index.ts';

/** Matches a token that is being typed, up to the cursor. */
export const begun = /<(?:\|(?:[A-Za-z_]*\|?)?)?$/;
export const tokenRest = /^(?:[a-z_]*\|>|\|?>)/;

export function completeChatml(request: Request): Offers | undefined {
  const { block, at } = request;
  const message = block.kind === 'message' && !(block.terminator !== undefined && at >= block.end);
  if (!message || (at < IM_START.text.length && at <= block.bodyStart)) return completeGap(request);
  return at <= block.headerEnd ? completeHeader(request) : completeBody(request);
}

/** Offers tokens of 0.1, which replace the unfinished token at the cursor. */
function offerTokens(request: Request, names: readonly string[]): Offers {
  const offers = names.flatMap((name): Offer[] => {
    const token = chatmlTokenByName.get(name);
    return token ? [tokenOffer(token, paragraphs(token.doc, source(token.section)))] : [];
  });
  return { ...stretch(request, begun, tokenRest), offers };
}

const tokenNamesOf = (...kinds: readonly TokenFact['kind'][]) =>
  chatmlTokens.flatMap(({ name, kind }) => (kinds.includes(kind) ? name : []));
const separators = tokenNamesOf('separator');
const sequenceTokens = [...tokenNamesOf('fim'), ...separators];

/** The possible beginnings of a document of 0.1, while no token determines the dialect. */
export function chatmlOpeners(request: Request): readonly Offer[] {
  return offerTokens(request, [IM_START.name, ...sequenceTokens]).offers;
}

const markBegun = /(?:\[[A-Z]*|<s)$/;

/** Offers `[BOS]` or `<s>` if the document consists of the first characters of one of them. */
export function completeBeginMark(request: Request): Offers | undefined {
  const { block, at, place } = request;
  const before = block.text.slice(0, at);
  const begun = markBegun.exec(before)?.[0];
  if (begun === undefined || place.start > 0 || /[^\s\uFEFF]/.test(before.slice(0, -begun.length))) return undefined;
  const doc = paragraphs(sequenceDoc.begin, source(sequenceDoc.section));
  const offers = pairsOf(request.transcript.choice).flatMap(({ begin }): Offer[] =>
    begin.startsWith(begun) ? [{ label: begin, kind: CompletionItemKind.Keyword, doc }] : [],
  );
  return offers.length === 0 ? undefined : { ...stretch(request, markBegun, /^[A-Z]*\]|^>?/), offers };
}

/** Completion before, between and after messages. */
function completeGap(request: Request): Offers | undefined {
  return completeBeginMark(request) ?? completeOutside(request, () => outsideTokens(request));
}

function outsideTokens(request: Request): Offers {
  const { block, at, transcript } = request;
  const offers = offerTokens(request, [IM_START.name, ...(block.kind === 'prelude' ? sequenceTokens : separators)]);
  const isLast = transcript.blocks.at(transcript.blocks.length - 1) === block;
  const begin = beginMark(transcript.blocks.at(0), transcript.choice);
  if (!isLast || begin === undefined || begun.test(lineBefore(block.text, at))) return offers;
  const doc = paragraphs(sequenceDoc.end, source(sequenceDoc.section));
  return { ...offers, offers: [...offers.offers, { label: begin.pair.end, kind: CompletionItemKind.Keyword, doc }] };
}

function completeHeader(request: Request): Offers | undefined {
  const { block, at, typed, transcript, place } = request;
  const before = lineBefore(block.text, at);
  const name = /\sname=([^\s<]*)$/.exec(before);
  if (name) {
    const names = [...speakerNames(transcript, headerInfo(block).role, block)];
    const offers = names.map((label): Offer => ({ label, kind: CompletionItemKind.Variable }));
    return offers.length === 0 ? undefined : { ...stretch(request, /[^\s<=]*$/, /^[^\s<]*/), offers };
  }
  const word = /^<\|im_start\|>(\w*)$/.exec(before)?.[1];
  if (word !== undefined) {
    if (!typed && chatmlRoles.some((role) => role.name === word)) return undefined;
    const span = stretch(request, /\w*$/, /^\w*/);
    const last = transcript.blocks.at(place.index - 1);
    const next = nextRole(block.family, last?.kind === 'message' ? headerInfo(last) : undefined);
    const offers = chatmlRoles
      .filter(({ rare }) => !rare)
      .map(
        (role): Offer => ({
          label: role.name,
          kind: CompletionItemKind.Class,
          // If nothing follows the role, the offer adds the line break that ends the header.
          text: role.name + (block.text.length === span.end ? '\n' : ''),
          doc: paragraphs(role.doc, source(role.section)),
        }),
      );
    offers.sort((a, b) => Number(b.label === next) - Number(a.label === next));
    return { ...span, offers: [...offers, ...restOffers(request, span)] };
  }
  if (!/^<\|im_start\|>\w+ \w*$/.test(before)) return undefined;
  const offers = chatmlAttributes.map(
    (fact): Offer => ({
      label: `${fact.name}=`,
      kind: CompletionItemKind.Property,
      opens: true,
      doc: paragraphs(fact.doc, source(fact.section)),
    }),
  );
  return { ...stretch(request, /\w*$/, /^(?:\w+=)?/), offers };
}

/** The tokens of these kinds that a message of this role may contain, except those that end thoughts. */
const ownTokens = (role: string | undefined, ...kinds: readonly TokenFact['kind'][]) =>
  chatmlTokens.flatMap(({ name, kind, of }) =>
    of === role && kinds.includes(kind) && !name.startsWith('end_') ? name : [],
  );

/**
 * Completion in a body. Tokens of functions are only offered at the beginning of a line. A lone `<` is ambiguous in prose and code, so it
 * is only completed on request, and only at the beginning of a line.
 */
function completeBody(request: Request): Offers | undefined {
  const { block, at, typed } = request;
  const line = lineBefore(block.text, at);
  const token = begun.exec(line)?.[0];
  if (token === undefined) return completeTag(request) ?? completeJson(request);
  const beginsLine = line.slice(0, line.length - token.length).trim() === '';
  if ((token.length === 1 && (typed || !beginsLine)) || asksInCode(request)) return undefined;
  const { role } = headerInfo(block);
  const open = role === modelRole ? openThoughts(request, at - token.length) : [];
  const functions = beginsLine ? ownTokens(role, 'function') : [];
  const offers = offerTokens(request, [...open, IM_END.name, ...functions, ...ownTokens(role, 'thought', 'flag')]);
  return { ...offers, offers: [...offers.offers, ...tagOffers(request)] };
}

/** The end tokens of the thought blocks that are still open at `at`, innermost first. */
function openThoughts({ block }: Request, at: number): string[] {
  const open = thoughtsOf(block).blocks.filter(
    ({ start, end }) => start.end <= at && (end === undefined || end.start >= at),
  );
  return [...new Set(open.map(({ name }) => `end_${name}`).reverse())];
}
