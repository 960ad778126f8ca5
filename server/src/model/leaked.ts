/** Finds leftover control text in content, both at its edges, where it is rarely intended, and in the middle. */
import { type LeakedFact, leakedTokens, templateMarkers } from '../grammar/leaked-tokens.ts';
import { isQuoted } from '../syntax/body.ts';
import type { Span } from '../syntax/span.ts';
import { codeSpans } from './code-spans.ts';

export interface Leaked extends Span {
  readonly fact: LeakedFact;
  readonly where: LeakedFact['at'] | 'within';
}

const markers = templateMarkers.map((text) => ({ text, fact: undefined }));
const factsAt = (at: LeakedFact['at']) => [
  ...leakedTokens.flatMap((fact) => (fact.at === at ? [{ text: fact.text, fact }] : [])),
  ...markers,
];
const opening = factsAt('start');
const closing = factsAt('end');

const escaped = (text: string) => text.replace(/[[\]|/]/g, '\\$&');
const unmistakable = leakedTokens.filter(({ isHtml, at }) => !isHtml && at !== 'line');
const byText = new Map(unmistakable.map((fact) => [fact.text, fact]));
const anywhere = new RegExp([...byText.keys()].map(escaped).join('|'), 'g');
const headings = new Map(leakedTokens.flatMap((fact) => (fact.at === 'line' ? [[fact.text, fact]] : [])));
const headed = new RegExp(`^(?:${[...headings.keys()].map(escaped).join('|')})`, 'gm');

/** Returns the leaked tokens at the beginning and the end of content. If `<s>` and `</s>` come in pairs, they are HTML. */
export function leakedAtEdges(text: string): readonly Leaked[] {
  const last = text.charCodeAt(text.trimEnd().length - 1);
  const first = text.charCodeAt(text.search(/\S/));
  if (!closers.has(last) && !openers.has(first)) return none;
  const edgeTokens = [...fromStart(text), ...toEnd(text)];
  const isHtml = edgeTokens.some(({ fact }) => fact.isHtml) && count(text, '<s>') === count(text, '</s>');
  return isHtml ? edgeTokens.filter(({ fact }) => !fact.isHtml) : edgeTokens;
}

/** Matches the text before a token that is a word in a sentence, as in `It is </s>`. */
const endsSentence = /^[\p{L},:;] $/u;
const none: readonly Leaked[] = [];
const openers = new Set(opening.map(({ text }) => text.charCodeAt(0)));
const closers = new Set(closing.map(({ text }) => text.charCodeAt(text.length - 1)));
const count = (text: string, of: string) => text.split(of).length;

function* fromStart(text: string): Generator<Leaked> {
  for (let at = text.search(/\S/); at >= 0; ) {
    const marker = opening.find((one) => text.startsWith(one.text, at));
    if (marker === undefined) return;
    const end = at + marker.text.length;
    if (marker.fact) yield { fact: marker.fact, where: 'start', start: at, end };
    at = end + Math.max(0, text.slice(end).search(/\S/));
  }
}

function* toEnd(text: string): Generator<Leaked> {
  for (let end = text.trimEnd().length; end > 0; ) {
    const marker = closing.find((one) => text.endsWith(one.text, end));
    if (marker === undefined) return;
    const start = end - marker.text.length;
    if (endsSentence.test(text.slice(Math.max(0, start - 2), start))) return;
    if (marker.fact) yield { fact: marker.fact, where: 'end', start, end };
    end = text.slice(0, start).trimEnd().length;
  }
}

/** Returns the leaked tokens in the middle of content. Code and quotes are skipped, since text may mention tokens. */
export function leakedWithin(text: string): readonly Leaked[] {
  const edges = new Set(leakedAtEdges(text).map(({ start }) => start));
  const inCode = codeSpans(text, 0, text.length);
  const lines = [...text.matchAll(headed)].flatMap(({ 0: heading, index }): Leaked[] => {
    const fact = headings.get(heading);
    return fact === undefined || inCode(index)
      ? []
      : [{ fact, where: 'line', start: index, end: index + heading.length }];
  });
  const tokens = [...text.matchAll(anywhere)].flatMap(({ 0: token, index }): Leaked[] => {
    const fact = byText.get(token);
    const end = index + token.length;
    if (fact === undefined || edges.has(index) || inCode(index) || isQuoted(text, index, end)) return [];
    return [{ fact, where: 'within', start: index, end }];
  });
  return [...lines, ...tokens];
}
