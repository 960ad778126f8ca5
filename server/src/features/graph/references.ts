/** `textDocument/references` and `textDocument/documentHighlight`: all occurrences of a symbol. */
import type { DocumentHighlight, Location } from 'vscode-languageserver-types';
import type { Located } from '../../model/calls/pairing.ts';
import type { Mention } from '../../model/graph/index.ts';
import type { Span } from '../../syntax/span.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { callOf, halfAt, locatedHolders, repliesTo, type Source, siteAt, sitesOf, symbolOf, upTo } from './graph.ts';
import { firstOf, GRAPH_LIMITS } from './limits.ts';

/** The LSP locations of items in the document. */
export function locationsOf<Holder, T extends { readonly holder: Holder }>(
  source: Source<Holder>,
  all: Iterable<T>,
  spanOf: (one: T) => Span,
): Location[] {
  return Array.from(locatedHolders(source, all, spanOf), ({ range }) => ({ uri: source.uri, range }));
}

/**
 * The occurrences of the symbol at an offset. If the offset is in a call or a reply, but not on a name, these are the call and its replies.
 */
export function references<Holder>(
  source: Source<Holder>,
  offset: number,
  includeDeclaration: boolean,
  client: Pick<ClientAbilities, 'tell'>,
): Location[] {
  const site = siteAt(source, offset);
  if (site === undefined) {
    const all = exchanged(source, halfAt(source, offset));
    return locationsOf(source, all.slice(0, GRAPH_LIMITS.references), ({ half }) => half.at);
  }
  const selectSites = function* () {
    for (const one of sitesOf(source, symbolOf(source, site)))
      if (includeDeclaration || !defines(one.mention)) yield one;
  };
  const { first, more } = firstOf(selectSites(), GRAPH_LIMITS.references);
  if (more)
    client.tell?.(
      `There are more than ${GRAPH_LIMITS.references} references; only the first ${GRAPH_LIMITS.references} are listed.`,
    );
  return locationsOf(source, first, ({ mention }) => mention);
}

const defines = ({ part, named }: Mention) => part === 'declaration' || (named === 'id' && part === 'call');

/** The call and all its replies, given the call or one of the replies. */
function exchanged<Holder>(source: Source<Holder>, one: Located<Holder> | undefined): readonly Located<Holder>[] {
  const call = one?.half.kind === 'reply' ? callOf(source, one) : one;
  return call ? [call, ...repliesTo(source, call)] : [];
}

/** `DocumentHighlightKind`. */
const kinds = { read: 2, write: 3 } as const;

/** The same occurrences as `references`, but only those closest to the offset. The definition of a symbol is marked as a write access. */
export function highlights<Holder>(source: Source<Holder>, offset: number): DocumentHighlight[] {
  const site = siteAt(source, offset);
  if (site === undefined) {
    const all = exchanged(source, halfAt(source, offset)).slice(0, GRAPH_LIMITS.highlights);
    const places = locatedHolders(source, all, ({ half }) => half.at);
    return Array.from(places, ({ one, range }) => ({
      range,
      kind: one.half.kind === 'call' ? kinds.write : kinds.read,
    }));
  }
  const symbol = symbolOf(source, site);
  const from = Math.max(0, upTo(source, source.holders(symbol.key), site.holder) - GRAPH_LIMITS.highlights / 2);
  const near = around(
    sitesOf(source, symbol, from),
    ({ mention }) => mention === site.mention,
    GRAPH_LIMITS.highlights,
  );
  const places = locatedHolders(source, near, ({ mention }) => mention);
  return Array.from(places, ({ one, range }) => ({ range, kind: defines(one.mention) ? kinds.write : kinds.read }));
}

/** At most `limit` items around the item for which `isMeant` is true. Half of them come before that item. */
function around<T>(all: Iterable<T>, isMeant: (one: T) => boolean, limit: number): readonly T[] {
  const items: T[] = [];
  let centerIndex = -1;
  for (const one of all) {
    if (centerIndex < 0 && isMeant(one)) centerIndex = items.length;
    items.push(one);
    if (centerIndex >= 0 && items.length >= centerIndex + limit / 2 && items.length >= limit) break;
  }
  const from = Math.max(0, Math.min(centerIndex - limit / 2, items.length - limit));
  return items.slice(from, from + limit);
}
