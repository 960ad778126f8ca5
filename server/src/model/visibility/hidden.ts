/** Finds the ranges of a body that users do not see: thoughts, calls, and text that may be either (2.2 §7, A-078, A-109, A-140). */

import { modelRole, type TokenFact } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { isQuoted, type Segment, segments } from '../../syntax/body.ts';
import { skipSpace } from '../../syntax/cutter.ts';
import { type Family, headerToken } from '../../syntax/families/family.ts';
import { families } from '../../syntax/families/index.ts';
import { parseValues } from '../../syntax/json/values.ts';
import { append } from '../../syntax/lists.ts';
import { isToolRole } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { nearTokens } from '../../syntax/tokens/near-tokens.ts';
import { CHANNEL, CONSTRAIN, LITERAL, START, tokenAt } from '../../syntax/tokens/tokens.ts';
import { indexWithin } from '../../syntax/within.ts';
import { bodyCalls } from '../calls/body-calls.ts';
import { type FunctionPart, functionParts } from '../calls/functions.ts';
import { codeSpans } from '../code-spans.ts';
import type { Message } from '../message.ts';
import { hiddenThoughts, type ThoughtMark } from '../thoughts.ts';
import { mayHoldTag, taggedSpans, tagTexts } from './tags.ts';

/**
 * A hidden range. `doubt`: whether the range may be meant for users after all. If a fault only makes the extent of the range uncertain,
 * `doubt` is false.
 */
export interface Hidden extends Span {
  readonly doubt: boolean;
  /** Whether the range is a pair of tags in code. The code is an example, although a server may parse it. */
  readonly inCode?: boolean;
}

/** A token in a body. `exact`: whether the token is valid in the document. If not, it may have been meant as one. */
interface Mark extends Span {
  readonly token: TokenFact;
  readonly exact: boolean;
}

/** Whether any part of a message may be hidden. This check is fast. */
export function mayHide(block: Block): boolean {
  if (has(block, Trait.OddBody | Trait.Suspicious) || !has(block, Trait.HasMessage)) return true;
  if (block.family.conceals !== undefined || hasForeignHeader(block)) return true;
  const bar = block.text.indexOf('|', block.bodyStart);
  return (
    // The terminator is not found here, since its bars are after the body.
    (bar >= 0 && bar < block.bodyEnd) ||
    (block.family.has.tags && mayHoldTag(block.text)) ||
    (block.family.has.bodyCalls && signsOfCall.test(block.text))
  );
}

/**
 * Whether the header contains a token of another family, for example after an opener of that family. If so, the whole message may
 * be of that family.
 */
function hasForeignHeader({ text, headerEnd, family }: Block): boolean {
  if (family.has.channels) return false;
  for (let at = text.indexOf('<|'); at >= 0 && at < headerEnd; at = text.indexOf('<|', at + 2))
    if (family.tokenAt(text, at)?.kind === 'foreign') return true;
  return false;
}

