/** Finds calls in the body of a message whose header does not show that it has calls, as in Llama 3. */

import { llamaCallMembers, llamaTokens } from '../../grammar/index.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { cutOff } from '../../syntax/json/cut-off.ts';
import { parseValues } from '../../syntax/json/values.ts';
import { minimum } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { codeSpans } from '../code-spans.ts';
import { bareCall, isJsonCall } from './bare-calls.ts';

/** A range of the body that is a call. `doubt`: whether the range may not be a call after all. */
interface BodyCall extends Span {
  readonly doubt: boolean;
}

/** Matches the text between punctuation marks of JSON. */
const pieces = /[^,{}[\]:=]{2,80}/g;
/** Matches a quoted key, even if one of its letters was replaced by punctuation. */
const quotedKeys = /["'“”][^"'“”\n]{3,16}["'“”](?=\s*:)/g;
/** Match the tags around arguments that the instructions of Llama 3.1 suggest: `<function=name>` … `</function>`. */
const openTag = /[<＜|][^\p{L}]{0,2}([\p{L}_]{5,12})[^\p{L}]{0,2}=/gu;
const closeTag = /[<＜/\\][^\p{L}\s]{0,3}([\p{L}_]{5,12})[^\p{L}\n]{0,2}[>＞]/gu;

const tools: readonly string[] = llamaCallMembers.tool;
const argumentNames: readonly string[] = llamaCallMembers.arguments;
const members = [...tools, ...argumentNames];

/**
 * Finds calls that no token marks in the body of an assistant message. A call is recognized by JSON with the name of a tool and arguments,
 * or by a tag; one of these signs may be missing. A call extends to the end of the body, since models do not write to the user after a
 * call.
 */
export function bodyCalls(block: Block): readonly BodyCall[] {
  let calls = cache.get(block);
  if (calls === undefined) {
    calls = read(block);
    cache.set(block, calls);
  }
  return calls;
}

const cache = new BlockCache<readonly BodyCall[]>();

function read(block: Block): BodyCall[] {
  const { text, bodyStart, bodyEnd } = block;
  const body = text.slice(bodyStart, bodyEnd);
  const isOpen = has(block, Trait.Open);
  const begun = isOpen ? begunObject(body) : -1;
  const starts = [jsonCall(body), tagCall(body), bareCall(body, !isOpen), callAfterProse(body), begun].filter(
    (start) => start >= 0,
  );
  if (starts.length === 0) return [];
  const start = minimum(starts);
  return [{ start: bodyStart + start, end: bodyEnd, doubt: !isCall(body.slice(start)) }];
}

const quoteSign = '["\'“”`]?';
const wordInQuotes = `${quoteSign}([\\p{L}_]{3,12})${quoteSign}\\s*[:=]\\s*`;
/**
 * Matches an object whose first field contains the name of a tool and whose second value is an object. The key of the second value may be
 * missing.
 */
const objectAfterProse = new RegExp(
  `\\{\\s*${wordInQuotes}${quoteSign}[\\p{L}\\p{N}_.-]{1,64}${quoteSign}\\s*,\\s*(?:\\{|${wordInQuotes}\\{)`,
  'gu',
);
/** The start of a broken call that follows other text and is not in code; -1 if there is none. */
function callAfterProse(body: string): number {
  const isCode = codeSpans(body, 0, body.length);
  for (const { index, 1: tool = '', 2: args } of body.matchAll(objectAfterProse)) {
    const isCall =
      closest(tool, tools) !== undefined && (args === undefined || closest(args, argumentNames) !== undefined);
    if (isCall && !isCode(index)) return index;
  }
  return -1;
}

/**
 * Returns the span of a call's JSON, even if the JSON cannot be parsed: the whole body, or the part after the call token. The JSON must
 * have the name of a tool and arguments, since text in brackets can be anything.
 */
