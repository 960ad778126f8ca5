/** What an end user may see. Every view asks here (2.2 §4, §5, §7, §11; A-049… ). */
import { channels, chatmlTokens, controlTokens, roles, type TokenFact, thoughtMarkers } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import { attributeValue, type HeaderRule, type Span } from '../syntax/message-header.ts';
import { misspellings } from '../syntax/misspelled.ts';
import { LITERAL, MESSAGE, tokenAt } from '../syntax/tokens.ts';
import { fillWriter, textOf } from './fill.ts';
import { hiddenSpans, mayHide } from './hidden.ts';
import type { Meaning, Message, Reading } from './message.ts';
import { outerTokens } from './sequence.ts';

const assistant = 'assistant';
const preambleChannel = 'commentary';
const preambleIntent = 'preamble';
const visibleRoles = new Set(roles.filter((role) => role.visible).map((role) => role.name));
const visibleChannels = new Set(channels.filter((channel) => channel.visible).map((channel) => channel.name));

/**
 * Whether a message is shown: by a user or the assistant, to no tool, on `final`, or as a preamble; with an intent,
 * only as a preamble (2.2 §6, A-053, A-055). In doubt it is not: what cannot be read, what names a second channel,
 * what a router would take for a call, and what has words in its header that could have meant something else.
 */
export function isVisible(message: Meaning, block: Block, reading: Reading): boolean {
  const { header, role, effectiveChannel, kind, intent } = message;
  if (role === undefined || !visibleRoles.has(role) || kind !== 'plain') return false;
  if (effectiveChannel === undefined || header.channels.some(({ name }) => name !== effectiveChannel)) return false;
  if (block.terminator === 'call' || (has(block, Trait.ChatML) ? mayBeHidden(message, block) : isDoubtful(message)))
    return false;
  return (intent === undefined && visibleChannels.has(effectiveChannel)) || isPreamble(message, reading);
}

/** Faults that leave open what a message is for. An unknown attribute of a user names nothing that could be hidden. */
const doubts = new Set<HeaderRule>(['stray-word', 'literal-in-header', 'attr-unknown']);
/** Attributes that decide who sees a message. */
const deciding = /^(?:to|intent)=/;

function isDoubtful({ header, role, constraint }: Meaning): boolean {
  if (header.faults.some(({ rule, text }) => raisesDoubt(rule, text, role))) return true;
  // `<|constrain|>analysis`, and a header without `<|message|>` that may have lost its channel.
  if (constraint !== undefined && channels.some(({ name }) => name === constraint)) return true;
  return !header.closed && role === assistant && header.channel === undefined;
}

/** In 0.1, an assistant's header with words besides its name: a call or a thought without its line break, or 2.x. */
function mayBeHidden({ header, role }: Meaning, { text }: Block): boolean {
  if (role !== assistant) return false;
  if (!header.closed && /^\w+=/.test(text.slice(header.bodyStart, header.bodyStart + 50))) return true;
  return header.attributes.some(({ key }) => key !== 'name') || header.faults.some(({ rule }) => doubts.has(rule));
}

function raisesDoubt(rule: HeaderRule, text: string, role: string | undefined): boolean {
  if (rule === 'attr-empty' || rule === 'attr-duplicate') return deciding.test(text);
  return doubts.has(rule) && (rule !== 'attr-unknown' || role === assistant);
}

/**
 * A plan for the user on commentary. OpenChatML flags it, also with the profile on; Harmony does not, so there
 * anything else in the header means that it is none (A-054, HARM-38).
 */
export function isPreamble(meaning: Meaning, { harmony, escapes }: Reading): boolean {
  const { header, role, effectiveChannel, kind, intent } = meaning;
  if (role !== assistant || effectiveChannel !== preambleChannel || kind !== 'plain') return false;
  if (intent !== undefined) return intent === preambleIntent;
  if (!harmony || escapes || header.constrain !== undefined || header.contentType !== undefined) return false;
  return header.faults.length === 0 && readers.has(attributeValue(header, 'to') ?? 'all');
}

/** Recipients that are or include the end user. */
const readers = new Set(['user', 'all']);

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
  const frames = role === assistant || all.some(({ kind, token }) => kind === 'token' && token === MESSAGE);
  const add = (token: TokenFact, span: Span, exact: boolean) => {
    const [, edge, section = ''] = /^(start|end)_(\w+)$/.exec(token.name) ?? [];
    if (token.kind === 'thought') {
      if (role === assistant && (edge === 'start' || exact)) {
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
  const marks = role === assistant ? hiddenSpans(body) : [];
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

/**
 * Tells which stretches outside of a message are shown; they must ascend. They are files, or tasks of fill-in-the-middle
 * (0.1 §5, §6): other tokens, and misspelt ones, may be what is left of a message.
 */
export function visibleOutside(block: Block): (stretch: Span) => boolean {
  const others = outerTokens(block).filter(({ token }) => token.kind !== 'fim' && token.kind !== 'separator');
  let next = 0;
  return ({ start, end }) => {
    while ((others[next]?.start ?? Number.POSITIVE_INFINITY) < start) next++;
    const clean = (others[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
    return clean && misspellings(block.text, start, end, true).next().done === true;
  };
}

/** Whether users see nothing of a 0.1 message although it is visible: it thinks and calls functions, and no more. */
export function isSilent(message: Message, reading: Reading): boolean {
  const { block, role } = message;
  if (!has(block, Trait.ChatML) || role !== assistant || !mayHide(block)) return false;
  const all = contentParts(message, reading);
  return all.some(({ hidden }) => hidden) && all.every(({ text, hidden }) => hidden || text.trim() === '');
}

function parts(all: ContentPart[]): ContentPart[] {
  return all.filter((part) => part.text !== '');
}

/** The content of a visible message as a user may see it. */
export function visibleText(message: Message, reading: Reading): string {
  return contentParts(message, reading)
    .filter((part) => !part.hidden)
    .map((part) => part.text)
    .join('');
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
