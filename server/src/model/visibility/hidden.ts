/** The stretches of a body that are not for users: thoughts, calls, and text that may be either (2.2 §7, A-078, A-109, A-140). */

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

/** A hidden stretch. `doubt`: the stretch might be for users after all; not set if only the extent is in doubt because of a fault. */
export interface Hidden extends Span {
  readonly doubt: boolean;
  /** A pair of tags in code: an example, although a server may parse it. */
  readonly inCode?: boolean;
}

/** A token in a body. `exact`: it is valid in the document; otherwise it may have been intended as one. */
interface Mark extends Span {
  readonly token: TokenFact;
  readonly exact: boolean;
}

/** A fast check whether any part of a message may be hidden. */
export function mayHide(block: Block): boolean {
  if (has(block, Trait.OddBody | Trait.Suspicious) || !has(block, Trait.HasMessage)) return true;
  if (block.family.conceals !== undefined || hasForeignHeader(block)) return true;
  const bar = block.text.indexOf('|', block.bodyStart);
  return (
    // The terminator contains two bars.
    (bar >= 0 && bar < block.bodyEnd) ||
    (block.family.has.tags && mayHoldTag(block.text)) ||
    (block.family.has.bodyCalls && signsOfCall.test(block.text))
  );
}

/** Whether the header contains a token of another family, for example after a foreign opener: the message may be of that family. */
function hasForeignHeader({ text, headerEnd, family }: Block): boolean {
  if (family.has.channels) return false;
  for (let at = text.indexOf('<|'); at >= 0 && at < headerEnd; at = text.indexOf('<|', at + 2))
    if (family.tokenAt(text, at)?.kind === 'foreign') return true;
  return false;
}