export function callJson({ text, bodyStart, bodyEnd }: Block): Span | undefined {
  const body = text.slice(bodyStart, bodyEnd);
  const token = callTokens.find((one) => body.trimStart().startsWith(one));
  const start = body.indexOf('{');
  const before = body.slice(0, Math.max(start, 0)).trim();
  if (start < 0 || before !== (token ?? '') || jsonCall(body) < 0) return undefined;
  return { start: bodyStart + start, end: bodyStart + body.trimEnd().length };
}

/**
 * Whether a text as a whole is a call, even a broken one, in a dialect that does not write calls this way. JSON that merely has
 * the keys of a call is an answer, and so is text with prose around the JSON.
 */
export function isBareCall(text: string): boolean {
  if (!mayBeBare.test(text)) return false;
  if (/^\s*<function=/.test(text) || isJsonCall(text) || bareCall(text, true) >= 0) return true;
  const start = jsonCall(text);
  return start >= 0 && text.slice(0, start).trim() === '' && !isCall(text);
}

/**
 * Whether an incomplete text may become a bare call. A tag can be ruled out early. Any other text in brackets or quotes may become a call,
 * since its fields can have any order.
 */
export function mayBecomeBareCall(text: string): boolean {
  if (!/\S/.test(text)) return true;
  return mayBeBare.test(text) && (!/^\s*</.test(text) || bareCall(text, false) >= 0);
}

/** Matches the beginning of every bare call: a bracket, a quote, or a name and a parenthesis. */
const mayBeBare = /^\s*(?:[[{(<"'“]|[\p{L}\p{N}_.-]{1,80}\()/u;

const callTokens = llamaTokens.flatMap(({ kind, text }) => (kind === 'call' ? text : []));

/** The start of a call in a tag; 0 if there is only an end tag, since the call may begin anywhere before it; -1 if there is no tag. */
function tagCall(body: string): number {
  for (const { index, 1: word = '' } of body.matchAll(openTag)) if (isFunction(word)) return index;
  return mayEndCall(body) ? 0 : -1;
}

/** Whether a text contains the end tag of a call, so that all text before the tag may be part of the call. */
export function mayEndCall(text: string): boolean {
  for (const { 1: word = '' } of text.matchAll(closeTag)) if (isFunction(word)) return true;
  return false;
}

const isFunction = (word: string) => closest(word, ['function']) !== undefined;

/** The start of JSON with the name and the arguments of a call; -1 if there is none. The keys may be misspelled. */
function jsonCall(body: string): number {
  const indexByKind = new Map<string, number>();
  for (const { index, 0: piece } of wordsIn(body)) {
    const member = memberIn(piece);
    const what = member === undefined ? undefined : tools.includes(member) ? 'name' : 'arguments';
    if (what === undefined || indexByKind.has(what)) continue;
    indexByKind.set(what, index);
    if (indexByKind.size === 2) return opening(body, minimum(indexByKind.values()));
  }
  return -1;
}

/** The words that may be keys. Keys that contain punctuation come last. */
function* wordsIn(body: string): IterableIterator<RegExpExecArray> {
  yield* body.matchAll(pieces);
  yield* body.matchAll(quotedKeys);
}

/** The start of an object that is cut off by the end of the document; -1 if there is none. Its missing fields may make it a call. */
function begunObject(body: string): number {
  const start = body.search(/\{\s*(?:$|["'“”])/);
  return start >= 0 && cutOff(body.slice(start)) ? start : -1;
}

/** The key of a call that a piece of JSON may spell, judging by all of its letters or by those between two quotes. */
function memberIn(piece: string): string | undefined {
  if (!quote.test(piece)) return undefined;
  return [piece, ...piece.split(quote)]
    .map((word) => closest(letters(word), members))
    .find((name) => name !== undefined);
}

const quote = /["'“”]/;
const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');

/** The start of the brackets before a key; if there are none, the start of the body. */
function opening(body: string, at: number): number {
  let start = Math.max(0, body.lastIndexOf('{', at));
  while (start > 0 && /[\s{[(;`"]/.test(body[start - 1] as string)) start--;
  return start;
}

function isCall(text: string): boolean {
  const { values, error } = parseValues(text);
  return error === undefined && values.length > 0;
}
