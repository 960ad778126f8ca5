/** Completion where a message may begin, in every family. */
import { begunToken, endsWithToken } from './begun-token.ts';
import { lineBefore, type Offers, type Request } from './completion-items.ts';
import { foreignOffers, messageOffers } from './templates/index.ts';

/**
 * Completion outside messages: openers for an unfinished token, and whole messages for a token or a word. A lone `<` may be
 * anything, unless it begins its line.
 */
export function completeOutside(request: Request, openers: () => Offers): Offers | undefined {
  const { block, at, typed } = request;
  const { family } = request.transcript;
  const line = lineBefore(block.text, at);
  const token = begunToken(line, family);
  const word = token === undefined ? (/[A-Za-z]\w*$/.exec(line)?.[0] ?? '') : '';
  const begun = token ?? word;
  const before = line.slice(0, line.length - begun.length).replace('\uFEFF', '');
  const free = /^\s*$/.test(before) || endsWithToken(before, family);
  if (token === undefined ? typed || !free : token.length === 1 && !free) return undefined;
  const start = at - begun.length;
  const tokens = word === '' ? openers() : { start, end: at, offers: [] };
  const foreign = isUndecided(request) ? foreignOffers(request, start) : [];
  const offers = [...tokens.offers, ...messageOffers(request, start), ...foreign];
  return offers.length === 0 ? undefined : { ...tokens, offers };
}

/** Nothing tells the dialect yet: what is typed here may begin a document of any. */
export function isUndecided({ transcript }: Request): boolean {
  const { blocks, choice, header } = transcript;
  return choice.dialect === undefined && header === undefined && blocks.length < 2 && blocks.at(0)?.kind !== 'message';
}
