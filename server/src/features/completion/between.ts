/** Completion outside messages: before the first one, and in the gaps. */
import { families } from '../../syntax/families/index.ts';
import { chatmlOpeners, completeBeginMark } from './chatml.ts';
import { completeDocumentHeader } from './document-header.ts';
import { lineBefore, type Offer, type Offers, type Request } from './offer.ts';
import { plainOpeners } from './plain.ts';
import { offerTokens, tokenBegun } from './tokens.ts';

/** `<|start|>`, and where the document may begin with a header, its keys. */
export function completeBetween(request: Request): Offers | undefined {
  const { block, at, typed, place, transcript } = request;
  const mark = isUndecided(request) ? completeBeginMark(request) : undefined;
  if (mark) return mark;
  const before = block.text.slice(Math.max(0, at - 200), at);
  const first = place.start === 0 && at <= before.length && /^\uFEFF?\s*[A-Za-z_]?[\w.-]*$/.test(before);
  if (first && transcript.family.has.documentHeader && transcript.header === undefined && !typed) {
    const keys = completeDocumentHeader(request);
    if (keys && /[\w.-]$/.test(before)) return keys;
    const token = openers(request);
    return { ...token, offers: [...(keys?.offers ?? []), ...token.offers] };
  }
  const token = tokenBegun(request);
  if (token === undefined) return !typed && standsFree(lineBefore(block.text, at)) ? openers(request) : undefined;
  // A lone `<` may be anything, unless nothing else stands before it.
  const free = standsFree(lineBefore(block.text, at - token.length));
  return token.length > 1 || free ? openers(request) : undefined;
}

/** `<|start|>` for a `<` that begins a line: the document header ends where a line begins with `<|`. */
export function completeOpener(request: Request): Offers | undefined {
  return lineBefore(request.block.text, request.at) === '<' ? openers(request) : undefined;
}

function standsFree(line: string): boolean {
  return /^\s*$|\|>\s*$/.test(line);
}

/** A message begins with `<|start|>`; the completion of a Harmony model begins inside its header. */
function openers(request: Request): Offers {
  const { has } = request.transcript.family;
  const leads = has.completions && request.place.start === 0 && request.block.kind === 'prelude';
  const own = offerTokens(request, leads ? ['start', 'channel'] : ['start']);
  return isUndecided(request)
    ? { ...own, offers: [...own.offers, ...chatmlOpeners(request), ...llamaOpeners(request)] }
    : own;
}

/** Those of Llama 3, where what is typed begins one, or a mark that it writes stands in front. */
function llamaOpeners(request: Request): readonly Offer[] {
  const token = tokenBegun(request) ?? '';
  const offers = plainOpeners(request, families.llama3);
  const isMarked = offers.some(({ label }) => request.block.text.slice(0, request.at).includes(label));
  return isMarked ? offers : offers.filter(({ label }) => token.length > '<|'.length && label.startsWith(token));
}

/** Nothing tells the dialect yet: what is typed here may begin a document of any. */
function isUndecided({ transcript }: Request): boolean {
  const { blocks, choice, header } = transcript;
  return choice.dialect === undefined && header === undefined && blocks.length < 2 && blocks.at(0)?.kind !== 'message';
}
