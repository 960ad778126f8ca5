/** The stretches of a body that are not for users: thoughts, calls, and what may be either (2.2 §7, A-078, A-109, A-140). */

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

/** A hidden stretch. `doubt`: it may be shown as well as not, except for a fault that leaves open how far it reaches. */
export interface Hidden extends Span {
  readonly doubt: boolean;
  /** A pair of tags in code: an example, unless a server takes it for what it shows. */
  readonly inCode?: boolean;
}

/** A token in a body. `exact`: the document reads it as one; otherwise it may have been meant so. */
interface Mark extends Span {
  readonly token: TokenFact;
  readonly exact: boolean;
}

/** A quick look at whether any of a message can be hidden. */
export function mayHide(block: Block): boolean {
  if (has(block, Trait.OddBody | Trait.Suspicious) || !has(block, Trait.HasMessage)) return true;
  if (block.family.conceals !== undefined || hasForeignHeader(block)) return true;
  const bar = block.text.indexOf('|', block.bodyStart);
  return (
    // The terminator has two.
    (bar >= 0 && bar < block.bodyEnd) ||
    (block.family.has.tags && mayHoldTag(block.text)) ||
    (block.family.has.bodyCalls && signsOfCall.test(block.text))
  );
}

/** Whether a token of other families is in the header, as after an opener that is not theirs: the message may be another one's. */
function hasForeignHeader({ text, headerEnd, family }: Block): boolean {
  if (family.has.channels) return false;
  for (let at = text.indexOf('<|'); at >= 0 && at < headerEnd; at = text.indexOf('<|', at + 2))
    if (family.tokenAt(text, at)?.kind === 'foreign') return true;
  return false;
}

/** A call has one of these characters, even if it is broken or breaks off. */
const signsOfCall = /["'“”{(=[]/;

/**
 * The hidden stretches of a visible message, in the order of its beginning; they may overlap. Offsets in the block of
 * the body.
 */
export function hiddenStretches(message: Message): readonly Hidden[] {
  const { body, role } = message;
  const { text, bodyStart, bodyEnd } = body;
  const { bodyCalls: calls, functions, quotes, tags } = body.family.has;
  if (hasForeignHeader(body)) return [{ start: bodyStart, end: bodyEnd, doubt: true }];
  const all = segments(body);
  const tagged = tags ? markCode(body, taggedSpans(withoutMarks(body, all), bodyStart, bodyEnd, role)) : [];
  const unclosed: Hidden[] = [];
  const marks: Mark[] = [];
  // One walk, since a body can have any number of segments.
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
  // One list of lists: a body can have more marks than a call takes arguments.
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
      : // The output of a tool, in a message that is not the tool's.
        payloads
          .filter(({ token, values }) => functions && token.name === 'function_output' && values.length > 0)
          .map(({ start, payloadEnd: end }) => until(start, end)),
    assistant && functions ? looseFunctions(text, marks, bodyEnd) : [],
    assistant && functions ? otherCalls(body, payloads, thoughts) : [],
  ].flat();
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The text in which marks of a family that knows what they hide resemble no tag. */
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

/** Adds the tokens of a segment, and words that may be meant as one. */
function addMarks(
  marks: Mark[],
  text: string,
  { kind, token, start, end }: Segment,
  { quotes, tags }: Pick<Family['has'], 'quotes' | 'tags'>,
): void {
  if (kind === 'token' && token) marks.push({ token, start, end, exact: true });
  if (kind !== 'text') return;
  for (const near of nearTokens(text, start, end)) {
    // Where tags count, `<|begin_of_thought|>` is one.
    if (tags && tagTexts.includes(text.slice(near.start, near.end))) continue;
    // Prose may quote words of other models: no dialect has them as tokens.
    const isProse = (quotes || near.isBorrowed) && isQuoted(text, near.start, near.end);
    if (!isProse) marks.push({ ...near, exact: near.isBorrowed });
  }
}

/** The ends of thoughts by the names of their tokens. */
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
/** The names of tokens that a header continues with or ends with, that begin a message, end it, and begin a call; in any family. */
const parts = new Set(
  [CHANNEL, CONSTRAIN, ...all.flatMap(({ frame }) => headerToken(frame) ?? [])].map(({ name }) => name),
);
const openers = new Set(all.flatMap(({ frame }) => frame.openers.flatMap(({ name, common }) => (common ? [] : name))));
const terminators = new Set(all.flatMap(({ frame }) => frame.terminators.map(({ name }) => name)));
const callers = new Set(
  all.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'call').map(({ name }) => name)),
);

/**
 * The text after a token that begins another message, or continues with its header. A user who writes about tokens is heard: of
 * a user, it takes a header that continues, or a role after the opener.
 */
