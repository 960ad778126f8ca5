/** `textDocument/linkedEditingRange`: the locations that change together while the user types in one of them. */
import type { Range } from 'vscode-languageserver-types';
import type { Span } from '../../syntax/span.ts';
import { callOf, halfOf, locatedHolders, repliesTo, type Site, type Source, siteAt } from './graph.ts';
import { GRAPH_LIMITS } from './limits.ts';

interface LinkedRanges {
  readonly ranges: readonly Range[];
  readonly wordPattern: string;
}

/** Patterns of ids and names. Linked editing ends when the user types any other character. */
const words = { id: '[^\\s<>|"\'`\\\\]+', tag: '[\\w-]+' } as const;

/** The locations to edit together: the id of a call and of its replies, or the names in a pair of tags or tokens. */
export function linked<Holder>(source: Source<Holder>, offset: number): LinkedRanges | null {
  const site = siteAt(source, offset);
  if (site?.mention.named === 'id') {
    const spans = exchangeOf(source, site);
    if (spans.length < 2) return null;
    return {
      ranges: Array.from(
        locatedHolders(source, spans, ({ span }) => span),
        ({ range }) => range,
      ),
      wordPattern: words.id,
    };
  }
  const holderPosition = source.holderAt(offset);
  const pair = holderPosition && source.pairAt?.(holderPosition.holder, holderPosition.at);
  if (holderPosition === undefined || pair === undefined) return null;
  const rangeOf = source.rangesIn(holderPosition.holder);
  return { ranges: pair.map(rangeOf), wordPattern: words.tag };
}

function exchangeOf<Holder>(source: Source<Holder>, site: Site<Holder>): { holder: Holder; span: Span }[] {
  const half = halfOf(site);
  const call = half?.half.kind === 'reply' ? callOf(source, half) : half;
  if (call === undefined) return [];
  return [call, ...repliesTo(source, call).slice(0, GRAPH_LIMITS.linked)].flatMap(({ holder, half }) =>
    source
      .factsOf(holder)
      .mentions.filter((one) => one.half === half && one.key === site.mention.key)
      .map((span) => ({ holder, span })),
  );
}
