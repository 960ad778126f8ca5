/** The hover on the id of a call: where its reply is, or, in a reply, where the call is. */
import type { Hover } from 'vscode-languageserver-types';
import type { Located } from '../../model/calls/pairing.ts';
import { lineLink } from '../hover/links.ts';
import { code, paragraphs, source as section } from '../hover/markdown.ts';
import { callOf, halfOf, locatedHolders, repliesTo, type Source, siteAt } from './graph.ts';

/** The maximum number of calls and replies that are listed. The others are counted. */
const MAX_LISTED = 5;

/** Explains the id at an offset, with the locations of the call and the replies that share it. */
export function explainId<Holder>(source: Source<Holder>, offset: number): Hover | undefined {
  const site = siteAt(source, offset);
  const half = site && halfOf(site);
  const at = source.holderAt(offset)?.at ?? 0;
  if (half === undefined || site?.mention.named !== 'id' || at >= site.mention.end) return undefined;
  const call = half.half.kind === 'reply' ? callOf(source, half) : half;
  const all: readonly Located<Holder>[] = call ? [call, ...repliesTo(source, call)] : [];
  const others = all.filter((one) => one.half !== half.half);
  const lines = Array.from(
    locatedHolders(source, others.slice(0, MAX_LISTED), (one) => one.half.at),
    ({ one, range }) =>
      `- ${kindLabel[one.half.kind]} ${code(one.half.tool ?? call?.half.tool ?? '?')}, ${lineLink(source.uri, range.start.line)}`,
  );
  const more = others.length > MAX_LISTED && `- and ${others.length - MAX_LISTED} more`;
  const list = [...lines, more].filter(Boolean).join('\n');
  const value = paragraphs(
    `**${code(site.mention.name)}** · call id`,
    list || withoutOtherHalf[half.half.kind],
    section('2.2 §6, §8.2'),
  );
  return { contents: { kind: 'markdown', value }, range: source.rangesIn(site.holder)(site.mention) };
}

const kindLabel = { call: 'Call →', reply: 'Reply ←' } as const;
const withoutOtherHalf = { call: 'Not answered in this transcript.', reply: 'No call has this id.' } as const;
