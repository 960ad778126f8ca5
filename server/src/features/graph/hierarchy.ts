/** The call hierarchy: a tool, the calls to that tool, and the replies to each call. */
import type { CallHierarchyItem, Range } from 'vscode-languageserver-types';
import type { Located } from '../../model/calls/pairing.ts';
import type { Half } from '../../model/graph/index.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { SymbolKind } from '../support/kinds.ts';
import { label } from '../support/label.ts';
import { declarationFor } from './definition.ts';
import {
  callOf,
  declared,
  halfAt,
  halfOf,
  repliesTo,
  type Site,
  type Source,
  type Symbol,
  siteAt,
  sitesOf,
  symbolOf,
} from './graph.ts';
import { firstOf, GRAPH_LIMITS } from './limits.ts';

/**
 * The data that an item carries between requests: the symbol of its tool. It is missing for a call or a reply, which is found by its
 * position.
 */
interface ItemData {
  readonly symbol?: Symbol;
}

type Item = CallHierarchyItem & { readonly data?: ItemData };

/** The hierarchy item at an offset. On the name of a tool, it is that tool; on an id, a role or a tag, the call or reply. */
export function prepareHierarchy<Holder>(source: Source<Holder>, offset: number): Item[] | null {
  const site = siteAt(source, offset);
  if (site?.mention.named === 'callee') return [toolItem(source, symbolOf(source, site), site)];
  const half = site ? halfOf(site) : halfAt(source, offset);
  return half ? [halfItem(source, half)] : null;
}

function toolItem<Holder>(source: Source<Holder>, symbol: Symbol, near: Site<Holder>): Item {
  const { holder, mention } = declarationFor(source, symbol, near.holder) ?? near;
  const range = source.rangesIn(holder)(mention);
  const isDeclared = source.holders(declared(symbol.key)).length > 0;
  return {
    ...itemAt(source, label(symbol.name), SymbolKind.Method, range, range),
    detail: isDeclared ? 'declared tool' : 'tool, not declared here',
    data: { symbol: { named: symbol.named, name: symbol.name, key: symbol.key } },
  };
}

const arrows: Readonly<Record<Half['kind'], string>> = { call: '→', reply: '←' };

function halfItem<Holder>(source: Source<Holder>, { half, holder }: Located<Holder>): Item {
  const { kind, tool, callId: id, at, start, end } = half;
  const name = `${arrows[kind]} ${label(tool ?? kind)}${id === undefined ? '' : ` ${label(id)}`}`;
  const rangeOf = source.rangesIn(holder);
  const range = rangeOf({ start, end });
  return {
    ...itemAt(source, name, kind === 'call' ? SymbolKind.Function : SymbolKind.Event, range, rangeOf(at)),
    detail: `line ${range.start.line + 1}`,
  };
}

function itemAt<Holder>(source: Source<Holder>, name: string, kind: number, range: Range, selectionRange: Range): Item {
  return { name, kind: kind as CallHierarchyItem['kind'], uri: source.uri, range, selectionRange };
}

/** Answers `callHierarchy/incomingCalls`: the calls to a tool, or the replies to a call. */
export function incoming<Holder>(
  source: Source<Holder>,
  offset: number,
  { data }: Item,
  client: Pick<ClientAbilities, 'tell'>,
) {
  const symbol = data?.symbol;
  const half = symbol ? undefined : halfAt(source, offset);
  const all = symbol ? callsIn(source, symbol) : half?.half.kind === 'call' ? repliesTo(source, half) : [];
  const { first, more } = firstOf(all, GRAPH_LIMITS.calls);
  const what = symbol ? 'calls' : 'replies';
  if (more)
    client.tell?.(`There are more than ${GRAPH_LIMITS.calls} ${what}; only the first ${GRAPH_LIMITS.calls} are shown.`);
  return first.map((one) => {
    const from = halfItem(source, one);
    return { from, fromRanges: [from.selectionRange] };
  });
}

function* callsIn<Holder>(source: Source<Holder>, symbol: Symbol): Generator<Located<Holder>> {
  for (const { holder, mention } of sitesOf(source, symbol))
    if (mention.part === 'call' && mention.half) yield { holder, half: mention.half };
}

/** Answers `callHierarchy/outgoingCalls`: the call that a reply answers, or the tool of a call. */
export function outgoing<Holder>(source: Source<Holder>, offset: number, { data, selectionRange }: Item) {
  const one = data?.symbol ? undefined : halfAt(source, offset);
  if (one === undefined) return [];
  const to = (item: Item | undefined) => (item ? [{ to: item, fromRanges: [selectionRange] }] : []);
  if (one.half.kind === 'reply') {
    const call = callOf(source, one);
    return to(call && halfItem(source, call));
  }
  const mention = source
    .factsOf(one.holder)
    .mentions.find(({ half, named }) => half === one.half && named === 'callee');
  return to(mention && toolItem(source, mention, { holder: one.holder, mention }));
}
