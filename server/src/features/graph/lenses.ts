/** `textDocument/codeLens`: tells whether a call is answered, how often a tool is called, and which reasoning will be dropped. */
import type { CodeLens, Location, Position } from 'vscode-languageserver-types';
import type { Span } from '../../syntax/span.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { halfAt, repliesTo, type Source, type Symbol, siteAt, sitesOf, telling } from './graph.ts';
import { firstOf, GRAPH_LIMITS } from './limits.ts';
import { locationsOf } from './references.ts';

/** The data that a lens carries until it becomes visible. It has a title only if that title needs no look-up. */
interface LensData {
  readonly uri: string;
  readonly title?: string;
}

/**
 * The lenses of a document. Most of them get their titles only when they become visible. Lines that several messages share have no lenses.
 */
export function lenses<Holder>(source: Source<Holder>): CodeLens[] {
  const { uri } = source;
  const { first, more } = firstOf(places(source), GRAPH_LIMITS.lenses);
  const codeLenses = first.map(({ holder, span, title }): CodeLens => {
    const data: LensData = { uri, ...(title !== undefined && { title }) };
    return { range: source.rangesIn(holder)(span), data };
  });
  const last = codeLenses.at(-1);
  if (more && last)
    last.data = {
      uri,
      title: `more than ${GRAPH_LIMITS.lenses} code lenses: the rest are not shown`,
    } satisfies LensData;
  return codeLenses;
}

interface Place<Holder> {
  readonly holder: Holder;
  readonly span: Span;
  readonly title?: string;
}

function* places<Holder>(source: Source<Holder>): Generator<Place<Holder>> {
  for (const holder of source.holders(telling)) {
    const { mentions, halves } = source.factsOf(holder);
    for (const span of mentions)
      if (span.part === 'declaration' && source.isAlone(holder, span)) yield { holder, span };
    for (const { kind, at: span } of halves)
      if (kind === 'call' && source.isAlone(holder, span)) yield { holder, span };
  }
  for (const { holder, span, count } of source.dropped?.() ?? []) {
    if (!source.isAlone(holder, span)) continue;
    const title = `${count} analysis ${count === 1 ? 'message' : 'messages'} will be dropped from the next prompt`;
    yield { holder, span, title };
  }
}

/** A lens with its title, and, if the client has a command that lists locations, with that command. */
export function resolved<Holder>(
  source: Source<Holder>,
  lens: CodeLens,
  offset: number,
  { showReferences }: Pick<ClientAbilities, 'showReferences'>,
): CodeLens {
  const { title: dataTitle } = (lens.data ?? {}) as LensData;
  const { title, locations } = dataTitle === undefined ? answerAt(source, offset) : { title: dataTitle, locations: [] };
  const position: Position = lens.range.start;
  if (showReferences === undefined || locations.length === 0) return { ...lens, command: { title, command: '' } };
  return { ...lens, command: { title, command: showReferences, arguments: [source.uri, position, locations] } };
}

function answerAt<Holder>(source: Source<Holder>, offset: number): { title: string; locations: Location[] } {
  const site = siteAt(source, offset);
  if (site?.mention.part === 'declaration') return callsOf(source, site.mention);
  const half = halfAt(source, offset);
  const replies = half ? repliesTo(source, half) : [];
  const locations = locationsOf(source, replies.slice(0, GRAPH_LIMITS.counted), ({ half }) => half.at);
  const title = replies.length === 0 ? 'unanswered' : replies.length === 1 ? 'reply' : `${replies.length} replies`;
  return { title, locations };
}

function callsOf<Holder>(source: Source<Holder>, symbol: Symbol): { title: string; locations: Location[] } {
  const calls = function* () {
    for (const site of sitesOf(source, symbol)) if (site.mention.part === 'call') yield site;
  };
  const { first, more } = firstOf(calls(), GRAPH_LIMITS.counted);
  const locations = locationsOf(source, first, ({ mention }) => mention);
  const count = more ? `more than ${GRAPH_LIMITS.counted}` : first.length || 'no';
  return { title: `${count} ${first.length === 1 ? 'call' : 'calls'}`, locations };
}
