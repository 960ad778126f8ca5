/**
 * The call graph of a document of any kind: the symbol at a position, all occurrences of a symbol, and the replies to each call. A call or
 * a reply is called a half (of an exchange). A holder is a block of a transcript or a unit of a JSON document.
 */
import type { Range } from 'vscode-languageserver-types';
import type { Located, Pairing } from '../../model/calls/pairing.ts';
import type { GraphFacts, Half, Mention } from '../../model/graph/index.ts';
import type { Span } from '../../syntax/span.ts';

/** A place where a name occurs, and the holder that contains it. */
export interface Site<Holder> {
  readonly holder: Holder;
  readonly mention: Mention;
}

/** The data from which the graph is built. Holders can be looked up by the names that occur in them, and are returned in document order. */
export interface Source<Holder> {
  readonly uri: string;
  readonly version: number;
  /** The holder at a UTF-16 offset in the document, and the offset in that holder. */
  holderAt(offset: number): { readonly holder: Holder; readonly at: number } | undefined;
  factsOf(holder: Holder): GraphFacts;
  holders(key: string): readonly Holder[];
  /** The rank of a holder among all holders; it increases in document order. */
  rankOf(holder: Holder): number;
  /** The LSP ranges of spans in a holder. */
  rangesIn(holder: Holder): (span: Span) => Range;
  /** Whether no other message is on the line of a span. */
  isAlone(holder: Holder, span: Span): boolean;
  /** The reasoning that will be dropped, one item per turn, with the number of messages that contain it. */
  dropped?(): Iterable<{ readonly holder: Holder; readonly span: Span; readonly count: number }>;
  /** The spans of both names in a pair of tags or tokens, if an offset of the holder is in one of them. */
  pairAt?(holder: Holder, at: number): readonly Span[] | undefined;
  /** The pairs of calls and replies among all halves with which a half could be paired. */
  pairing(half: Half, holder: Holder): Pairing<Holder> | undefined;
}

/** The key under which the holders that declare a symbol are indexed. */
export const declared = (key: string): string => `declared ${key}`;
/** The key under which all holders with calls or declarations are indexed. */
export const telling = '';

/** The keys under which a holder is indexed. */
export function keysOf({ mentions, halves }: GraphFacts): Set<string> {
  const keys = new Set<string>();
  for (const { key, part } of mentions) {
    keys.add(key);
    if (part === 'declaration') keys.add(declared(key)).add(telling);
  }
  for (const { kind, thread } of halves) {
    if (thread) keys.add(thread.key);
    if (kind === 'call') keys.add(telling);
  }
  return keys;
}

const covers = ({ start, end }: Span, at: number) => at >= start && at <= end;

/** The name that contains an offset or ends there. */
export function siteAt<Holder>(source: Source<Holder>, offset: number): Site<Holder> | undefined {
  const holderPosition = source.holderAt(offset);
  if (holderPosition === undefined) return undefined;
  const { mentions } = source.factsOf(holderPosition.holder);
  let [low, high] = [0, mentions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mentions[middle] as Mention).end < holderPosition.at) low = middle + 1;
    else high = middle;
  }
  const mention = mentions[low];
  return mention && covers(mention, holderPosition.at) ? { holder: holderPosition.holder, mention } : undefined;
}

/** The call or reply that a name belongs to. */
export function halfOf<Holder>({ holder, mention: { half } }: Site<Holder>): Located<Holder> | undefined {
  return half && { holder, half };
}

/** The call or reply whose name, role or tag is at an offset. */
export function halfAt<Holder>(source: Source<Holder>, offset: number): Located<Holder> | undefined {
  const holderPosition = source.holderAt(offset);
  const half =
    holderPosition && source.factsOf(holderPosition.holder).halves.find(({ at }) => covers(at, holderPosition.at));
  return holderPosition && half && { holder: holderPosition.holder, half };
}

export function callOf<Holder>(source: Source<Holder>, { half, holder }: Located<Holder>): Located<Holder> | undefined {
  return source.pairing(half, holder)?.callOf.get(half);
}

export function repliesTo<Holder>(
  source: Source<Holder>,
  { half, holder }: Located<Holder>,
): readonly Located<Holder>[] {
  return source.pairing(half, holder)?.repliesTo.get(half) ?? [];
}

/** The entity that a name refers to. Different spellings of a name have the same key. */
export type Symbol = Pick<Mention, 'named' | 'name' | 'key'>;

/** A symbol of the same kind with another name. */
export function renamed({ named, key, name }: Symbol, other: string): Symbol {
  return { named, name: other, key: key.slice(0, key.length - name.length) + other };
}

/**
 * The symbol that the name at a site refers to. A reply may omit the namespace of the called tool, so its name is completed from the call.
 */
export function symbolOf<Holder>(source: Source<Holder>, { mention, holder }: Site<Holder>): Symbol {
  const { named, name, part, half } = mention;
  if (named !== 'callee' || part !== 'reply' || half === undefined) return mention;
  const tool = callOf(source, { half, holder })?.half.tool;
  return tool?.endsWith(`.${name}`) ? renamed(mention, tool) : mention;
}

/**
 * All sites of a symbol, in order, followed by replies that omit the namespace of a tool. `from`: the number of holders to skip among those
 * with the full name.
 */
export function* sitesOf<Holder>(source: Source<Holder>, symbol: Symbol, from = 0): Generator<Site<Holder>> {
  const isIt = (site: Site<Holder>) => site.mention.part !== 'reply' || symbolOf(source, site).key === symbol.key;
  for (const { key } of [symbol, ...shorter(symbol)]) {
    const holders = source.holders(key);
    for (let i = key === symbol.key ? from : 0; i < holders.length; i++) {
      const holder = holders[i] as Holder;
      for (const mention of source.factsOf(holder).mentions)
        if (mention.key === key && (key === symbol.key || mention.part === 'reply') && isIt({ holder, mention }))
          yield { holder, mention };
    }
  }
}

/** The number of holders in an ordered list up to and including the given holder. */
export function upTo<Holder>(source: Source<Holder>, holders: readonly Holder[], holder: Holder): number {
  return rankAfter(source, holders, source.rankOf(holder));
}

/** The number of holders in an ordered list whose rank is at most `rank`. */
export function rankAfter<Holder>(source: Source<Holder>, holders: readonly Holder[], rank: number): number {
  let [low, high] = [0, holders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (source.rankOf(holders[middle] as Holder) <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The symbols for the name of a tool without its first namespace, without its first two, and so on. */
function* shorter(symbol: Symbol): Generator<Symbol> {
  if (symbol.named !== 'callee') return;
  for (let dot = symbol.name.indexOf('.'); dot >= 0; dot = symbol.name.indexOf('.', dot + 1))
    yield renamed(symbol, symbol.name.slice(dot + 1));
}

/** Items with their LSP ranges. The line breaks of a holder are counted only once for consecutive items in that holder. */
export function* locatedHolders<Holder, T extends { readonly holder: Holder }>(
  source: Source<Holder>,
  all: Iterable<T>,
  spanOf: (one: T) => Span,
): Generator<{ readonly one: T; readonly range: Range }> {
  let holder: Holder | undefined;
  let rangeOf: ((span: Span) => Range) | undefined;
  for (const one of all) {
    if (rangeOf === undefined || one.holder !== holder) rangeOf = source.rangesIn(one.holder);
    holder = one.holder;
    yield { one, range: rangeOf(spanOf(one)) };
  }
}