/** Every call has one of these characters, even a broken or incomplete one. */
const signsOfCall = /["'“”{(=[]/;

/** The hidden stretches of a visible message, in order of their start; they may overlap. Offsets in the block of the body. */
export function hiddenStretches(message: Message): readonly Hidden[] {
  const { body, role } = message;
  const { text, bodyStart, bodyEnd } = body;
  const { bodyCalls: calls, functions, quotes, tags } = body.family.has;
  if (hasForeignHeader(body)) return [{ start: bodyStart, end: bodyEnd, doubt: true }];
  const all = segments(body);
  const tagged = tags ? markCode(body, taggedSpans(withoutMarks(body, all), bodyStart, bodyEnd, role)) : [];
  const unclosed: Hidden[] = [];
  const marks: Mark[] = [];
  // A single pass, since a body can have any number of segments.
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
  // Flattened, not spread: a body can have more marks than a function takes arguments.
  const found: Hidden[] = [
    tagged,
    body.family.conceals?.(body, role) ?? [],
    frames(body, marks, assistant),
    unclosed,
    thoughts,
    call ? [{ start: call.start, end: bodyEnd, doubt: !call.exact || !calls }] : [],
    assistant && calls ? bodyCalls(body) : [],
    assistant
      ? payloads.map(({ start, payloadEnd: end, error }) => until(start, error ? bodyEnd : end))
      : // The output of a tool, in a message of another role.
        payloads
          .filter(({ token, values }) => functions && token.name === 'function_output' && values.length > 0)
          .map(({ start, payloadEnd: end }) => until(start, end)),
    assistant && functions ? looseFunctions(text, marks, bodyEnd) : [],
    assistant && functions ? otherCalls(body, payloads, thoughts) : [],
  ].flat();
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The text in which spaces replace the marks that the family handles itself, so that these do not resemble tags. */
function withoutMarks({ text, family }: Block, all: readonly Segment[]): string {
  if (family.conceals === undefined) return text;
  let seen = '';
  let at = 0;
  for (const { kind, token, start, end } of all) {
    if (kind !== 'token' || token === undefined || tagTexts.includes(token.text)) continue;
    seen += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return seen + text.slice(at);
}

function markCode({ text, bodyStart, bodyEnd }: Block, spans: readonly Hidden[]): readonly Hidden[] {
  if (spans.length === 0) return spans;
  const isCode = codeSpans(text, bodyStart, bodyEnd);
  return spans.map((span) => ({ ...span, inCode: !span.doubt && isCode(span.start) && isCode(span.end - 1) }));
}

const until = (start: number, end: number): Hidden => ({ start, end, doubt: false });

/** Adds the tokens of a segment, and words that may be intended as tokens. */
function addMarks(
  marks: Mark[],
  text: string,
  { kind, token, start, end }: Segment,
  { quotes, tags }: Pick<Family['has'], 'quotes' | 'tags'>,
): void {
  if (kind === 'token' && token) marks.push({ token, start, end, exact: true });
  if (kind !== 'text') return;
  for (const near of nearTokens(text, start, end)) {
    // In families with tags, `<|begin_of_thought|>` is a tag.
    if (tags && tagTexts.includes(text.slice(near.start, near.end))) continue;
    // Prose may quote words of other models: they are not tokens in any dialect.
    const isProse = (quotes || near.isBorrowed) && isQuoted(text, near.start, near.end);
    if (!isProse) marks.push({ ...near, exact: near.isBorrowed });
  }
}

/** The edge of a thought that each token marks, by the name of the token. */
const edges = new Map<string, { readonly edge: 'start' | 'end'; readonly name: string }>();
for (const { tokens } of Object.values(families))
  for (const { kind, name: token } of tokens) {
    const [, edge, name = ''] = kind === 'thought' ? (/^(start|end)_(\w+)$/.exec(token) ?? []) : [];
    if (edge) edges.set(token, { edge: edge as 'start' | 'end', name });
  }

function thoughtMarks(marks: readonly Mark[]): ThoughtMark[] {
  const found: ThoughtMark[] = [];
  for (const { token, start, end, exact } of marks) {
    const one = token.kind === 'thought' ? edges.get(token.name) : undefined;
    if (one) found.push({ start, end, exact, ...one });
  }
  return found;
}

const all: readonly Family[] = Object.values(families);
/** The names of tokens in any family that continue or end a header, that begin or end a message, and that begin a call. */
const parts = new Set(
  [CHANNEL, CONSTRAIN, ...all.flatMap(({ frame }) => headerToken(frame) ?? [])].map(({ name }) => name),
);
const openers = new Set(all.flatMap(({ frame }) => frame.openers.flatMap(({ name, common }) => (common ? [] : name))));
const terminators = new Set(all.flatMap(({ frame }) => frame.terminators.map(({ name }) => name)));
const callers = new Set(
  all.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'call').map(({ name }) => name)),
);

/**
 * The text after a token that begins another message, or continues its header. Users may write about tokens: in their text, a
 * header must continue, or a role must follow the opener.
 */
function frames({ text, bodyEnd, family }: Block, marks: readonly Mark[], assistant: boolean): Hidden[] {
  const { channels, escapes } = family.has;
  const headerEnd = headerToken(family.frame)?.name;
  const goesOn = headerEnd !== undefined && marks.some(({ token }) => token.name === headerEnd);
  const inHeader = assistant || goesOn;
  const first = marks.find(({ token: { name }, end }) => {
    // Tokens that several formats share only count in the formats that have them.
    const ownOpener = family.frame.openers.some((one) => one.name === name);
    const opener = openers.has(name) || ownOpener;
    // An opener that is a complete header needs no text after it.
    if (ownOpener && family.frame.headerEnd === 'opener') return true;
    // Only in Harmony are the openers of other families text.
    const own = parts.has(name) || name === START.name || (opener && (!channels || escapes));
    const next = terminators.has(name) ? skipSpace(text, end) : end;
    return (own && inHeader) || (opener && roleFollows(text, end)) || (!channels && headerFollows(text, next));
  });
  return first ? [{ start: first.start, end: bodyEnd, doubt: true }] : [];
}

/**
 * Words that are, or are intended as, a role in some family. Words intended as the role of a tool are not listed: they only
 * count if spelled exactly.
 */
const roleNames = all.flatMap(({ roles, roleMeant }) => [
  ...roles.map(({ name }) => name),
  ...Object.keys(roleMeant).filter((word) => !isToolRole(word)),
]);

/** Whether the word after an offset is a role, possibly misspelled. */
export function roleFollows(text: string, at: number): boolean {
  const [, word = ''] = /^[^\p{L}\p{N}<]{0,3}([\p{L}\p{N}_.]{2,40})/u.exec(text.slice(at, at + 48)) ?? [];
  return word !== '' && (isToolRole(word) || closest(word, roleNames) !== undefined);
}

/** A header that ends with a line break: a role, and at most one attribute. */
const headerLines = all
  .filter(({ frame }) => frame.headerEnd === 'line break')
  .map(({ roles, attributes }) => {
    const oneOf = (facts: readonly { readonly name: string }[]) => `(?:${facts.map(({ name }) => name).join('|')})`;
    const attribute = attributes.length > 0 ? `(?:[ \\t]+${oneOf(attributes)}=\\S*)?` : '';
    return `${oneOf(roles)}${attribute}[ \\t]*[\\r\\n]`;
  });
const header = new RegExp(headerLines.join('|'), 'y');

/** Whether a token may be, or precede, an opener of a header that ends with a line break: a role and the line break follow. */
export function headerFollows(text: string, at: number): boolean {
  header.lastIndex = at;
  return header.test(text);
}

/** Whether a function token has no effect at its position, or is misspelled; it is hidden nevertheless. */
const isLooseFunction = ({ token, exact }: Mark) => token.kind === 'function' && !exact;

/** The loose function tokens with their JSON. A stretch up to the end of the body includes all later tokens, so the search stops. */
function looseFunctions(text: string, marks: readonly Mark[], bodyEnd: number): Hidden[] {
  const found: Hidden[] = [];
  for (const mark of marks.filter(isLooseFunction)) {
    const end = payloadEnd(text, mark, bodyEnd);
    found.push({ start: mark.start, end, doubt: true });
    if (end === bodyEnd) break;
  }
  return found;
}

const beforeJson = /^[^\S\r\n]*<\|\w{1,40}\|>(?=\s*[{[])/gm;

/**
 * JSON after any token at the beginning of a line, even after a token that is text in a message: the JSON of a function
 * token has the same position, so this may be a call with a wrong token. Tokens inside thoughts that are not in doubt are
 * skipped.
 */
function otherCalls(
  { text, bodyStart: from, bodyEnd: to }: Block,
  payloads: readonly FunctionPart[],
  thoughts: readonly Hidden[],
): Hidden[] {
  const found: Hidden[] = [];
  const certain = thoughts.filter(({ doubt }) => !doubt).sort((a, b) => a.start - b.start);
  let next = 0;
  // A call without faults is certain.
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
    // Tags for thoughts may begin with a square bracket, too.
    if (tagTexts.some((tag) => text.startsWith(tag, after))) continue;
    const end = jsonEnd(text, mark.index + mark[0].length, to);
    found.push({ start: mark.index, end, doubt: !clean.has(mark.index + mark[0].length) });
    if (end === to) break;
    beforeJson.lastIndex = end;
  }
  return found;
}

/** The end of the JSON after a function token; if that cannot be determined, the end of the body. */
function payloadEnd(text: string, { token, start, end }: Mark, bodyEnd: number): number {
  return text.startsWith(token.text, start) ? jsonEnd(text, end, bodyEnd) : bodyEnd;
}

function jsonEnd(text: string, from: number, bodyEnd: number): number {
  const { values, error, end } = parseValues(text.slice(from, bodyEnd));
  return error || values.length === 0 ? bodyEnd : from + end;
}

const ending = new Set(['opener', 'part', 'terminator']);

/** The content of an unclosed literal block, from the first token that may no longer be part of the block. */
function unclosedLiteral(text: string, { kind, start, end, closed }: Segment): Hidden[] {
  if (kind !== 'literal' || closed) return [];
  for (const near of nearTokens(text, start + LITERAL.text.length, end)) {
    // The thought may begin anywhere before its end.
    if (near.token.kind === 'thought') return [{ start, end, doubt: true }];
    if (ending.has(near.token.kind)) return [{ start: near.start, end, doubt: true }];
  }
  return [];
}

/**
 * Whether a literal block lacks its end marker, and the end marker of a later block closes it: the block contains the end of a
 * message, and another literal block after that.
 */
function forgetsItsEnd(text: string, segment: Segment): boolean {
  return innerLiteral(text, segment) >= 0;
}

/** The start of another literal block after a terminator inside a closed one; -1 if there is none. Offsets in the block. */
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
