/** What an end user may see. Every view asks here (2.2 §4, §5, §7, §11; A-049… ). */
import {
  channels,
  chatmlTokens,
  controlTokens,
  fimOrder,
  roles,
  type TokenFact,
  thoughtMarkers,
} from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import { attributeValue, type Span } from '../syntax/message-header.ts';
import { functionParts } from './functions.ts';
import type { Meaning, Message, Reading } from './message.ts';
import { thoughtsOf } from './thoughts.ts';

const visibleRoles = new Set(roles.filter((role) => role.visible).map((role) => role.name));
const visibleChannels = new Set(channels.filter((channel) => channel.visible).map((channel) => channel.name));

/**
 * Whether a message is shown: by a user or the assistant, to no tool, on `final`, or as a preamble; with an intent,
 * only as a preamble (2.2 §6, A-053, A-055). What cannot be read is not shown, and neither is a message that names a
 * second, different channel.
 */
export function isVisible(message: Meaning, { harmony }: Reading): boolean {
  const { header, role, effectiveChannel, kind, intent } = message;
  if (role === undefined || !visibleRoles.has(role) || kind !== 'plain') return false;
  if (effectiveChannel === undefined || header.channels.some(({ name }) => name !== effectiveChannel)) return false;
  return (intent === undefined && visibleChannels.has(effectiveChannel)) || isPreamble(message, harmony);
}

/**
 * A plan for the user on commentary. OpenChatML flags it; Harmony does not, so there a recipient, or a channel that is
 * only like `commentary`, means that it is none (A-054, HARM-38).
 */
export function isPreamble({ header, role, effectiveChannel, kind, intent }: Meaning, harmony: boolean): boolean {
  if (role !== 'assistant' || effectiveChannel !== 'commentary' || kind !== 'plain') return false;
  if (intent !== undefined) return intent === 'preamble';
  return (
    harmony && header.channel?.word?.text === effectiveChannel && readers.has(attributeValue(header, 'to') ?? 'all')
  );
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
 * hidden, up to its end marker or the end (2.2 §7; Harmony has no such markers). Half a token at the end of a document
 * that breaks off is in no part: it is no text.
 */
export function contentParts(message: Message, { escapes }: Reading): ContentPart[] {
  const { body, content, role } = message;
  const end = content.text.length - partialToken(message, escapes);
  if (has(body, Trait.ChatML)) return chatmlParts(message, end);
  if (role !== 'assistant' || !has(body, Trait.OddBody))
    return parts([{ text: content.text.slice(0, end), hidden: false }]);
  const result: ContentPart[] = [];
  let at = 0;
  let hidden = false;
  for (const mark of segments(body, escapes)) {
    if (mark.kind !== 'token' || mark.token?.kind !== 'thought') continue;
    const from = contentOffset(message, mark.start);
    const opens = mark.token.name.startsWith('start_');
    result.push({ text: content.text.slice(at, from), hidden });
    at = opens ? from : contentOffset(message, mark.end);
    hidden = opens;
  }
  result.push({ text: content.text.slice(at, end), hidden });
  return parts(result);
}

/**
 * The parts of a 0.1 message: of what the assistant writes, thought blocks are hidden, and function tokens with
 * their payload. A thought that nothing ends, or that nothing begins, is hidden as far as it may reach.
 */
function chatmlParts({ body, role }: Message, end: number): ContentPart[] {
  const marks = role === 'assistant' ? hiddenSpans(body, role) : [];
  const write = cursorWriter(body.text, segments(body, false));
  const result: ContentPart[] = [];
  let at = 0;
  const add = (to: number, hidden: boolean) => {
    const from = Math.min(at, end);
    const until = Math.min(Math.max(to, from), end);
    result.push({ text: write(body.bodyStart + from, body.bodyStart + until), hidden });
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

/** What of a 0.1 body is hidden, in the order of beginnings; spans may overlap. */
function hiddenSpans(body: Block, role: string): Span[] {
  const { blocks, unmatched } = thoughtsOf(body);
  return [
    ...unmatched.map(({ end }) => ({ start: body.bodyStart, end })),
    ...blocks.map(({ start, end }) => ({ start: start.start, end: end?.end ?? body.bodyEnd })),
    ...functionParts(body, role).map(({ start, payloadEnd, error }) => ({
      start,
      end: error ? body.bodyEnd : payloadEnd,
    })),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** What a reader sees in place of a token of fill-in-the-middle. */
const cursor = '▮';

/**
 * Writes stretches of a text, which must ascend, with tokens of fill-in-the-middle as a cursor (0.1 §5). `tokens` are
 * those of the text, in order.
 */
export function cursorWriter(source: string, tokens: readonly (Span & { readonly token?: TokenFact })[]) {
  let next = 0;
  return (from: number, to: number): string => {
    let shown = '';
    let at = from;
    for (; next < tokens.length; next++) {
      const { token, start, end } = tokens[next] as (typeof tokens)[number];
      if (end > to) break;
      if (token?.kind !== 'fim' || start < at) continue;
      shown += source.slice(at, start) + (token.name === fimOrder[1] ? cursor : '');
      at = end;
    }
    return shown + source.slice(at, Math.max(at, to));
  };
}

/** Whether users see nothing of a 0.1 message although it is visible: it thinks and calls functions, and no more. */
export function isSilent(message: Message, reading: Reading): boolean {
  const { block } = message;
  if (!has(block, Trait.ChatML) || !has(block, Trait.OddBody)) return false;
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
