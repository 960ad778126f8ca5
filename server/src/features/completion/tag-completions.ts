/** Completion of an unfinished tag in ChatML, with the tags that are meaningful at the cursor. */
import { type TagFact, tags } from '../../grammar/index.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { codeSpans } from '../../model/code-spans.ts';
import { headerInfo } from '../../model/message.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { lineBefore, type Offer, type Offers, type Request, stretch } from './completion-items.ts';

/** Matches a tag that is being typed, up to the cursor. */
const begun = /<\/?[a-z_]*$/;
const rest = /^(?:[a-z_]*>)?/;

/** The tags that match the unfinished tag at the cursor. */
export function completeTag(request: Request): Offers | undefined {
  const offers = tagOffers(request);
  return offers.length === 0 ? undefined : { ...stretch(request, begun, rest), offers };
}

/**
 * Inside an unclosed tag, offers its end tag. Elsewhere, offers the tags that the role writes, but only at the beginning of a line, because
 * `<` also occurs in prose and code.
 */
export function tagOffers({ block, at }: Request): readonly Offer[] {
  const { text, family, bodyStart, bodyEnd } = block;
  const line = lineBefore(text, at);
  const typed = begun.exec(line)?.[0];
  if (typed === undefined || !family.has.taggedParts) return [];
  const start = at - typed.length;
  if (codeSpans(text, bodyStart, bodyEnd)(start)) return [];
  const before = line.slice(0, -typed.length).trim();
  const { role } = headerInfo(block);
  const around = taggedParts(block, role).find(({ open, inner }) => open && inner.start <= start && start <= inner.end);
  if (around !== undefined) {
    const { name, close } = around;
    const fits = name === 'think' || before === '' || /[}\]>]$/.test(before);
    return close === undefined && fits ? tags.filter((tag) => tag.name === name).map((tag) => offer(tag, '/')) : [];
  }
  if (before !== '' || typed.startsWith('</')) return [];
  return tags.filter(({ roles }) => role !== undefined && roles.includes(role)).map((tag) => offer(tag, ''));
}

const offer = ({ name, doc }: TagFact, slash: string): Offer => ({
  label: `<${slash}${name}>`,
  kind: CompletionItemKind.Keyword,
  doc,
});