/** Matches a character that every call has, even a broken or incomplete one. */
const signsOfCall = /["'“”{(=[]/;

/** Returns the hidden ranges of a visible message, ordered by their start. They may overlap. Offsets are in the block of the body. */
export function hiddenStretches(message: Message): readonly Hidden[] {
  const { body, role } = message;
  const { text, bodyStart, bodyEnd } = body;
  const { bodyCalls: calls, functions, quotes, tags } = body.family.has;
  if (hasForeignHeader(body)) return [{ start: bodyStart, end: bodyEnd, doubt: true }];
  const all = segments(body);
  const tagged = tags ? markCode(body, taggedSpans(withoutMarks(body, all), bodyStart, bodyEnd, role)) : [];
  const unclosed: Hidden[] = [];
  const marks: Mark[] = [];
  // All segments are processed in a single pass, since a body can have any number of them.
  for (const segment of all) {
    if (segment.kind === 'literal') {
      if (forgetsItsEnd(text, segment)) return [{ start: bodyStart, end: bodyEnd, doubt: true }];
      append(unclosed, unclosedLiteral(text, segment));
    } else addMarks(marks, text, segment, { quotes, tags });
  }
  const assistant = role === modelRole;
  const payloads = functionParts(body, role);
  const thoughts = assistant ? hiddenThoughts(thoughtMarks(marks), body) : [];
  const call = assistant ? marks.find(({ token }) => callers.has(token.name)) : undefined;
  // The lists are flattened, since spreading them as arguments fails if a body has too many marks.
  const ranges: Hidden[] = [
    tagged,
    body.family.conceals?.(body, role) ?? [],
    frames(body, marks, assistant),
    unclosed,
    thoughts,
    call ? [{ start: call.start, end: bodyEnd, doubt: !call.exact || !calls }] : [],
    assistant && calls ? bodyCalls(body) : [],
    assistant
      ? payloads.map(({ start, payloadEnd: end, error }) => until(start, error ? bodyEnd : end))
      : // In a message with another role, only the output of a tool is hidden.
        payloads
          .filter(({ token, values }) => functions && token.name === 'function_output' && values.length > 0)
          .map(({ start, payloadEnd: end }) => until(start, end)),
    assistant && functions ? looseFunctions(text, marks, bodyEnd) : [],
    assistant && functions ? otherCalls(body, payloads, thoughts) : [],
  ].flat();
  return ranges.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The text of a block in which tokens that the family itself handles are replaced by spaces, so that they are not mistaken for tags. */
function withoutMarks({ text, family }: Block, all: readonly Segment[]): string {
  if (family.conceals === undefined) return text;
  let maskedText = '';
  let at = 0;
  for (const { kind, token, start, end } of all) {
    if (kind !== 'token' || token === undefined || tagTexts.includes(token.text)) continue;
    maskedText += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return maskedText + text.slice(at);
}

function markCode({ text, bodyStart, bodyEnd }: Block, spans: readonly Hidden[]): readonly Hidden[] {
  if (spans.length === 0) return spans;
  const isCode = codeSpans(text, bodyStart, bodyEnd);
  return spans.map((span) => ({ ...span, inCode: !span.doubt && isCode(span.start) && isCode(span.end - 1) }));
}

const until = (start: number, end: number): Hidden => ({ start, end, doubt: false });

/** Adds the tokens in a segment, and words that may have been meant as tokens. */
function addMarks(
  marks: Mark[],
  text: string,
  { kind, token, start, end }: Segment,
  { quotes, tags }: Pick<Family['has'], 'quotes' | 'tags'>,
): void {
  if (kind === 'token' && token) marks.push({ token, start, end, exact: true });
  if (kind !== 'text') return;
  for (const near of nearTokens(text, start, end)) {
    // In families with tags, `<|begin_of_thought|>` is a tag and not a token.
    if (tags && tagTexts.includes(text.slice(near.start, near.end))) continue;
    // In prose, quoted words of other models are not tokens, whatever the dialect.
    const isProse = (quotes || near.isBorrowed) && isQuoted(text, near.start, near.end);
    if (!isProse) marks.push({ ...near, exact: near.isBorrowed });
  }
}

/** Maps each token of a thought to the edge that it marks, and to the name of the thought. */
const edges = new Map<string, { readonly edge: 'start' | 'end'; readonly name: string }>();
for (const { tokens } of Object.values(families))
  for (const { kind, name: token } of tokens) {
    const [, edge, name = ''] = kind === 'thought' ? (/^(start|end)_(\w+)$/.exec(token) ?? []) : [];
    if (edge) edges.set(token, { edge: edge as 'start' | 'end', name });
  }

function thoughtMarks(marks: readonly Mark[]): ThoughtMark[] {
  const edgeMarks: ThoughtMark[] = [];
  for (const { token, start, end, exact } of marks) {
    const one = token.kind === 'thought' ? edges.get(token.name) : undefined;
    if (one) edgeMarks.push({ start, end, exact, ...one });
  }
  return edgeMarks;
}

const all: readonly Family[] = Object.values(families);
/**
 * The names of tokens of all families: those that continue or end a header, those that begin or end a message, and those that
 * begin a call.
 */
const parts = new Set(
  [CHANNEL, CONSTRAIN, ...all.flatMap(({ frame }) => headerToken(frame) ?? [])].map(({ name }) => name),
);
const openers = new Set(all.flatMap(({ frame }) => frame.openers.flatMap(({ name, common }) => (common ? [] : name))));
const terminators = new Set(all.flatMap(({ frame }) => frame.terminators.map(({ name }) => name)));
const callers = new Set(
  all.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'call').map(({ name }) => name)),
);

/**
 * Returns the range after a token that begins another message or continues a header. Since users may write about tokens, their
 * text must also have the end of a header, or a role after the opener.
 */
function frames({ text, bodyEnd, family }: Block, marks: readonly Mark[], assistant: boolean): Hidden[] {
  const { channels, escapes } = family.has;
  const headerEnd = headerToken(family.frame)?.name;
  const goesOn = headerEnd !== undefined && marks.some(({ token }) => token.name === headerEnd);
  const inHeader = assistant || goesOn;
  const first = marks.find(({ token: { name }, end }) => {
    // Tokens that several formats have count only in those formats.
    const ownOpener = family.frame.openers.some((one) => one.name === name);
    const opener = openers.has(name) || ownOpener;
    // An opener that is a complete header does not need a role after it.
    if (ownOpener && family.frame.headerEnd === 'opener') return true;
    // Openers of other families count as openers, except in Harmony, where they are text.
    const isFrameToken = parts.has(name) || name === START.name || (opener && (!channels || escapes));
    const next = terminators.has(name) ? skipSpace(text, end) : end;
    return (isFrameToken && inHeader) || (opener && roleFollows(text, end)) || (!channels && headerFollows(text, next));
  });
  return first ? [{ start: first.start, end: bodyEnd, doubt: true }] : [];
}

/**
 * The words that are a role in some family, or are meant as one. Words that are meant as the role of a tool are not included,
 * since they count only if they are spelled exactly.
 */
const roleNames = all.flatMap(({ roles, roleMeant }) => [
  ...roles.map(({ name }) => name),
  ...Object.keys(roleMeant).filter((word) => !isToolRole(word)),
]);

/** Whether the word after an offset is a role, even if it is misspelled. */
export function roleFollows(text: string, at: number): boolean {
  const [, word = ''] = /^[^\p{L}\p{N}<]{0,3}([\p{L}\p{N}_.]{2,40})/u.exec(text.slice(at, at + 48)) ?? [];
  return word !== '' && (isToolRole(word) || closest(word, roleNames) !== undefined);
}

/** Regular expressions for a header that ends with a line break. It has a role and at most one attribute. */
const headerLines = all
  .filter(({ frame }) => frame.headerEnd === 'line break')
  .map(({ roles, attributes }) => {
    const oneOf = (facts: readonly { readonly name: string }[]) => `(?:${facts.map(({ name }) => name).join('|')})`;
    const attribute = attributes.length > 0 ? `(?:[ \\t]+${oneOf(attributes)}=\\S*)?` : '';
    return `${oneOf(roles)}${attribute}[ \\t]*[\\r\\n]`;
  });
const header = new RegExp(headerLines.join('|'), 'y');

/** Whether a role and a line break follow at an offset. The token before it may then be an opener, or precede one. */
export function headerFollows(text: string, at: number): boolean {
  header.lastIndex = at;
  return header.test(text);
}

/** Whether a function token is misspelled, or has no effect at its position. Such a token is hidden nevertheless. */
const isLooseFunction = ({ token, exact }: Mark) => token.kind === 'function' && !exact;

/**
 * The ranges of loose function tokens with their JSON. A range that extends to the end of the body includes all later tokens, so
 * the search ends there.
 */
function looseFunctions(text: string, marks: readonly Mark[], bodyEnd: number): Hidden[] {
  const ranges: Hidden[] = [];
  for (const mark of marks.filter(isLooseFunction)) {
    const end = payloadEnd(text, mark, bodyEnd);
    ranges.push({ start: mark.start, end, doubt: true });
    if (end === bodyEnd) break;
  }
  return ranges;
}

const beforeJson = /^[^\S\r\n]*<\|\w{1,40}\|>(?=\s*[{[])/gm;

/**
 * The ranges of JSON after any other token at the beginning of a line, even if the token is text there. JSON follows a function
 * token in the same way, so such a range may be a call with a wrong token. Tokens in thoughts are skipped, unless the thought is in doubt.
 */
function otherCalls(
  { text, bodyStart: from, bodyEnd: to }: Block,
  payloads: readonly FunctionPart[],
  thoughts: readonly Hidden[],
): Hidden[] {
  const ranges: Hidden[] = [];
  const certain = thoughts.filter(({ doubt }) => !doubt).sort((a, b) => a.start - b.start);
  let next = 0;
  // Calls without faults are certain.
  const clean = new Set(payloads.flatMap(({ end, error }) => (error ? [] : [end])));
  beforeJson.lastIndex = from;
  for (let mark = beforeJson.exec(text); mark !== null && mark.index < to; mark = beforeJson.exec(text)) {
    const token = text.indexOf('<', mark.index);
    while ((certain[next]?.end ?? Number.POSITIVE_INFINITY) <= token) next++;
    const thought = certain[next];
    if (thought && thought.start <= token) {
      beforeJson.lastIndex = thought.end;
      continue;
    }
    const after = skipSpace(text, mark.index + mark[0].length);
    // Text that begins with a square bracket may be a tag for thoughts instead of JSON.
    if (tagTexts.some((tag) => text.startsWith(tag, after))) continue;
    const end = jsonEnd(text, mark.index + mark[0].length, to);
    ranges.push({ start: mark.index, end, doubt: !clean.has(mark.index + mark[0].length) });
    if (end === to) break;
    beforeJson.lastIndex = end;
  }
  return ranges;
}

/** The end of the JSON after a function token; the end of the body if it cannot be determined. */
function payloadEnd(text: string, { token, start, end }: Mark, bodyEnd: number): number {
  return text.startsWith(token.text, start) ? jsonEnd(text, end, bodyEnd) : bodyEnd;
}

function jsonEnd(text: string, from: number, bodyEnd: number): number {
  const { values, error, end } = parseValues(text.slice(from, bodyEnd));
  return error || values.length === 0 ? bodyEnd : from + end;
}

const ending = new Set(['opener', 'part', 'terminator']);

/**
 * The range of an unclosed literal block that may not be part of the block: from the first token that ends the block or begins
 * something else.
 */
function unclosedLiteral(text: string, { kind, start, end, closed }: Segment): Hidden[] {
  if (kind !== 'literal' || closed) return [];
  for (const near of nearTokens(text, start + LITERAL.text.length, end)) {
    // The thought may begin anywhere before this token.
    if (near.token.kind === 'thought') return [{ start, end, doubt: true }];
    if (ending.has(near.token.kind)) return [{ start: near.start, end, doubt: true }];
  }
  return [];
}

/**
 * Whether the end marker of a literal block is missing, so that the end marker of a later block closes it. This is assumed if the
 * block contains the end of a message and, after that, the beginning of another literal block.
 */
function forgetsItsEnd(text: string, segment: Segment): boolean {
  return innerLiteral(text, segment) >= 0;
}

/**
 * Returns the start of another literal block that follows a terminator inside a closed literal block; -1 if there is none. All offsets are
 * in `text`.
 */
export function innerLiteral(text: string, { kind, start, end, closed }: Segment): number {
  if (kind !== 'literal' || !closed) return -1;
  let ended = false;
  for (let hop = indexWithin(text, '<|', start + 1, end); hop >= 0; hop = indexWithin(text, '<|', hop + 2, end)) {
    const token = tokenAt(text, hop);
    if (token === LITERAL && ended) return hop;
    ended ||= token?.kind === 'terminator';
  }
  return -1;
}