function frames({ text, bodyEnd, family }: Block, marks: readonly Mark[], assistant: boolean): Hidden[] {
  const { channels, escapes } = family.has;
  const headerEnd = headerToken(family.frame)?.name;
  const goesOn = headerEnd !== undefined && marks.some(({ token }) => token.name === headerEnd);
  const inHeader = assistant || goesOn;
  const first = marks.find(({ token: { name }, end }) => {
    // Tokens that other formats have as well count only in their own.
    const ownOpener = family.frame.openers.some((one) => one.name === name);
    const opener = openers.has(name) || ownOpener;
    // An opener that is a whole header needs nothing after it.
    if (ownOpener && family.frame.headerEnd === 'opener') return true;
    // Only to Harmony are the openers of others text.
    const own = parts.has(name) || name === START.name || (opener && (!channels || escapes));
    const next = terminators.has(name) ? skipSpace(text, end) : end;
    return (own && inHeader) || (opener && roleFollows(text, end)) || (!channels && headerFollows(text, next));
  });
  return first ? [{ start: first.start, end: bodyEnd, doubt: true }] : [];
}

/** Words that are a role in some family, or are meant as one. Of the latter, tool names count only as they are written. */
const roleNames = all.flatMap(({ roles, roleMeant }) => [
  ...roles.map(({ name }) => name),
  ...Object.keys(roleMeant).filter((word) => !isToolRole(word)),
]);

/** Whether the word after an offset is a role, or nearly one. */
export function roleFollows(text: string, at: number): boolean {
  const [, word = ''] = /^[^\p{L}\p{N}<]{0,3}([\p{L}\p{N}_.]{2,40})/u.exec(text.slice(at, at + 48)) ?? [];
  return word !== '' && (isToolRole(word) || closest(word, roleNames) !== undefined);
}

/** A header that a line break ends: a role, and an attribute or none. */
const headerLines = all
  .filter(({ frame }) => frame.headerEnd === 'line break')
  .map(({ roles, attributes }) => {
    const oneOf = (facts: readonly { readonly name: string }[]) => `(?:${facts.map(({ name }) => name).join('|')})`;
    const attribute = attributes.length > 0 ? `(?:[ \\t]+${oneOf(attributes)}=\\S*)?` : '';
    return `${oneOf(roles)}${attribute}[ \\t]*[\\r\\n]`;
  });
const header = new RegExp(headerLines.join('|'), 'y');

/** Whether a token takes the place of an opener whose header a line break ends, or comes before it: a role and that break follow. */
export function headerFollows(text: string, at: number): boolean {
  header.lastIndex = at;
  return header.test(text);
}

/** A function token that has no effect at its place, or is misspelled; users still do not see it. */
const isLooseFunction = ({ token, exact }: Mark) => token.kind === 'function' && !exact;

/** Such tokens with their JSON. What reaches the end hides those after it, each of which would read up to there again. */
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
 * JSON after any token that begins a line, also after one that is text in a message: it is where a function
 * token does, and may be a call whose token was confused with another. No token of a thought that is read without doubt is one.
 */
function otherCalls(
  { text, bodyStart: from, bodyEnd: to }: Block,
  payloads: readonly FunctionPart[],
  thoughts: readonly Hidden[],
): Hidden[] {
  const found: Hidden[] = [];
  const certain = thoughts.filter(({ doubt }) => !doubt).sort((a, b) => a.start - b.start);
  let next = 0;
  // A call that is read without fault is in no doubt.
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
    // A thought may begin with a bracket as well.
    if (tagTexts.some((tag) => text.startsWith(tag, after))) continue;
    const end = jsonEnd(text, mark.index + mark[0].length, to);
    found.push({ start: mark.index, end, doubt: !clean.has(mark.index + mark[0].length) });
    if (end === to) break;
    beforeJson.lastIndex = end;
  }
  return found;
}

/** Where the JSON after a function token ends; where that cannot be told, the body. */
function payloadEnd(text: string, { token, start, end }: Mark, bodyEnd: number): number {
  return text.startsWith(token.text, start) ? jsonEnd(text, end, bodyEnd) : bodyEnd;
}

function jsonEnd(text: string, from: number, bodyEnd: number): number {
  const { values, error, end } = parseValues(text.slice(from, bodyEnd));
  return error || values.length === 0 ? bodyEnd : from + end;
}

const ending = new Set(['opener', 'part', 'terminator']);

/** The contents of a literal block without end, from the first token on that may be none of its text. */
function unclosedLiteral(text: string, { kind, start, end, closed }: Segment): Hidden[] {
  if (kind !== 'literal' || closed) return [];
  for (const near of nearTokens(text, start + LITERAL.text.length, end)) {
    // The end of a thought may have begun anywhere before it.
    if (near.token.kind === 'thought') return [{ start, end, doubt: true }];
    if (ending.has(near.token.kind)) return [{ start: near.start, end, doubt: true }];
  }
  return [];
}

/**
 * Whether a literal block has lost its end marker, and that of a later one closes it: a message ends in it, and another
 * block begins after that.
 */
function forgetsItsEnd(text: string, segment: Segment): boolean {
  return innerLiteral(text, segment) >= 0;
}

/** Where in a closed literal block another one begins after a terminator; -1 where none does. Offsets in the block. */
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
