/** Calls in the body of a message without any sign in the header, as Llama 3 writes them. */

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

/** A stretch that calls a tool. `doubt`: it may be something else as well. */
interface BodyCall extends Span {
  readonly doubt: boolean;
}

/** The text between the punctuation of JSON. */
const pieces = /[^,{}[\]:=]{2,80}/g;
/** A quoted key, one letter of which may have become punctuation. */
const quotedKeys = /["'“”][^"'“”\n]{3,16}["'“”](?=\s*:)/g;
/** Tags around arguments, as the instructions of Llama 3.1 suggest: `<function=name>` … `</function>`. */
const openTag = /[<＜|][^\p{L}]{0,2}([\p{L}_]{5,12})[^\p{L}]{0,2}=/gu;
const closeTag = /[<＜/\\][^\p{L}\s]{0,3}([\p{L}_]{5,12})[^\p{L}\n]{0,2}[>＞]/gu;

const tools: readonly string[] = llamaCallMembers.tool;
const argumentNames: readonly string[] = llamaCallMembers.arguments;
const members = [...tools, ...argumentNames];

/**
 * The calls in the body of an assistant's message that no token marks: JSON with the name of a tool and arguments, or a tag.
 * One sign of either may be missing. A call extends to the end of the body, since models do not write to the user after a call.
 */
export function bodyCalls(block: Block): readonly BodyCall[] {
  let found = cache.get(block);
  if (found === undefined) {
    found = read(block);
    cache.set(block, found);
  }
  return found;
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
/** An object whose first member names a tool and whose second value is an object, whether or not its key names arguments. */
const objectAfterProse = new RegExp(
  `\\{\\s*${wordInQuotes}${quoteSign}[\\p{L}\\p{N}_.-]{1,64}${quoteSign}\\s*,\\s*(?:\\{|${wordInQuotes}\\{)`,
  'gu',
);
/** The start of a broken call after other text, outside code; -1 if there is none. */
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
 * The JSON of a call, whether it parses or not: the whole body, or the part after the call token. The JSON must name a tool and
 * have arguments, since text in brackets may be anything else.
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
 * Whether a whole text is a call, valid or broken, in a dialect that does not write calls this way. JSON that merely has the
 * keys of a call, or that has prose around it, is an answer.
 */
export function isBareCall(text: string): boolean {
  if (!mayBeBare.test(text)) return false;
  if (/^\s*<function=/.test(text) || isJsonCall(text) || bareCall(text, true) >= 0) return true;
  const start = jsonCall(text);
  return start >= 0 && text.slice(0, start).trim() === '' && !isCall(text);
}

/**
 * Whether an incomplete text may become a bare call. A tag can be ruled out early; any other text in brackets or quotes cannot,
 * since its members come in any order.
 */
export function mayBecomeBareCall(text: string): boolean {
  if (!/\S/.test(text)) return true;
  return mayBeBare.test(text) && (!/^\s*</.test(text) || bareCall(text, false) >= 0);
}

/** Every bare call begins with a bracket or a quote, or with a name and a parenthesis. */
const mayBeBare = /^\s*(?:[[{(<"'“]|[\p{L}\p{N}_.-]{1,80}\()/u;

const callTokens = llamaTokens.flatMap(({ kind, text }) => (kind === 'call' ? text : []));

/** The start of a call's tag; 0 if there is only an end tag, since the call may begin anywhere; -1 if there is no tag. */
function tagCall(body: string): number {
  for (const { index, 1: word = '' } of body.matchAll(openTag)) if (isFunction(word)) return index;
  return mayEndCall(body) ? 0 : -1;
}

/** Whether a text contains the end tag of a call, which turns all text before it into a call. */
export function mayEndCall(text: string): boolean {
  for (const { 1: word = '' } of text.matchAll(closeTag)) if (isFunction(word)) return true;
  return false;
}

const isFunction = (word: string) => closest(word, ['function']) !== undefined;

/** The start of JSON that has both members of a call, possibly misspelled; -1 if there is none. */
function jsonCall(body: string): number {
  const found = new Map<string, number>();
  for (const { index, 0: piece } of wordsIn(body)) {
    const member = memberIn(piece);
    const what = member === undefined ? undefined : tools.includes(member) ? 'name' : 'arguments';
    if (what === undefined || found.has(what)) continue;
    found.set(what, index);
    if (found.size === 2) return opening(body, minimum(found.values()));
  }
  return -1;
}

/** The words that may be keys; keys split by punctuation inside them come last. */
function* wordsIn(body: string): IterableIterator<RegExpExecArray> {
  yield* body.matchAll(pieces);
  yield* body.matchAll(quotedKeys);
}

/** The start of an object that the end of the document cuts off: further members may complete a call. */
function begunObject(body: string): number {
  const start = body.search(/\{\s*(?:$|["'“”])/);
  return start >= 0 && cutOff(body.slice(start)) ? start : -1;
}

/** The member of a call that a piece of JSON names, by all of its letters or by those between two quotes. */
function memberIn(piece: string): string | undefined {
  if (!quote.test(piece)) return undefined;
  return [piece, ...piece.split(quote)]
    .map((word) => closest(letters(word), members))
    .find((name) => name !== undefined);
}

const quote = /["'“”]/;
const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');

/** The start of the brackets around a key; if there are none, the start of the body. */
function opening(body: string, at: number): number {
  let start = Math.max(0, body.lastIndexOf('{', at));
  while (start > 0 && /[\s{[(;`"]/.test(body[start - 1] as string)) start--;
  return start;
}

/** Whether a text is valid JSON and nothing else. */
function isCall(text: string): boolean {
  const { values, error } = parseValues(text);
  return error === undefined && values.length > 0;
}
