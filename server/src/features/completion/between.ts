/** Completion outside messages: before the first one, and in the gaps between them. */
import { type Family, families, rowsOf } from '../../syntax/families/index.ts';
import { familyByEnding } from './by-ending.ts';
import { chatmlOpeners, completeBeginMark } from './chatml.ts';
import { lineBefore, type Offer, type Offers, type Request } from './completion-items.ts';
import { completeDocumentHeader } from './document-header.ts';
import { completeOutside, completePhrase, isUndecided } from './outside.ts';
import { plainOpeners } from './plain-header-completions.ts';
import { documentHeaderOffer, foreignOffers, messageOffers } from './templates/index.ts';
import { offerTokens, tokenBegun } from './token-completions.ts';

/** Offers `<|start|>`, whole messages, and, where a document header may begin, the keys of a header. */
export function completeBetween(request: Request): Offers | undefined {
  const { block, at, typed, place, transcript } = request;
  const mark = isUndecided(request) ? completeBeginMark(request) : undefined;
  if (mark) return mark;
  const family = isUndecided(request) ? familyByEnding(transcript.uri) : undefined;
  if (family) {
    const offers = offerTokens(request, []);
    return completeOutside(request, () => ({ ...offers, offers: allOpeners(family)(request, family) }), family);
  }
  const before = block.text.slice(Math.max(0, at - 200), at);
  const first = place.start === 0 && at <= before.length && /^\uFEFF?\s*[A-Za-z_]?[\w.-]*$/.test(before);
  if (first && transcript.family.has.documentHeader && transcript.header === undefined && !typed) {
    const keys = completeDocumentHeader(request);
    const { start, end } = keys ?? { start: at, end: at };
    const listed = [...(keys?.offers ?? []), ...(start === at ? openers(request).offers : [])];
    if (block.text.slice(end).trim() !== '') return { start, end, offers: listed };
    const whole = [...messageOffers(request, start), ...(isUndecided(request) ? foreignOffers(request, start) : [])];
    return { start, end, offers: [documentHeaderOffer(), ...listed, ...whole] };
  }
  return completeOutside(request, () => openers(request));
}

/**
 * Offers keys at the end of a document header, and messages for a `<` or a word at the beginning of a line. Messages are possible because a
 * line that begins with `<|` ends the header. The offers also replace the indentation of the line.
 */
export function completeHeaderEnd(request: Request): Offers | undefined {
  const { block, at, typed } = request;
  const keys = completeDocumentHeader(request);
  const line = lineBefore(block.text, at);
  const [whole, indent = '', begun = ''] = /^([ \t]*)(<(?:\|\w*)?|[A-Za-z]\w*|)$/.exec(line) ?? [];
  const phrase = block.text.slice(at).trim() === '' ? completePhrase(request) : undefined;
  if (phrase) return phrase;
  if (whole === undefined || (typed && begun === '') || block.text.slice(at).trim() !== '') return keys;
  const start = at - whole.length;
  if (begun.startsWith('<')) {
    const { end, offers } = openers(request);
    const messages = messageOffers(request, start + indent.length);
    return { start, end, offers: [...offers, ...messages].map((offer) => after(indent, offer)) };
  }
  if (indent !== '') return keys;
  const tokens = begun === '' ? openers(request).offers : [];
  return { start, end: at, ...keys, offers: [...(keys?.offers ?? []), ...tokens, ...messageOffers(request, start)] };
}

/** Makes an offer match the typed text together with the indentation before it. */
const after = (indent: string, offer: Offer): Offer => ({
  ...offer,
  filter: indent + (offer.filter ?? offer.text ?? offer.label),
});

/**
 * Offers `<|start|>`. A completion of a Harmony model begins inside a header, so `<|channel|>` is also offered at its beginning. While the
 * dialect is undecided, the openers of other families are offered too.
 */
function openers(request: Request): Offers {
  const { has } = request.transcript.family;
  const leads = has.completions && request.place.start === 0 && request.block.kind === 'prelude';
  const tokenOffers = offerTokens(request, leads ? ['start', 'channel'] : ['start']);
  if (!isUndecided(request)) return tokenOffers;
  const others = Object.values(families).flatMap((family) => firstOpeners(family)(request, family));
  return { ...tokenOffers, offers: [...tokenOffers.offers, ...others] };
}

/** The possible beginnings of a document in each of the other families, used while the dialect is undecided. */
const firstOpeners = rowsOf<(request: Request, family: Family) => readonly Offer[]>(
  () => () => [],
  () => begunOpeners,
  { 'openchatml-0.1': chatmlOpeners },
);

/** The possible beginnings of a document whose family is implied by its file name. */
const allOpeners = rowsOf<(request: Request, family: Family) => readonly Offer[]>(
  () => () => [],
  () => plainOpeners,
  { 'openchatml-0.1': chatmlOpeners },
);

/**
 * The openers that begin with the typed text. All openers of the family are returned if the text before the cursor already contains one of
 * them.
 */
function begunOpeners(request: Request, family: Family): readonly Offer[] {
  const token = tokenBegun(request) ?? '';
  const offers = plainOpeners(request, family);
  const isMarked = offers.some(({ label }) => request.block.text.slice(0, request.at).includes(label));
  return isMarked ? offers : offers.filter(({ label }) => token.length > '<|'.length && label.startsWith(token));
}
