/**
 * Tokens for text that a TextMate grammar cannot color correctly: text that is hidden for reasons outside the body, and text on a line that
 * is too long for the grammar.
 */
import { channels, modelRole, userRole } from '../../grammar/index.ts';
import { functionParts } from '../../model/calls/functions.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { type HeaderInfo, headerInfo, message } from '../../model/message.ts';
import type { Verdict } from '../../model/visibility/verdict.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { append } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { ENDLITERAL, LITERAL } from '../../syntax/tokens/tokens.ts';
import { collector, Modifier, type Token, typeOf } from './token.ts';

const hiddenText = 'comment.block.hidden';
/** The maximum number of tokens for JSON. The rest of longer JSON is not colored. */
const MAX_VALUES = 10_000;

/**
 * The tokens for the hidden text and the long lines of a block, in order. They may overlap those of `structureOf`. `long`: whether the
 * block has a long line.
 */
export function fillingOf(block: Block, verdict: Verdict | undefined, long: boolean): Token[] {
  if (verdict === undefined || !has(block, Trait.HasMessage)) return [];
  const { text, bodyStart, bodyEnd } = block;
  const header = headerInfo(block);
  const { tokens, add } = collector();
  if (long && looksLikeJson(text, bodyStart)) return jsonTokens(text, bodyStart, bodyEnd);
  const calls = (block.family.parts?.(block, header.role) ?? []).filter(({ kind }) => kind === 'call');
  for (const { content } of calls)
    if (looksLikeJson(text, content.start)) append(tokens, jsonTokens(text, content.start, content.end));
  for (const { start, end } of hiddenIn(block, header, verdict, long, calls))
    add(start, end, hiddenText, Modifier.hidden);
  if (long && has(block, Trait.HasLiteral)) {
    for (const { kind, start, end, closed } of segments(block)) {
      if (kind === 'literal')
        add(start + LITERAL.text.length, closed ? end - ENDLITERAL.text.length : end, 'string.unquoted.literal');
    }
  }
  return calls.length === 0 ? tokens : tokens.sort((a, b) => a.start - b.start);
}

const looksLikeJson = (text: string, from: number) => /^\s*[{[]/.test(text.slice(from, from + 200));

/** The hidden text of a message that a theme should dim. Instructions are hidden as well, but they are meant to be read. */
function hiddenIn(block: Block, header: HeaderInfo, verdict: Verdict, long: boolean, calls: readonly Span[]): Span[] {
  const { text, bodyStart, bodyEnd } = block;
  const { role, kind } = header;
  if (!long && (isDimmed(header) || (role !== modelRole && role !== userRole))) return [];
  const whole = verdict.shown === 'hidden';
  if (whole && (kind !== 'plain' || role === undefined || looksLikeJson(text, bodyStart))) return [];
  const spans = whole ? [{ start: bodyStart, end: bodyEnd }] : hiddenParts(block, verdict);
  if (spans.length === 0) return spans;
  // Calls and returned values are not dimmed, since they are highlighted as JSON.
  const read = [
    ...calls,
    ...taggedParts(block, role).filter(({ name }) => name !== 'think'),
    ...functionParts(block, role).map(({ start, payloadEnd }) => ({ start, end: payloadEnd })),
  ].sort((a, b) => a.start - b.start);
  return without(spans, read);
}

/** The hidden parts of a message that users may see. */
function hiddenParts(block: Block, { shown, doubt, parts }: Verdict): Span[] {
  if (shown === 'none' || !(doubt || has(block, Trait.OddBody) || block.family.has.tags)) return [];
  const hidden = parts.filter((part) => part.hidden && part.end > part.start);
  if (hidden.length === 0) return [];
  const { content } = message(block);
  return hidden.map(({ start, end }) => ({ start: content.toBlock(start), end: content.toBlock(end - 1) + 1 }));
}

/** Whether the grammar itself dims the body, since the header shows that it is hidden. */
function isDimmed({ role, kind, channel }: HeaderInfo): boolean {
  if (kind === 'reply') return true;
  const { scope } = channels.find(({ name }) => name === channel) ?? {};
  return role === modelRole && scope !== undefined && typeOf(scope) === typeOf(hiddenText);
}

/** The parts of `spans` that are not in `others`; both lists must be in order. */
export function without<T extends Span>(spans: readonly T[], others: readonly Span[]): T[] {
  const remainders: T[] = [];
  let next = 0;
  for (const span of spans) {
    let at = span.start;
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    for (let i = next; i < others.length && (others[i] as Span).start < span.end; i++) {
      const { start, end } = others[i] as Span;
      if (start > at) remainders.push({ ...span, start: at, end: start });
      at = Math.max(at, end);
    }
    if (at < span.end) remainders.push({ ...span, start: at });
  }
  return remainders;
}

const value = /"(?:[^"\\\r\n]|\\.)*"(\s{0,20}:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** The keys, strings and other values of JSON, as a flat list. Brackets are not colored. */
function jsonTokens(text: string, from: number, to: number): Token[] {
  const { tokens, add } = collector();
  value.lastIndex = from;
  for (let match = value.exec(text); match !== null && match.index < to; match = value.exec(text)) {
    const [valueText, colon] = match;
    const end = Math.min(to, match.index + valueText.length - (colon?.length ?? 0));
    const [first] = valueText;
    const scope =
      first !== '"'
        ? /[tfn]/.test(first as string)
          ? 'constant.language'
          : 'constant.numeric'
        : colon === undefined
          ? 'string.quoted.double'
          : 'support.type.property-name';
    add(match.index, end, scope);
    if (tokens.length >= MAX_VALUES) break;
  }
  return tokens;
}
