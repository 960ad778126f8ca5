/** `textDocument/definition`: leads from a reply to its call, and from a call to the declaration of its tool. */
import type { Location, LocationLink } from 'vscode-languageserver-types';
import type { ClientAbilities } from '../support/feature.ts';
import {
  callOf,
  declared,
  halfAt,
  halfOf,
  type Site,
  type Source,
  type Symbol,
  siteAt,
  symbolOf,
  upTo,
} from './graph.ts';
import { locationsOf } from './references.ts';

/**
 * The definition of the name at an offset. A declaration, or the id of a call, is its own definition, because editors then list the
 * references instead.
 */
export function definition<Holder>(
  source: Source<Holder>,
  offset: number,
  { definitionLinks }: Pick<ClientAbilities, 'definitionLinks'>,
): Location[] | LocationLink[] {
  const site = siteAt(source, offset);
  const half = site ? halfOf(site) : halfAt(source, offset);
  const call = half?.half.kind === 'reply' ? callOf(source, half) : undefined;
  const defining = site && call === undefined ? definedBy(source, site) : undefined;
  const locations = [
    ...locationsOf(source, call ? [call] : [], ({ half }) => half.at),
    ...locationsOf(source, defining ? [defining] : [], ({ mention }) => mention),
  ];
  const origin = site?.mention ?? half?.half.at;
  const holder = (site ?? half)?.holder;
  if (!definitionLinks || origin === undefined || holder === undefined) return locations;
  const originSelectionRange = source.rangesIn(holder)(origin);
  return locations.map(({ uri, range }) => ({
    originSelectionRange,
    targetUri: uri,
    targetRange: range,
    targetSelectionRange: range,
  }));
}

function definedBy<Holder>(source: Source<Holder>, site: Site<Holder>): Site<Holder> | undefined {
  const { named, part } = site.mention;
  if (part === 'declaration' || (named === 'id' && part === 'call')) return site;
  return named === 'callee' ? declarationFor(source, symbolOf(source, site), site.holder) : undefined;
}

/** The declaration of a tool that applies to a call: the last declaration before the call, or else the first one after it. */
export function declarationFor<Holder>(source: Source<Holder>, { key }: Symbol, at: Holder): Site<Holder> | undefined {
  const holders = source.holders(declared(key));
  const before = upTo(source, holders, at);
  const holder = holders[Math.max(0, before - 1)];
  const all = holder === undefined ? [] : source.factsOf(holder).mentions;
  const of = all.filter((one) => one.key === key && one.part === 'declaration');
  const mention = before > 0 ? of.at(-1) : of[0];
  return mention && holder !== undefined ? { holder, mention } : undefined;
}
