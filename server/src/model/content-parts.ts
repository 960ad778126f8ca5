/** The content of a message in stretches that users may and may not see (2.2 §7, A-078, A-109). */
import { chatmlTokens, controlTokens, type TokenFact, thoughtMarkers } from '../grammar/index.ts';
import { has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import type { Span } from '../syntax/message-header.ts';
import { misspellings } from '../syntax/misspelled.ts';
import { LITERAL, MESSAGE, tokenAt } from '../syntax/tokens.ts';
import { fillWriter, textOf } from './fill.ts';
import { hiddenSpans } from './hidden.ts';
import type { Message, Reading } from './message.ts';

/** A stretch of content. `hidden`: a thought section, from its start marker on. */
export interface ContentPart {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * The content of a message in the parts that a user may and may not see: a section that a thought marker opens is
 * hidden, up to its own end marker or the end (2.2 §7, A-078; Harmony has no such markers), and all before an end marker
 * that ends nothing. So is what follows a control token that is no text, or one in a literal block that is never closed:
 * another message, as likely as not. Half a token at the end of a document that breaks off is in no part: it is no text.
 */
export function contentParts(message: Message, reading: Reading): ContentPart[] {
  const { body, content } = message;
  const end = content.text.length - partialToken(message, reading.escapes);
  if (has(body, Trait.ChatML)) return chatmlParts(message, end);
  if (!has(body, Trait.OddBody | Trait.Suspicious)) return parts([{ text: content.text.slice(0, end), hidden: false }]);
  const result: ContentPart[] = [];
  const open: string[] = [];
  let at = 0;
  for (const mark of hidingMarks(message, reading)) {
    if (mark.kind === 'end' && !open.includes(mark.section)) {
      if (open.length > 0) continue;
      at = contentOffset(message, mark.end);
      result.splice(0, result.length, { text: content.text.slice(0, at), hidden: true });
      continue;
    }
    const from = contentOffset(message, mark.start);
    const hidden = open.length > 0;
    result.push({ text: content.text.slice(at, from), hidden });
    if (mark.kind === 'end') open.splice(open.lastIndexOf(mark.section), 1);
    else open.push(mark.section);
    // A marker is part of the section that it opens or ends.
    at = mark.kind === 'end' ? contentOffset(message, mark.end) : from;
    if (mark.kind === 'end' && hidden) result.push({ text: content.text.slice(from, at), hidden });
  }
  result.push({ text: content.text.slice(at, end), hidden: open.length > 0 });
  return parts(result);
}

interface HidingMark extends Span {
  readonly kind: 'start' | 'end';
  readonly section: string;
}

/** Where something hidden begins or ends in a body, in order. A misspelt start marker hides, too. */
function hidingMarks({ body, role }: Message, { escapes }: Reading): HidingMark[] {
  const found: HidingMark[] = [];
  const all = segments(body, escapes);
  const frames = role === 'assistant' || all.some(({ kind, token }) => kind === 'token' && token === MESSAGE);
  const add = (token: TokenFact, span: Span, exact: boolean) => {
    const [, edge, section = ''] = /^(start|end)_(\w+)$/.exec(token.name) ?? [];
    if (token.kind === 'thought') {
      if (role === 'assistant' && (edge === 'start' || exact)) {
        found.push({ start: span.start, end: span.end, kind: edge as 'start' | 'end', section });
      }
    } else if (frames && (token.kind === 'opener' || token.kind === 'part')) {
      found.push({ start: span.start, end: span.end, kind: 'start', section: token.text });
    }
  };
  for (const { kind, token, start, end, closed } of all) {
    if (kind === 'token' && token) add(token, { start, end }, true);
    const frame = kind === 'literal' && !closed ? firstFrameToken(body.text, start + LITERAL.text.length) : -1;
    if (frame >= 0) found.push({ start: frame, end: frame, kind: 'start', section: LITERAL.text });
    if (kind !== 'text') continue;
    for (const misspelt of misspellings(body.text, start, end)) {
      if (escapes || misspelt.token.harmonyId !== undefined) add(misspelt.token, misspelt, false);
    }
  }
  return found;
}

/** Where the first token stands that frames are made of, from an offset on; -1 if there is none. */
function firstFrameToken(text: string, from: number): number {
  for (let hop = text.indexOf('<|', from); hop >= 0; hop = text.indexOf('<|', hop + 2)) {
    if (frameKinds.has(tokenAt(text, hop)?.kind)) return hop;
  }
  return -1;
}

const frameKinds = new Set<TokenFact['kind'] | undefined>(['opener', 'part', 'terminator']);

/**
 * The parts of a 0.1 message: of what the assistant writes, thought blocks are hidden, and function tokens with
 * their payload. What may be either is hidden as far as it may reach.
 */
function chatmlParts({ body, role }: Message, end: number): ContentPart[] {
  const marks = role === 'assistant' ? hiddenSpans(body) : [];
  const write = fillWriter(body.text, segments(body, false));
  const result: ContentPart[] = [];
  let at = 0;
  const add = (to: number, hidden: boolean) => {
    const from = Math.min(at, end);
    const until = Math.min(Math.max(to, from), end);
    result.push({ text: textOf(write(body.bodyStart + from, body.bodyStart + until)), hidden });
    at = Math.max(at, to);
  };
  for (const span of marks) {
    if (span.end - body.bodyStart <= at) continue;
    add(span.start - body.bodyStart, false);
    add(span.end - body.bodyStart, true);
  }
  add(end, false);
  return parts(result);
}

function parts(all: ContentPart[]): ContentPart[] {
  return all.filter((part) => part.text !== '');
}

const tokenTexts = [...controlTokens, ...thoughtMarkers].map((token) => token.text);
const chatmlTexts = chatmlTokens.map((token) => token.text);

/** The length of a token that has only begun, such as `<|ret`, at the end of a message that breaks off. */
function partialToken({ block, body, content }: Message, escapes: boolean): number {
  if (!has(block, Trait.Open) || segments(body, escapes).at(-1)?.kind !== 'text') return 0;
  const found = /<\|\w*\|?$/.exec(content.text.slice(-20));
  const texts = has(block, Trait.ChatML) ? chatmlTexts : tokenTexts;
  if (!found || !texts.some((text) => text.startsWith(found[0]))) return 0;
  // The `<` of an escape that has only begun.
  const escape = escapes && content.text.at(-found[0].length - 1) === '<';
  return found[0].length + (escape ? 1 : 0);
}

/** The content offset of a block offset: the inverse of `Content.toBlock`, by search. */
function contentOffset({ content }: Message, blockOffset: number): number {
  let low = 0;
  let high = content.text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (content.toBlock(middle) < blockOffset) low = middle + 1;
    else high = middle;
  }
  return low;
}
