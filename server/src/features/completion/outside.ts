/** Completion where a message may begin, in every family. */
import type { Family } from '../../syntax/families/index.ts';
import { begunToken, endsWithToken } from './begun-token.ts';
import { lineBefore, type Offers, type Request } from './completion-items.ts';
import { foreignOffers, messageOffers } from './templates/index.ts';

/**
 * Completion outside messages. An unfinished token is completed with openers and whole messages. A word, or the first words of a message's
 * name, is completed with whole messages. A lone `<` is ambiguous unless it begins its line. `impliedFamily`: the family that the file name
 * implies.
 */
export function completeOutside(request: Request, openers: () => Offers, impliedFamily?: Family): Offers | undefined {
  const { block, at, typed } = request;
  const family = impliedFamily ?? request.transcript.family;
  const line = lineBefore(block.text, at);
  const token = begunToken(line, family);
  const word = token === undefined ? (/[A-Za-z]\w*$/.exec(line)?.[0] ?? '') : '';
  const begun = token ?? word;
  const before = line.slice(0, line.length - begun.length).replace('\uFEFF', '');
  const free = isFree(before, family);
  if (token === undefined && !free) return completePhrase(request, family);
  if (token === undefined ? typed : token.length === 1 && !free) return undefined;
  const start = at - begun.length;
  const tokens = word === '' ? openers() : { start, end: at, offers: [] };
  const messages = messageOffers(request, start, impliedFamily);
  const foreign = isUndecided(request) && impliedFamily === undefined ? foreignOffers(request, start) : [];
  const offers = impliedFamily ? [...messages, ...tokens.offers] : [...tokens.offers, ...messages, ...foreign];
  return offers.length === 0 ? undefined : { ...tokens, offers };
}

/** The whole messages whose names begin with the words before the cursor. The last of these words may be unfinished. */
export function completePhrase(request: Request, family = request.transcript.family): Offers | undefined {
  const { block, at } = request;
  const line = lineBefore(block.text, at);
  const [, phrase = ''] = /(?:^|\|>|\s|\uFEFF)([A-Za-z][\w.-]*(?: [\w.-]*)+)$/.exec(line) ?? [];
  if (phrase === '' || !isFree(line.slice(0, line.length - phrase.length), family)) return undefined;
  const start = at - phrase.length;
  const impliedFamily = family === request.transcript.family ? undefined : family;
  const foreign = isUndecided(request) && impliedFamily === undefined ? foreignOffers(request, start) : [];
  const offers = [...messageOffers(request, start, impliedFamily), ...foreign].filter(({ label }) =>
    label.toLowerCase().startsWith(phrase.toLowerCase()),
  );
  return offers.length === 0 ? undefined : { start, end: at, offers };
}

/** Whether a message may begin after this part of a line. */
const isFree = (before: string, family: Family): boolean =>
  /^\s*$/.test(before.replace('\uFEFF', '')) || endsWithToken(before, family);

/** Whether the dialect is still undecided, so that the typed text may begin a document of any dialect. */
export function isUndecided({ transcript }: Request): boolean {
  const { blocks, choice, header } = transcript;
  return choice.dialect === undefined && header === undefined && blocks.length < 2 && blocks.at(0)?.kind !== 'message';
}
