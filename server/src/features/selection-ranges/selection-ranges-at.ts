/** `textDocument/selectionRange` of a transcript. */

import type { Position, SelectionRange } from 'vscode-languageserver-types';
import { functionParts } from '../../model/calls/functions.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { codeFences } from '../../model/code-spans.ts';
import { headerInfo } from '../../model/message.ts';
import { thoughtsOf } from '../../model/thoughts.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { headerValues } from '../../syntax/document-header/values.ts';
import { readJson } from '../../syntax/json/read.ts';
import { append } from '../../syntax/lists.ts';
import { type MessageHeader, messageHeader } from '../../syntax/message-header.ts';
import type { Place } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import { ENDLITERAL, LITERAL } from '../../syntax/tokens/tokens.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { tokenAround } from '../support/cursor.ts';
import { turnAround } from '../support/turn.ts';
import { nested, nothingAt, selectionRange, valuesAround, wordAndLine } from './nested.ts';

/** The maximum length of JSON that is parsed for a selection (UTF-16 units). In longer JSON, the selection grows line by line. */
const MAX_JSON_LENGTH = 2_000_000;

export function selectionsOf(transcript: Transcript, positions: readonly Position[]): SelectionRange[] {
  return positions.map((position) => {
    const offset = transcript.offsetAt(position);
    const place = transcript.blocks.placeAt(offset);
    return place ? selectionAt(transcript, place, offset - place.start) : nothingAt(position);
  });
}

function selectionAt(transcript: Transcript, place: Place, at: number): SelectionRange {
  const { block, start } = place;
  const spans = block.kind === 'message' ? inMessage(block, at) : block.kind === 'document-header' ? inYaml(block) : [];
  const token = tokenAround(block.text, at, block.family.tokenAt);
  const chain = nested([...wordAndLine(block.text, at, 0, block.text.length), ...spans, ...(token ? [token] : [])], at);
  const turn = at <= block.end && block.kind === 'message' ? turnAround(transcript, place) : undefined;
  const outer: Span[] = turn ? [{ start: turn.start - start, end: turn.end - start }] : [];
  outer.push({ start: -start, end: transcript.length - start });
  const last = chain.at(-1) as Span;
  const larger = outer.filter(
    ({ start, end }) => start <= last.start && end >= last.end && end - start > last.end - last.start,
  );
  return selectionRange([...chain, ...larger], (span) => {
    const [from, to] = [start + span.start, start + span.end];
    const inBlock = span.start >= 0 && span.end <= block.text.length;
    const positionOf = (offset: number) =>
      inBlock ? transcript.positionIn(place, offset - start) : transcript.positionAt(offset);
    return { start: positionOf(from), end: positionOf(to) };
  });
}

function inYaml(block: Block): Span[] {
  const spans = headerValues(block).entries.flatMap(({ keyStart, keyEnd, valueEnd }) => [
    { start: keyStart, end: keyEnd },
    { start: keyStart, end: Math.max(keyEnd, valueEnd) },
  ]);
  return [...spans, { start: 0, end: block.text.trimEnd().length }];
}

/** The spans of the parts of a message around an offset, relative to its block. */
function inMessage(block: Block, at: number): Span[] {
  const { bodyStart, bodyEnd, end } = block;
  const header = messageHeader(block);
  const headerEnd = has(block, Trait.HasMessage) ? bodyStart : Math.min(header.bodyStart, bodyEnd);
  const whole = [
    { start: 0, end: headerEnd },
    { start: 0, end },
  ];
  if (at < headerEnd) return [...inHeader(header), ...whole];
  return [...inBody(block, headerEnd, at), { start: headerEnd, end: bodyEnd }, ...whole];
}

function inHeader({ role, attributes, channel, constrain, contentType }: MessageHeader): Span[] {
  const words: (Span | undefined)[] = [role, contentType];
  for (const part of [channel, constrain]) {
    if (part === undefined) continue;
    words.push(part.word, { start: part.token.start, end: part.word?.end ?? part.token.end });
  }
  for (const { start, end, key, valueStart } of attributes)
    words.push({ start, end }, { start, end: start + key.length }, { start: valueStart, end });
  return words.filter((span) => span !== undefined);
}

function inBody(block: Block, from: number, at: number): Span[] {
  const { text, bodyEnd } = block;
  const { role } = headerInfo(block);
  const spans: Span[] = [paragraph(text, at, from, bodyEnd)];
  const json: Span[] = [];
  for (const { start, end, inner } of codeFences(text, from, bodyEnd)) {
    spans.push({ start, end }, inner);
    json.push(inner);
  }
  for (const part of taggedParts(block, role)) {
    spans.push(part, part.inner);
    json.push(part.inner);
  }
  for (const { start, payloadEnd, values } of functionParts(block, role)) {
    spans.push({ start, end: payloadEnd });
    append(json, values);
  }
  const thoughts = thoughtsOf(block).blocks;
  for (const { start, end } of thoughts) {
    if (end) spans.push({ start: start.start, end: end.end }, { start: start.end, end: end.start });
  }
  append(spans, [...literals(block), ...sections(block)]);
  json.push({ start: from, end: bodyEnd });
  const within = json.find(({ start, end }) => start <= at && at <= end && looksLikeJson(text, start, end));
  if (within) {
    const { root } = readJson(text.slice(within.start, within.end));
    for (const { start, end } of valuesAround(root, at - within.start))
      spans.push({ start: within.start + start, end: within.start + end });
  }
  return spans;
}

function looksLikeJson(text: string, start: number, end: number): boolean {
  return end - start <= MAX_JSON_LENGTH && /^\s*[{[]/.test(text.slice(start, Math.min(end, start + 1000)));
}

/** The paragraph around a position, which extends from one blank line to the next. */
function paragraph(text: string, at: number, from: number, to: number): Span {
  const blank = /\r?\n[ \t]*\r?\n/g;
  const before = text.slice(Math.max(from, at - MAX_PARAGRAPH_LENGTH), at);
  let start = Math.max(from, at - MAX_PARAGRAPH_LENGTH);
  for (const { index, 0: blankLine } of before.matchAll(blank)) start = at - before.length + index + blankLine.length;
  const [next] = text.slice(at, Math.min(to, at + MAX_PARAGRAPH_LENGTH)).matchAll(blank);
  return { start, end: next ? at + next.index : Math.min(to, at + MAX_PARAGRAPH_LENGTH) };
}

const MAX_PARAGRAPH_LENGTH = 20_000;

function literals(block: Block): Span[] {
  if (!has(block, Trait.HasLiteral) || !has(block, Trait.OddBody)) return [];
  return segments(block).flatMap(({ kind, start, end, closed }) =>
    kind === 'literal'
      ? [
          { start, end },
          { start: start + LITERAL.text.length, end: closed ? end - ENDLITERAL.text.length : end },
        ]
      : [],
  );
}

/** The thought sections in 2.x, each from one marker to the next. */
function sections(block: Block): Span[] {
  if (!has(block, Trait.OddBody) || !block.family.has.thoughtMarkers) return [];
  const marks = segments(block).filter(({ token }) => token?.kind === 'thought');
  return marks.map(({ start }, i) => ({ start, end: marks[i + 1]?.start ?? block.bodyEnd }));
}
